import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createCart,
  getCart,
  modifyCart,
  removeTickets,
  type Cart,
  type CartReply,
} from "@foyer/contract/shop/cart.ts";
import { payCart } from "@foyer/contract/shop/checkout.ts";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";
import { pauseAt } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import {
  createTestEvent,
  createTestShop,
  type EventOverrides,
  type TestEvent,
} from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";

let server: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  server = await openTestApp({
    logger: { level: "warn", stream: { write: (text: string) => void logged.push(text) } },
  });
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

/** A museum with admission at ten and at two, and add-ons. */
const makeMuseum = async (visit_time?: string, meta: object = {}, addOn: EventOverrides = {}) => {
  const admission = newId();
  const shop = await createTestShop(server.db, {
    seller: {
      web: JSON.stringify({ admission_event_id: admission }),
      configuration: JSON.stringify(visit_time ? { upsells: { visit_time } } : {}),
    },
    event: {
      id: admission,
      name: "Admission",
      sessions: [
        { inDays: 7, at: "10:00" },
        { inDays: 8, at: "10:00" },
      ],
    },
  });
  const tour = await createTestEvent(server.db, shop, {
    name: "Tour",
    meta: JSON.stringify({ requires_anchor: true, ...meta }),
    sessions: [
      { inDays: 7, at: "10:30", minutes: 30 },
      { inDays: 7, at: "15:00", minutes: 30 },
      { inDays: 8, at: "10:30", minutes: 30 },
    ],
    ...addOn,
  });
  return { shop, tour, browser: new TestBrowser(server, shop) };
};
const ticketLine = (event: TestEvent, quantity = 1, session = 0) => ({
  event_template_id: event.id,
  event_session_id: event.sessions[session]?.id ?? "",
  ticket_types_required: [{ ticket_type_id: event.groups[0]?.types[0]?.id ?? "", quantity }],
});
const cartOf = ({ cart }: CartReply): Cart => {
  const [only] = cart._data;
  if (!only) throw new Error("There is no cart.");
  return only;
};
const ticketsOfEvent = ({ ticket }: CartReply, event: TestEvent, session = 0) =>
  ticket._data
    .filter(
      ({ event_template_id, event_session_id }) =>
        event_template_id === event.id && event_session_id === event.sessions[session]?.id,
    )
    .map(({ id }) => id);
const counts = (cart: Cart) =>
  cart.lines.map(({ name, types }) => [name, types.reduce((sum, { count }) => sum + count, 0)]);
const used = async (event: TestEvent, session = 0) =>
  (
    await server.db
      .selectFrom("event_session")
      .select("used_capacity")
      .where("id", "=", event.sessions[session]?.id ?? "")
      .executeTakeFirstOrThrow()
  ).used_capacity;

describe("an add-on that requires an anchor", () => {
  test("an add-on that requires an anchor is refused without one", async () => {
    const { shop, tour, browser } = await makeMuseum();
    const refused = await browser.call(createCart, { add: [ticketLine(tour)] });
    expect(refused).toMatchObject({
      status: 422,
      code: "anchor_required:reserve",
      refusal: { _description: "Please add an admission event to your cart first." },
    });
    const talk = await createTestEvent(server.db, shop, { name: "Talk" });
    expect((await browser.call(createCart, { add: [ticketLine(talk), ticketLine(tour)] })).code).toBe(
      "anchor_required:reserve",
    );
    expect(await used(tour)).toBe(0);
  });

  test("an add-on that requires an anchor is held with one added before or in the same step", async () => {
    const { shop, tour, browser } = await makeMuseum();
    const cart = cartOf((await browser.call(createCart, { add: [ticketLine(shop.event, 2), ticketLine(tour)] })).body);
    expect(cart.lines.map(({ name, is_anchor, needs_anchor }) => [name, is_anchor, needs_anchor])).toEqual([
      ["Admission", true, false],
      ["Tour", false, true],
    ]);
    expect((await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(tour, 1, 1)] })).status).toBe(200);
  });
});

describe("removing the anchor", () => {
  test("removing the anchor also removes an add-on added earlier in the same transaction", async () => {
    const { shop, tour, browser } = await makeMuseum();
    const begun = await browser.call(createCart, { add: [ticketLine(shop.event)] });
    const cart_id = cartOf(begun.body).id;
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const arrived = new Promise<void>((reached) =>
      pauseAt("hold_locked", () => {
        reached();
        return gate;
      }),
    );
    // Two changes of one cart queue up for the next batch while another batch runs.
    const ahead = new TestBrowser(server, shop).call(createCart, { add: [ticketLine(shop.event)] });
    await arrived;
    const adding = browser.call(modifyCart, { cart_id, add: [ticketLine(tour, 2)] });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const removing = browser.call(removeTickets, { cart_id, tickets: ticketsOfEvent(begun.body, shop.event) });
    await new Promise((resolve) => setTimeout(resolve, 50));
    pauseAt("hold_locked", undefined);
    goOn();
    await ahead;
    expect([(await adding).status, (await removing).status]).toEqual([200, 200]);
    expect(cartOf((await browser.call(getCart, { cart_id })).body).lines).toEqual([]);
    expect([await used(shop.event), await used(tour)]).toEqual([1, 0]);
    expect(await checkInvariants(server.db)).toEqual([]);
  });

  test("removes its add-ons in the same step and frees their capacity", async () => {
    const { shop, tour, browser } = await makeMuseum();
    const talk = await createTestEvent(server.db, shop, { name: "Talk" });
    const begun = await browser.call(createCart, {
      add: [ticketLine(shop.event, 2), ticketLine(tour, 2), ticketLine(talk)],
    });
    expect(await used(tour)).toBe(2);
    const left = await browser.call(removeTickets, {
      cart_id: cartOf(begun.body).id,
      tickets: ticketsOfEvent(begun.body, shop.event),
    });
    expect(counts(cartOf(left.body))).toEqual([["Talk", 1]]);
    expect(cartOf((await browser.call(getCart, { cart_id: cartOf(begun.body).id })).body)).toMatchObject({
      anchor: null,
      visit_window: null,
    });
    expect([await used(shop.event), await used(tour), await used(talk)]).toEqual([0, 0, 1]);
  });

  test("keeps add-ons of another visit, and those of remaining visitors", async () => {
    const { shop, tour, browser } = await makeMuseum("same_date");
    const add = [ticketLine(shop.event, 2), ticketLine(shop.event, 1, 1), ticketLine(tour, 1), ticketLine(tour, 1, 2)];
    const begun = await browser.call(createCart, { add });
    expect(begun.status).toBe(200);
    const cart_id = cartOf(begun.body).id;
    const [one = "", two = ""] = ticketsOfEvent(begun.body, shop.event);
    const fewer = await browser.call(removeTickets, { cart_id, tickets: [one] });
    expect(counts(cartOf(fewer.body))).toEqual([
      ["Admission", 1],
      ["Tour", 1],
      ["Admission", 1],
      ["Tour", 1],
    ]);
    const other = await browser.call(removeTickets, { cart_id, tickets: [two] });
    expect(counts(cartOf(other.body))).toEqual([
      ["Admission", 1],
      ["Tour", 1],
    ]);
    expect(cartOf(other.body).lines[1]?.event_session_id).toBe(tour.sessions[2]?.id);
    expect([await used(tour), await used(tour, 2)]).toEqual([0, 1]);
  });

  test("keeps add-ons when the admission is exchanged", async () => {
    const { shop, tour, browser } = await makeMuseum();
    const begun = await browser.call(createCart, { add: [ticketLine(shop.event), ticketLine(tour)] });
    const moved = await browser.call(modifyCart, {
      cart_id: cartOf(begun.body).id,
      add: [ticketLine(shop.event, 1, 1)],
      remove: ticketsOfEvent(begun.body, shop.event),
    });
    expect(counts(cartOf(moved.body))).toEqual([
      ["Tour", 1],
      ["Admission", 1],
    ]);
  });
});

describe("an event that must match the number of admissions", () => {
  const matching = () => makeMuseum(undefined, { tickets_must_match_anchor_tickets: true });

  test("refuses fewer and more tickets, naming the number", async () => {
    const { shop, tour, browser } = await matching();
    for (const quantity of [1, 3])
      expect(
        await browser.call(createCart, { add: [ticketLine(shop.event, 2), ticketLine(tour, quantity)] }),
      ).toMatchObject({
        code: "anchor_tickets_mismatch:reserve",
        refusal: { _description: "Please choose the same number of tickets as for your admission (2)." },
      });
    expect((await browser.call(createCart, { add: [ticketLine(shop.event, 2), ticketLine(tour, 2)] })).status).toBe(
      200,
    );
  });

  test("an event that must match the number of admissions loses a ticket with an admission, and blocks the checkout while one is missing", async () => {
    const { shop, tour, browser } = await matching();
    const begun = await browser.call(createCart, { add: [ticketLine(shop.event, 3), ticketLine(tour, 3)] });
    const cart_id = cartOf(begun.body).id;
    const [one = ""] = ticketsOfEvent(begun.body, shop.event);
    const less = await browser.call(removeTickets, { cart_id, tickets: [one] });
    expect(counts(cartOf(less.body))).toEqual([
      ["Admission", 2],
      ["Tour", 2],
    ]);

    const more = cartOf((await browser.call(modifyCart, { cart_id, add: [ticketLine(shop.event)] })).body);
    const description = "Please choose the same number of tickets as for your admission (3).";
    expect(more.blocking_rules).toEqual([{ id: tour.id, description, block_reason: "not_allowed" }]);
    const list = [
      {
        gateway_id: "test" as const,
        amount: more.outstanding_balance,
        gateway_data: { card: { number: "4242424242424242", expiry: "12/40", cvc: "123" } },
      },
    ];
    expect(await browser.call(payCart, { cart_id, list })).toMatchObject({
      code: "rule_blocks_reserve:checkout_rules",
      refusal: { _description: description },
    });
    const even = cartOf((await browser.call(modifyCart, { cart_id, add: [ticketLine(tour)] })).body);
    expect(even.blocking_rules).toEqual([]);
  });
});

describe("upsells.visit_time", () => {
  test.each([
    ["timeslot", 0, 200],
    ["timeslot", 1, "Sorry, tickets are not available at the selected time."],
    ["same_start", 0, "Sorry, tickets are not available at the selected time."],
    ["same_date", 1, 200],
    ["same_date", 2, "Sorry, tickets are not available for this event on the date of your visit."],
    ["until_close", 0, "Sorry, tickets are not available for this event on the date of your visit."],
    ["until_close", 1, 200],
    ["whenever", 2, 200],
  ])("%s, session %i", async (visit_time, session, answer) => {
    const { shop, tour, browser } = await makeMuseum(visit_time);
    const begun = await browser.call(createCart, { add: [ticketLine(shop.event)] });
    const cart = cartOf(begun.body);
    expect(cart.visit_window === null).toBe(visit_time === "whenever");
    const { status, refusal } = await browser.call(modifyCart, {
      cart_id: cart.id,
      add: [ticketLine(tour, 1, session)],
    });
    expect(status === 200 ? 200 : refusal?._description).toBe(answer);
    if (status !== 200) expect(refusal?._code).toBe("event_session_not_on_sale");
  });

  test("logs an unknown value when an add-on depends on it", async () => {
    const { shop, tour, browser } = await makeMuseum("whenever");
    const logEntries = () => logged.map((text): { msg: string; visit_time?: string } => JSON.parse(text));
    const before = logEntries().length;
    const cart_id = cartOf((await browser.call(createCart, { add: [ticketLine(shop.event)] })).body).id;
    expect(logEntries().slice(before)).toEqual([]);
    await browser.call(modifyCart, { cart_id, add: [ticketLine(tour)] });
    expect(logEntries().slice(before)).toMatchObject([
      { level: 40, visit_time: "whenever", msg: "Unsupported value for upsells.visit_time config" },
    ]);
  });

  test("upsells.visit_time does not limit tickets without an anchor", async () => {
    const { shop, browser } = await makeMuseum("same_start");
    const talk = await createTestEvent(server.db, shop, { name: "Talk", sessions: [{ inDays: 20 }] });
    expect((await browser.call(createCart, { add: [ticketLine(shop.event), ticketLine(talk)] })).status).toBe(200);
  });
});

test("a limit of an event covers its groups and several requests", async () => {
  const shop = await createTestShop(server.db, {
    event: { meta: JSON.stringify({ max_tickets_per_order: 3 }), groups: [{}, { name: "Students" }] },
  });
  const browser = new TestBrowser(server, shop);
  const students = {
    ...ticketLine(shop.event),
    ticket_types_required: [{ ticket_type_id: shop.event.groups[1]?.types[0]?.id ?? "", quantity: 2 }],
  };
  const cart_id = cartOf((await browser.call(createCart, { add: [ticketLine(shop.event, 2)] })).body).id;
  expect(await browser.call(modifyCart, { cart_id, add: [students] })).toMatchObject({
    code: "max_tickets_per_order_exceeded:reserve",
    refusal: { _description: "Whales of the Harbor: you can buy at most 3 in one order." },
  });
  expect((await browser.call(modifyCart, { cart_id, add: [ticketLine(shop.event, 1)] })).status).toBe(200);
});
