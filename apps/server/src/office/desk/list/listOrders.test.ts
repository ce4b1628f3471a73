import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { costsOf, mostRowsOfStep } from "../../../../test/database/statements/rowsRead.ts";
import { sentStatements } from "../../../../test/database/statements/sentStatements.ts";
import { signedIn, type OfficeBrowser } from "../../../../test/office/testStaff.ts";
import { createChangeShop, everyChange } from "../../../../test/orders/changedOrders.ts";
import { venueCancels, venueContext } from "../../../../test/orders/venueChanges.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { queueMissedOrders } from "../../../jobs/missedOrders.sql.ts";
import { indexOrders } from "../../../modules/orders/search/indexOrders.ts";

let server: TestApp;
let shop: TestShop;
let clerk: OfficeBrowser;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createChangeShop(server, everyChange, { sessions: [{ inDays: 7 }, { inDays: 8 }] });
  clerk = await signedIn(server, shop, ["box_office"]);
});
afterAll(() => server.close());

/** As if the seller had asked for the number. */
const setPhone = (id: string, phone: string) =>
  server.runAsOwner(
    `set app.seller = '*'; update identity i set phone = '${phone}' from ticket_order o
     where o.seller_id = i.seller_id and o.identity_id = i.id and o.id = '${id}'`,
  );
type Bought = { readonly id: string; readonly number: number; readonly buyer: TestBuyer };
type Person = { readonly first_name: string; readonly last_name: string; readonly email: string };

/** Somebody buys at a shop. */
const buy = async (identity: Person, { quantity = 1, at = shop } = {}): Promise<Bought> => {
  const buyer = new TestBuyer(server, at);
  const cart = await buyer.hold(quantity);
  await buyer.savePurchaser(cart, identity);
  await buyer.pay(cart, cards.good);
  const { body, status } = await buyer.checkOut(cart, { identity });
  expect(status).toBe(200);
  const [{ id, order_number }] = body.ticket_order._data;
  return { id, number: Number(order_number), buyer };
};
const index = async (at: TestShop = shop): Promise<void> => {
  const ctx = await venueContext(server, at);
  while ((await indexOrders(ctx)) > 0);
};
const find = async (q: string, more = "", who: OfficeBrowser = clerk) => {
  const { status, body } = await who.get(`/orders?q=${encodeURIComponent(q)}${more}`);
  expect(status).toBe(200);
  return body as { orders: { order_number: number }[]; next: string | null; exact: number | null; too_short: boolean };
};
const numbersOf = ({ orders }: { orders: { order_number: number }[] }): number[] =>
  orders.map(({ order_number }) => order_number);

const nunez = { first_name: "Åsa-Lena", last_name: "Núñez O’Brien", email: "Asa@Nunez.example" };
const lind = { first_name: "Bo", last_name: "Lindqvist", email: "bo@lind.example" };

describe("search", () => {
  let first: Bought;
  let second: Bought;
  beforeAll(async () => {
    first = await buy(nunez);
    second = await buy(lind);
    await setPhone(first.id, "+44 7700 900123");
    await index();
  });

  test.each([
    ["the beginning of a first name, without its accent", "asa"],
    ["the second part of a name", "LENA"],
    ["a family name with another accent", "Nuñ"],
    ["a name with an apostrophe", "obrien"],
    ["several beginnings in any order", "nune as"],
    ["an e-mail address", "asa@nunez.example"],
    ["the beginning of an e-mail address", "asa@"],
    ["a national telephone number", "07700 900123"],
    ["the end of a telephone number", "900123"],
  ])("finds an order by %s", async (_, q) => {
    expect(numbersOf(await find(q))).toEqual([first.number]);
  });

  test.each([
    ["the middle of a word", "unez"],
    ["one of two words that is another's", "asa lindqvist"],
    ["a name of nobody", "zebra"],
    ["a wildcard", "%a%"],
  ])("finds nothing by %s", async (_, q) => {
    expect(numbersOf(await find(q))).toEqual([]);
  });

  test("finds an order by its number before it is indexed, as an exact match", async () => {
    const late = await buy({ ...lind, last_name: "Late" });
    expect(await find(String(late.number))).toMatchObject({
      exact: late.number,
      orders: [{ order_number: late.number }],
    });
    expect(numbersOf(await find("late"))).toEqual([]);
    await index();
    expect(numbersOf(await find("late"))).toEqual([late.number]);
  });

  test("finds orders by the last digits of the card and by the provider's reference", async () => {
    expect(numbersOf(await find("4242"))).toEqual(expect.arrayContaining([first.number, second.number]));
    const payment = await server.db
      .selectFrom("payment")
      .select("provider_ref")
      .where("ticket_order_id", "=", second.id)
      .executeTakeFirstOrThrow();
    expect(await find(payment.provider_ref ?? "")).toMatchObject({ exact: second.number });
  });

  test.each(["ticket_order", "ticket"] as const)("leads from the scan code of a %s to its order", async (table) => {
    const { scan_code } = await server.db
      .selectFrom(table as "ticket")
      .select("scan_code")
      .where(table === "ticket" ? "ticket_order_id" : "id", "=", first.id)
      .executeTakeFirstOrThrow();
    expect(await find(String(scan_code).toLowerCase())).toMatchObject({ exact: first.number });
  });

  test("leads from a replaced code of a ticket or of its order to the order", async () => {
    const { id, number } = await buy({ ...lind, last_name: "Renewed" });
    const ticket = await server.db
      .selectFrom("ticket as t")
      .innerJoin("ticket_order as o", (on) =>
        on.onRef("o.seller_id", "=", "t.seller_id").onRef("o.id", "=", "t.ticket_order_id"),
      )
      .select(["t.id", "t.scan_code", "o.scan_code as order_code"])
      .where("o.id", "=", id)
      .executeTakeFirstOrThrow();
    const { version } = (await clerk.get(`/orders/${number}/version`)).body;
    const sent = { version, tickets: [ticket.id], reason: "Lost" };
    expect((await clerk.post(`/orders/${number}/new_codes`, sent)).status).toBe(200);
    for (const former of [ticket.scan_code ?? "", ticket.order_code])
      expect(await find(former)).toMatchObject({ exact: number });
  });

  test("says that one letter is too short", async () => {
    expect(await find("a")).toMatchObject({ too_short: true, orders: [], next: null });
  });

  test("finds nothing of another seller", async () => {
    const other = await createChangeShop(server);
    const stranger = await signedIn(server, other, ["owner"]);
    for (const q of ["lindqvist", String(first.number), "4242"])
      expect(numbersOf(await find(q, "", stranger))).toEqual([]);
  });

  test("finds a corrected name", async () => {
    const { number, id } = await buy({ ...lind, last_name: "Mistyped" });
    await index();
    const { owner_identity_id: _, identity_id } = await server.db
      .selectFrom("ticket_order")
      .select(["identity_id", "owner_identity_id"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await server.db.updateTable("identity").set({ last_name: "Corrected" }).where("id", "=", identity_id).execute();
    await server.db
      .insertInto("order_search_due")
      .values({ seller_id: shop.seller_id, id: crypto.randomUUID(), ticket_order_id: id })
      .execute();
    await index();
    expect(numbersOf(await find("mistyped"))).toEqual([]);
    expect(numbersOf(await find("corrected"))).toEqual([number]);
  });

  test("finds orders made by an older server, which does not queue them for the index", async () => {
    const { number, id } = await buy({ ...lind, last_name: "Oldserver" });
    await server.db.deleteFrom("order_search_due").where("ticket_order_id", "=", id).execute();
    await index();
    expect(numbersOf(await find("oldserver"))).toEqual([]);
    await server.runAsOwner(
      `set app.seller = '*'; update ticket_order set created_at = (created_at at time zone 'utc' - interval '5 minutes') at time zone 'utc' where id = '${id}'`,
    );
    await queueMissedOrders(server.db);
    await index();
    expect(numbersOf(await find("oldserver"))).toEqual([number]);
  });
});

describe("by codes and cards, only for readers who can see them", () => {
  const may: readonly [string, StaffRole, string, boolean][] = [
    ["box office finds by member number", "box_office", "member", true],
    ["finance does not find by member number", "finance", "member", false],
    ["box office finds by a former member number", "box_office", "former", true],
    ["finance does not find by a former member number", "finance", "former", false],
    ["finance finds by promo code", "finance", "code", true],
  ];
  test.each(may)("%s", async (_, role, kind, isFound) => {
    const own = await createChangeShop(server);
    const { id, number } = await buy(lind, { at: own });
    const ids = { seller_id: own.seller_id };
    const ticket = await server.db
      .selectFrom("ticket")
      .select(["id", "ticket_group_id", "ticket_type_id", "event_template_id", "cart_id"])
      .where("ticket_order_id", "=", id)
      .executeTakeFirstOrThrow();
    if (kind === "former")
      await server.db
        .insertInto("replaced_code")
        .values({ ...ids, ticket_id: ticket.id, code_hash: createHash("sha256").update("7KEEPER0DA").digest() })
        .execute();
    if (kind !== "code")
      await server.db
        .insertInto("membership")
        .values({
          ...ids,
          id: crypto.randomUUID(),
          ticket_id: ticket.id,
          ticket_order_id: id,
          event_template_id: ticket.event_template_id,
          ticket_group_id: ticket.ticket_group_id,
          ticket_type_id: ticket.ticket_type_id,
          membership_program_id: null,
          membership_role_id: null,
          level_name: "Family",
          party_role: "primary",
          identity_id: null,
          holder_name: "Kim Keeper",
          holder_email: null,
          scan_code: "ABCDEF0123456789ABCDEF0123456789",
          member_number: kind === "former" ? "7NEWER0NE" : "7KEEPER0DA",
          valid_from: "2026-01-01T00:00:00Z",
          valid_to: null,
          renews_id: null,
          benefits: "{}",
        } as never)
        .execute();
    else {
      const [group, code] = [crypto.randomUUID(), crypto.randomUUID()];
      await server.db
        .insertInto("code_group")
        .values({ ...ids, id: group, key: "k", name: "Keepers", description: null })
        .execute();
      await server.db
        .insertInto("code")
        .values({
          ...ids,
          id: code,
          code_group_id: group,
          code: "7keepEroda",
          normalized: "7keeperoda",
          valid_from: null,
          valid_to: null,
          max_uses: -1,
        })
        .execute();
      await server.db
        .insertInto("cart_code")
        .values({ ...ids, cart_id: ticket.cart_id, code_id: code })
        .execute();
    }
    const who = await signedIn(server, own, [role]);
    const found = await find("7keepEroda", "", who);
    expect(numbersOf(found)).toEqual(isFound ? [number] : []);
    expect(found.exact).toBe(isFound && kind !== "code" ? number : null);
  });
});

describe("the list", () => {
  test("is newest first, and its pages neither repeat nor skip a row when an order is added", async () => {
    const own = await createChangeShop(server, everyChange, { sessions: [{ inDays: 7, capacity: 500 }] });
    const who = await signedIn(server, own, ["finance"]);
    const numbers: number[] = [];
    for (let n = 0; n < 53; n++) numbers.push((await buy(lind, { at: own })).number);
    const first = (await who.get("/orders")).body;
    await buy(lind, { at: own });
    const second = (await who.get(`/orders?after=${first.next}`)).body;
    expect([...numbersOf(first), ...numbersOf(second)]).toEqual(numbers.toReversed());
    expect(second.next).toBeNull();
    await index(own);
    const found = await find("lindq", "", who);
    expect([...numbersOf(found), ...numbersOf(await find("lindq", `&after=${found.next}`, who))]).toHaveLength(54);
  }, 60_000);

  test("shows purchaser, events, visit, total and state, and filters by each", async () => {
    const own = await createChangeShop(server, everyChange, { sessions: [{ inDays: 7 }, { inDays: 8 }] });
    const who = await signedIn(server, own, ["manager"]);
    const kept = await buy(nunez, { at: own, quantity: 2 });
    const partly = await buy(lind, { at: own, quantity: 2 });
    const gone = await buy(lind, { at: own });
    const tickets = await server.db
      .selectFrom("ticket")
      .select(["id"])
      .where("ticket_order_id", "=", partly.id)
      .execute();
    await venueCancels(server, own, partly, { ticket_ids: [tickets[0]?.id ?? ""] });
    await venueCancels(server, own, gone);
    const { orders } = (await who.get("/orders")).body;
    expect(orders).toMatchObject([
      { order_number: gone.number, state: "cancelled", tickets: 0, refunded: "20.00" },
      { order_number: partly.number, state: "part_refunded", tickets: 1, refunded: "20.00" },
      {
        order_number: kept.number,
        purchaser: "Åsa-Lena Núñez O’Brien",
        email: nunez.email,
        events: ["Whales of the Harbor"],
        tickets: 2,
        visit: { start_datetime: own.session.start_datetime },
        total: "40.00",
        refunded: "0",
        currency: "USD",
        state: "valid",
      },
    ]);
    const by = async (query: string): Promise<number[]> => numbersOf((await who.get(`/orders?${query}`)).body);
    const today = Temporal.Now.plainDateISO(own.timezone);
    const visit = Temporal.Instant.from(own.session.start_datetime).toZonedDateTimeISO(own.timezone).toPlainDate();
    expect(await by("state=valid")).toEqual([kept.number]);
    expect(await by("state=cancelled")).toEqual([gone.number]);
    expect(await by("state=part_refunded")).toEqual([partly.number]);
    expect(await by("state=used")).toEqual([]);
    expect(await by("min=30")).toEqual([partly.number, kept.number]);
    expect(await by("max=30")).toEqual([gone.number]);
    expect(await by("means=card&channel_id=web")).toHaveLength(3);
    expect(await by("means=gift_card")).toEqual([]);
    expect(await by("channel_id=auto_renew")).toEqual([]);
    expect(await by(`sold_from=${today.toString()}&sold_to=${today.toString()}`)).toHaveLength(3);
    expect(await by(`sold_to=${today.subtract({ days: 1 }).toString()}`)).toEqual([]);
    expect(await by(`visit_from=${visit.toString()}&visit_to=${visit.toString()}`)).toEqual([
      partly.number,
      kept.number,
    ]);
    expect(await by(`visit_from=${visit.add({ days: 1 }).toString()}`)).toEqual([]);
    expect(await by(`event_session_id=${own.session.id}`)).toEqual([partly.number, kept.number]);
    expect(await by(`event_template_id=${own.event.id}&state=valid`)).toEqual([kept.number]);
    expect(await by(`ticket_type_id=${own.type.id}&state=valid`)).toEqual([kept.number]);
    expect(await by(`ticket_type_id=${own.type.id}&state=cancelled`)).toEqual([gone.number]);
    expect(await by(`ticket_type_id=${shop.type.id}`)).toEqual([]);
    expect(await by(`event_session_id=${own.session.id}&state=cancelled`)).toEqual([gone.number]);
    expect(await by(`visit_from=${visit.add({ days: 1 }).toString()}&state=cancelled`)).toEqual([]);
    await index(own);
    expect(await by("q=lindqvist&state=cancelled")).toEqual([gone.number]);
    const filters = (query: string) => who.get(`/order_filters${query}`);
    expect((await filters("")).body).toMatchObject({
      events: [{ id: own.event.id, name: "Whales of the Harbor" }],
      types: [],
      sessions: [],
    });
    const ofTypes = (await filters(`?event_template_id=${own.event.id}`)).body;
    expect(ofTypes).toMatchObject({
      types: own.event.groups.flatMap(({ name, types }) =>
        types.map((type) => ({ id: type.id, name: `${name}: ${type.name}` })),
      ),
      sessions: [],
    });
    expect((await filters(`?event_template_id=${shop.event.id}`)).body.types).toEqual([]);
    const { start_datetime } = own.session;
    expect((await filters(`?event_template_id=${own.event.id}&day=${visit.toString()}`)).body.sessions).toMatchObject([
      { id: own.session.id, start_datetime, timezone: own.timezone, cancelled: false },
    ]);
    expect((await filters(`?event_template_id=${shop.event.id}&day=${visit.toString()}`)).body.sessions).toEqual([]);
  });

  test.each([
    "sold_from=2026-02-02&sold_to=2026-02-01",
    "visit_from=2026-02-02&visit_to=2026-02-01",
    "state=gone",
    "min=1.234",
    "colour=red",
    "after=0",
    "q=",
  ])("?%s is refused", async (query) => {
    expect((await clerk.get(`/orders?${query}`)).status).toBe(400);
  });
});

// A coordinator does not show the nodes' plans.
test.skipIf(inject("nodes"))("two common names are searched without a nested scan", async () => {
  const many = 300;
  const own = await createChangeShop(server, everyChange);
  await server.runAsOwner(`set app.seller = '*';
    insert into order_word (seller_id, kind, word, order_number)
      select '${own.seller_id}', 'name', word || n, n from generate_series(1, ${many}) n, unnest(array['anna', 'bell']) word returning true as inserted;
    analyze order_word`);
  const who = await signedIn(server, own, ["box_office"]);
  const sent = await sentStatements(() => find("anna bell", "", who));
  const costs = await costsOf(server.databaseConfig, sent);
  expect(Math.max(...costs.map(({ plan }) => mostRowsOfStep(plan)))).toBeLessThanOrEqual(2 * many);
});
