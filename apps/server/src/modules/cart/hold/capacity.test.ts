import { describe, expect, test } from "vitest";
import { createCart, modifyCart, removeTickets, type Cart, type CartReply } from "@foyer/contract/shop/cart.ts";
import { priceCalendar, priceSessions } from "@foyer/contract/shop/sessions.ts";
import { createTestShop, type TicketGroupOverrides, type TestShop } from "../../../../test/shop/createTestShop.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const ticketLine = ({ event }: TestShop, quantity: number, { group = 0, type = 0, session = 0 } = {}) => ({
  event_template_id: event.id,
  event_session_id: event.sessions[session]?.id ?? "",
  ticket_types_required: [{ ticket_type_id: event.groups[group]?.types[type]?.id ?? "", quantity }],
});
const cartOf = ({ cart }: CartReply): Cart => {
  const [only] = cart._data;
  if (!only) throw new Error("There is no cart.");
  return only;
};
const idsOf = ({ ticket }: CartReply): string[] => ticket._data.map(({ id }) => id);

describe("capacity", () => {
  const combinations = [-1, 2].flatMap((session) =>
    [0, 1].flatMap((sessionOver) =>
      [-1, 0, 2, 3].flatMap((group) =>
        [0, 1].flatMap((groupOver) =>
          [false, true].map((apart) => ({ session, sessionOver, group, groupOver, apart })),
        ),
      ),
    ),
  );

  test.each(combinations)(
    "capacity of session $session + $sessionOver and group $group + $groupOver, excluded: $apart",
    async ({ session, sessionOver, group, groupOver, apart }) => {
      const shop = await createTestShop(server.db, {
        event: {
          groups: [{ capacity: group, oversell_capacity: groupOver, exclude_from_event_capacity: apart }],
          sessions: [{ capacity: session, oversell_capacity: sessionOver }],
        },
      });
      const ofGroup = group < 0 ? Infinity : group + groupOver;
      const ofSession = apart || session < 0 ? Infinity : session + sessionOver;
      const room = Math.min(ofGroup, ofSession, 6);

      const held: string[] = [];
      let refused: string | undefined;
      for (let buyer = 0; buyer < 6 && refused === undefined; buyer++) {
        const { status, code } = await new TestBrowser(server, shop).call(createCart, { add: [ticketLine(shop, 1)] });
        if (status === 200) held.push("");
        else refused = code;
      }
      expect(held).toHaveLength(room);
      const expected = ofSession <= ofGroup ? "event_session_sold_out:reserve" : "ticket_group_sold_out:reserve";
      expect(refused).toBe(room < 6 ? expected : undefined);
    },
  );

  test("capacity of a session is shared by its groups, except by excluded ones", async () => {
    const groups: TicketGroupOverrides[] = [
      {},
      { name: "Students" },
      { name: "To take along", exclude_from_event_capacity: true },
    ];
    const shop = await createTestShop(server.db, {
      event: { groups, sessions: [{ capacity: 6, oversell_capacity: 1 }] },
    });
    const answers = await Promise.all(
      Array.from({ length: 75 }, async (_, buyer) => {
        const group = buyer % 3;
        const { status, code } = await new TestBrowser(server, shop).call(createCart, {
          add: [ticketLine(shop, 1, { group })],
        });
        return { group, got: status === 200, code };
      }),
    );
    expect(answers.filter(({ group, got }) => got && group < 2)).toHaveLength(7);
    expect(answers.filter(({ group, got }) => got && group === 2)).toHaveLength(25);
    expect(new Set(answers.flatMap(({ got, code }) => (got ? [] : [code])))).toEqual(
      new Set(["event_session_sold_out:reserve"]),
    );
  });

  test("capacity is separate for two sessions in the repeated hour of a clock change", async () => {
    const timezone = "Europe/London";
    const nextBack = (from: Temporal.ZonedDateTime): Temporal.ZonedDateTime => {
      const change = from.getTimeZoneTransition("next");
      if (!change) throw new Error("London changes its clocks.");
      return change.offsetNanoseconds < change.subtract({ seconds: 1 }).offsetNanoseconds ? change : nextBack(change);
    };
    const change = nextBack(Temporal.Now.zonedDateTimeISO(timezone)).toInstant();
    const sessions = [-30, 30].map((minutes) => {
      const start = change.add({ minutes });
      return { start_datetime: start.toString(), end_datetime: start.add({ minutes: 20 }).toString(), capacity: 1 };
    });
    const shop = await createTestShop(server.db, { seller: { timezone }, event: { sessions } });
    const browser = new TestBrowser(server, shop);
    const begun = await browser.call(createCart, { add: [ticketLine(shop, 1), ticketLine(shop, 1, { session: 1 })] });
    const { lines } = cartOf(begun.body);
    expect(lines.map(({ local_start }) => local_start)).toEqual(["01:30", "01:30"]);
    expect(new Set(lines.map(({ start_datetime }) => start_datetime)).size).toBe(2);
    for (const session of [0, 1])
      expect(
        (await new TestBrowser(server, shop).call(createCart, { add: [ticketLine(shop, 1, { session })] })).code,
      ).toBe("event_session_sold_out:reserve");
  });
});

describe("the limits of an order over several requests", () => {
  const open = async (limits: TicketGroupOverrides) => {
    const shop = await createTestShop(server.db, { event: { groups: [limits] } });
    return { shop, browser: new TestBrowser(server, shop) };
  };

  test("the limits of an order over several requests count held tickets and not removed ones for the maximum", async () => {
    const { shop, browser } = await open({ max_tickets_per_order: 3 });
    const begun = await browser.call(createCart, { add: [ticketLine(shop, 2)] });
    const cart_id = cartOf(begun.body).id;
    expect((await browser.call(modifyCart, { cart_id, add: [ticketLine(shop, 2)] })).code).toBe(
      "max_tickets_per_order_exceeded:reserve",
    );
    expect((await browser.call(modifyCart, { cart_id, add: [ticketLine(shop, 1, { type: 1 })] })).status).toBe(200);
    expect(
      (await browser.call(modifyCart, { cart_id, add: [ticketLine(shop, 2)], remove: idsOf(begun.body) })).status,
    ).toBe(200);
  });

  test("allow a mix of types and a removal that reach the minimum, and no removal below it", async () => {
    const { shop, browser } = await open({ min_tickets_per_order: 3 });
    expect((await browser.call(createCart, { add: [ticketLine(shop, 2)] })).code).toBe(
      "min_tickets_per_order_not_met:reserve",
    );
    const begun = await browser.call(createCart, { add: [ticketLine(shop, 2), ticketLine(shop, 1, { type: 1 })] });
    const cart_id = cartOf(begun.body).id;
    expect((await browser.call(modifyCart, { cart_id, add: [ticketLine(shop, 1)] })).status).toBe(200);
    const [first = "", ...others] = idsOf(begun.body);
    expect((await browser.call(removeTickets, { cart_id, tickets: [first] })).status).toBe(200);
    expect((await browser.call(removeTickets, { cart_id, tickets: others.slice(0, 1) })).code).toBe(
      "min_tickets_per_order_not_met:reserve",
    );
  });
});

describe("a group with a link only", () => {
  test("a group with a link only is sold to visitors who know its id, and hidden from others", async () => {
    const shop = await createTestShop(server.db, {
      event: { groups: [{}, { name: "Press", hidden_type: "public_link_only" }] },
    });
    const browser = new TestBrowser(server, shop);
    const [, press] = shop.event.groups;
    const session = `/api/events/${shop.event.id}/sessions/${shop.session.id}?_embed=ticket_group`;
    const names = async (query: string) =>
      (await server.get(shop.slug, session + query)).body.ticket_group._data.map(({ name }: { name: string }) => name);
    expect(await names("")).toEqual(["General Admission"]);
    expect(await names(`&ticket_group.id._in=${press?.id}`)).toEqual(["Press"]);
    expect((await browser.call(createCart, { add: [ticketLine(shop, 1, { group: 1 })] })).status).toBe(200);
  });
});

describe("the quoted price of a basket", () => {
  /** A small random generator with a fixed seed. */
  const numbers = (seed: number) => () => {
    seed = (seed * 1664525 + 1013904223) % 2 ** 32;
    return seed / 2 ** 32;
  };

  test.each([1, 2, 3, 4, 5, 6])("the quoted price of a basket is what the cart charges, basket %i", async (seed) => {
    const next = numbers(seed);
    const upTo = (most: number) => Math.floor(next() * (most + 1));
    const types = Array.from({ length: 3 }, (_, place) => ({
      name: `Type ${place}`,
      currency_amount: upTo(9999),
      fee_fixed_outside: upTo(300),
      fee_percent_outside: upTo(1500),
    }));
    const sessions = Array.from({ length: 6 }, (_, place) => ({
      inDays: 3 + (place % 3),
      at: place < 3 ? "10:00" : "15:00",
      prices: Object.fromEntries([0, 1, 2].flatMap((type) => (next() < 0.5 ? [[type, upTo(9999)]] : []))),
    }));
    const shop = await createTestShop(server.db, { event: { groups: [{ types }], sessions } });
    const browser = new TestBrowser(server, shop);
    const ticket_types_required = shop.group.types.map(({ id }) => ({ ticket_type_id: id, quantity: 1 + upTo(3) }));
    const basket = { event_template_id: shop.event.id, ticket_types_required };
    const { price_schedule, event_session } = (await browser.call(priceSessions, basket)).body;
    expect(price_schedule._data).toHaveLength(6);

    for (const { event_session_id, price, fees } of price_schedule._data) {
      const add = [{ ...basket, event_session_id }];
      const [charged] = cartOf((await new TestBrowser(server, shop).call(createCart, { add })).body).cart_fees;
      expect([charged?.grand_totals.total_before_cartmod_price, charged?.face_value]).toEqual([price, fees]);
    }
    const { calendar } = (await browser.call(priceCalendar, basket)).body;
    const dayOf = new Map(event_session._data.map(({ id, local_day }) => [id, local_day]));
    for (const { date, min_price } of calendar._data) {
      const ofDay = price_schedule._data.filter(({ event_session_id }) => dayOf.get(event_session_id) === date);
      expect(Number(min_price)).toBe(Math.min(...ofDay.map(({ price }) => Number(price))));
    }
  });

  test("covers at most ten types in a calendar", async () => {
    const types = Array.from({ length: 11 }, (_, place) => ({ name: `Type ${place}` }));
    const shop = await createTestShop(server.db, { event: { groups: [{ types }] } });
    const quote = (count: number) =>
      new TestBrowser(server, shop).call(priceCalendar, {
        event_template_id: shop.event.id,
        ticket_types_required: shop.group.types.slice(0, count).map(({ id }) => ({ ticket_type_id: id, quantity: 1 })),
      });
    expect((await quote(10)).status).toBe(200);
    expect(await quote(11)).toMatchObject({
      code: "validation_failed:event_calendar",
      refusal: { _description: "You can only select up to 10 different types of tickets." },
    });
  });
});
