import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { createChangeShop, everyChange } from "../../../test/orders/changedOrders.ts";
import { venueContext } from "../../../test/orders/venueChanges.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { newId } from "../../db/newId.ts";
import { indexOrders } from "../../modules/orders/search/indexOrders.ts";

let server: TestApp;
let shop: TestShop;
let clerk: OfficeBrowser;
let stranger: OfficeBrowser;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createChangeShop(server, everyChange, { sessions: [{ inDays: 7 }, { inDays: 8 }] });
  clerk = await signedIn(server, shop, ["box_office"]);
  stranger = await signedIn(server, await createTestShop(server.db), ["owner"]);
});
afterAll(() => server.close());

const find = async (kind: string, q: string, who: OfficeBrowser = clerk) => {
  const { status, body } = await who.get(`/search/${kind}?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return body;
};

const buy = async (first_name: string, last_name: string, email: string): Promise<{ id: string; number: number }> => {
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(1);
  const identity = { first_name, last_name, email };
  await buyer.savePurchaser(cart, identity);
  await buyer.pay(cart, cards.good);
  const { body, status } = await buyer.checkOut(cart, { identity });
  expect(status).toBe(200);
  const [{ id, order_number }] = body.ticket_order._data;
  const ctx = await venueContext(server, shop);
  while ((await indexOrders(ctx)) > 0);
  return { id, number: Number(order_number) };
};

describe("people", () => {
  test("are found by the beginnings of their names and by their address, each once with their orders", async () => {
    await buy("Ada", "Lindqvist", "ada@lindqvist.example");
    const newest = await buy("Ada", "Lindqvist", "ada@lindqvist.example");
    await buy("Bo", "Lindqvist", "bo@lindqvist.example");
    const { people } = await find("people", "lindq");
    expect(people).toHaveLength(2);
    expect(people).toContainEqual({
      name: "Ada Lindqvist",
      email: "ada@lindqvist.example",
      orders: 2,
      order_number: newest.number,
    });
    expect((await find("people", "ada lindq")).people).toHaveLength(1);
    expect((await find("people", "bo@lind")).people).toMatchObject([{ name: "Bo Lindqvist" }]);
    expect((await find("people", "lindq", stranger)).people).toEqual([]);
  });

  test("are not found by one letter", async () => {
    expect(await find("people", "l")).toEqual({ people: [], members: [], exact: null, too_short: true });
  });
});

describe("members", () => {
  test("are found by number and by name, with their level and its state", async () => {
    const order = await buy("Mia", "Keeper", "mia@keeper.example");
    const ticket = await server.db
      .selectFrom("ticket")
      .select(["id", "event_template_id", "ticket_group_id", "ticket_type_id"])
      .where("ticket_order_id", "=", order.id)
      .executeTakeFirstOrThrow();
    const { id: ticket_id, ...of } = ticket;
    await server.db
      .insertInto("membership")
      .values({
        seller_id: shop.seller_id,
        id: newId(),
        ticket_id,
        ticket_order_id: order.id,
        ...of,
        membership_program_id: null,
        membership_role_id: null,
        level_name: "Family",
        party_role: "holder",
        benefits: "{}",
        identity_id: null,
        holder_name: "Mia Keeper",
        holder_email: null,
        scan_code: "KEEPERSCANCODE",
        member_number: "7KEEPERMA",
        valid_from: "2020-01-01T00:00:00Z",
        valid_to: "2021-01-01T00:00:00Z",
        renews_id: null,
      })
      .execute();
    const expected = { member_number: "7KEEPERMA", name: "Mia Keeper", level: "Family", state: "ended" };
    expect((await find("people", "7-keeper-ma")).members).toMatchObject([{ ...expected, order_number: order.number }]);
    expect(await find("people", "keep")).toMatchObject({ members: [expected], exact: null });
    // The card's number and its scan code find the member, who is the first result.
    for (const typed of ["7keeperma", "keeperscancode"]) {
      const { members, exact } = await find("people", typed);
      expect(members).toMatchObject([expected]);
      expect(exact).toBe(members[0].id);
    }
    expect((await find("people", "7KEEPERMA", stranger)).members).toEqual([]);
  });
});

describe("the catalogue", () => {
  test("is searched by a part of an event's name, with its next sessions", async () => {
    const { events, sessions } = await find("catalogue", "harbor whales");
    expect(events).toMatchObject([{ name: "Whales of the Harbor", is_retired: false }]);
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toMatchObject({ event: "Whales of the Harbor", timezone: shop.timezone });
    expect((await find("catalogue", "whales", stranger)).events).not.toMatchObject(events);
    expect((await find("catalogue", "no such thing")).events).toEqual([]);
  });

  test("is searched by day, and says that a single letter is too short", async () => {
    const [first] = (await find("catalogue", "whales")).sessions;
    const day = first.start_datetime.slice(0, 10);
    expect((await find("catalogue", day)).sessions.map(({ id }: { id: string }) => id)).toContain(first.id);
    expect((await find("catalogue", "1999-01-01")).sessions).toEqual([]);
    expect((await find("catalogue", "2027-02-30")).events).toEqual([]);
    expect((await find("catalogue", "w")).too_short).toBe(true);
  });
});

test("a promo code is found by its whole code only, and so is a gift card", async () => {
  const group = { seller_id: shop.seller_id, id: newId(), key: "summer", name: "Summer", description: null };
  await server.db.insertInto("code_group").values(group).execute();
  await server.db
    .insertInto("code")
    .values({
      seller_id: shop.seller_id,
      id: newId(),
      code_group_id: group.id,
      code: "Summer27",
      normalized: "summer27",
      valid_from: null,
      valid_to: null,
    })
    .execute();
  expect((await find("codes", " SUMMER27 ")).codes).toMatchObject([
    { code: "Summer27", group: "Summer", used: 0, max_uses: null },
  ]);
  expect((await find("codes", "summer2")).codes).toEqual([]);
  expect((await find("codes", "summer27", stranger)).codes).toEqual([]);

  await server.db
    .insertInto("ledger_account")
    .values({
      seller_id: shop.seller_id,
      id: newId(),
      ledger_id: "main",
      number: "CARD-1234-5678-9876",
      normalized: "CARD123456789876",
      currency: "USD",
      balance: 2550,
      source_ticket_id: null,
      valid_to: null,
    })
    .execute();
  const { gift_cards } = await find("gift_cards", "card 1234 5678 9876");
  expect(gift_cards).toMatchObject([{ ending: "9876", balance: "25.50", is_active: true, order_number: null }]);
  expect(JSON.stringify(gift_cards)).not.toContain("12345678");
  expect((await find("gift_cards", "CARD1234")).gift_cards).toEqual([]);
  expect((await find("gift_cards", "CARD123456789876", stranger)).gift_cards).toEqual([]);
});
