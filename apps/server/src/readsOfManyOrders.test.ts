import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestUser } from "../test/accounts/members.ts";
import { openTestApp, type TestApp } from "../test/app/testApp.ts";
import { ownerOf } from "../test/database/cloneDatabase.ts";
import { costsOf, type StatementCost } from "../test/database/statements/rowsRead.ts";
import { sentStatements } from "../test/database/statements/sentStatements.ts";
import { copyOrder, readOriginal } from "../test/orders/copyOrder.ts";
import { testInvoice } from "../test/orders/invoices.ts";
import { createTestShop, type TestShop } from "../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../test/shop/testBuyer.ts";
import { findPerson } from "./cli/person/personScope.sql.ts";
import type { StaffContext } from "./http/staff/staffContext.ts";
import { ordersToResend } from "./modules/account/resend/resendOrderEmails.sql.ts";
import { selectUsersByEmail } from "./modules/identity/users/ensureUsers.sql.ts";
import { guestBuyerByEmail } from "./modules/identity/users/guestIdentity.sql.ts";
import { userByEmail } from "./modules/identity/users/users.sql.ts";
import { readPersonList } from "./office/lists/rows.sql.ts";
import { membersByEmail } from "./office/members/imports/memberImports.sql.ts";

const ordersOfMember = 30;
const ordersOfOthers = 400;
const accounts = 400;
/** The member's address. */
const address = "Ada.Lovelace@example.org";
const password = "a walk along the quay";

let server: TestApp;
let shop: TestShop;
let member: TestBuyer;
let own: { order_id: string; cart_id: string };

const buy = async (buyer: TestBuyer) => {
  const cart = await buyer.hold(2);
  await buyer.savePurchaser(cart);
  await buyer.pay(cart, cards.good);
  const { body } = await (buyer === member ? buyer.post(`/my/cart/${cart.id}/checkout`, {}) : buyer.checkOut(cart));
  return { status: 200, order_id: body.ticket_order._data[0].id as string, cart_id: cart.id };
};

beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db, {
    seller: { configuration: JSON.stringify({ invoice: testInvoice }) },
    event: { sessions: [{ capacity: -1 }] },
  });
  const { cookie } = await createTestUser(server.db, shop, { email: address, password });
  member = new TestBuyer(server, shop, cookie);
  own = await buy(member);
  const other = await buy(new TestBuyer(server, shop));
  const client = new pg.Client(ownerOf(server.databaseConfig));
  await client.connect();
  await client.query("set app.seller = '*'");
  const owner = {
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) =>
      (await client.query<Row>(text, [...values])).rows,
  };
  await copyOrder(owner, await readOriginal(owner, own, { sameBuyer: true }), { from: 1, to: ordersOfMember - 1 });
  await copyOrder(owner, await readOriginal(owner, other), { from: 1000, to: 999 + ordersOfOthers });
  await client.query(
    `insert into identity (seller_id, id, kind, email)
     select $1, gen_random_uuid(), 'user', 'account' || n || '@example.org' from generate_series(1, $2) n returning id`,
    [shop.seller_id, accounts],
  );
  await client.query("analyze");
  await client.end();
});
afterAll(() => server.close());

/** Tables that grow with each purchase. */
const growing = ["cart", "identity", "outbox", "payment", "payment_audit", "ticket", "ticket_order", "transition"];
const mostRows = ({ rows }: StatementCost): number => Math.max(0, ...growing.map((table) => rows.get(table) ?? 0));
const worstOf = (costs: readonly StatementCost[]): string => {
  const [worst] = costs.toSorted((one, two) => mostRows(two) - mostRows(one));
  return `${JSON.stringify(Object.fromEntries(worst?.rows ?? []))} by ${worst?.text}`;
};

/** A purchase reads a few rows of each table. A reply about all orders of the member reads a few rows per order. */
const perOrder = 6;
const reads: readonly (readonly [string, number, () => Promise<{ readonly status: number }>])[] = [
  ["an account's orders", 20, () => member.get("/my/ticket_order")],
  ["an account's visits", ordersOfMember, () => member.get("/my/order_session")],
  ["an account's saved methods", 1, () => member.get("/my/identity/saved_payment_method")],
  ["an account's memberships", 1, () => member.get("/my/membership")],
  ["an order", 1, () => member.get(`/ticket_order/${own.order_id}`)],
  ["what an order allows", 1, () => member.get(`/ticket_order/${own.order_id}/actions`)],
  ["an order's invoice", 1, () => member.get(`/ticket_order/${own.order_id}/invoice.pdf`)],
  ["a cart", 1, () => member.get(`/my/cart/${own.cart_id}`)],
  ["a listing", 1, () => member.get("/events/available")],
  ["an event", 1, () => member.get(`/events/${shop.event.id}`)],
  ["an event's sessions", 1, () => member.get(`/events/${shop.event.id}/sessions`)],
  ["a calendar", 1, () => member.get(`/events/${shop.event.id}/calendar`)],
  ["a login", 1, () => new TestBuyer(server, shop).post("/login", { username: address.toUpperCase(), password })],
  ["a purchase", 1, () => buy(new TestBuyer(server, shop))],
];

describe("reads no orders of others", () => {
  test.each(reads)("%s", async (_, orders, read) => {
    expect((await read()).status).toBe(200);
    const costs = await costsOf(server.databaseConfig, await sentStatements(read));
    expect(costs.length).toBeGreaterThan(0);
    expect(Math.max(...costs.map(mostRows)), worstOf(costs)).toBeLessThanOrEqual(orders * perOrder);
  });
});

type Desk = Pick<StaffContext, "db" | "seller">;
const email = address.toLowerCase();
/** Look-ups of people by an address, at the seller with many people. */
const lookUps: readonly (readonly [string, number, (desk: Desk) => Promise<unknown>])[] = [
  ["an account", 1, (desk) => userByEmail(desk, email)],
  ["several accounts", 2, ({ db, seller }) => selectUsersByEmail(db, seller.id, [email, "account1@example.org"])],
  ["somebody who bought without an account", 1, (desk) => guestBuyerByEmail(desk, email)],
  ["members of an import", 1, ({ db, seller }) => membersByEmail(db, seller.id, [email])],
  ["a person to export", ordersOfMember, ({ db, seller }) => findPerson(db, seller.id, email)],
  ["orders to send again", 1, (desk) => ordersToResend(desk, { email }, 10)],
];

describe("reads no people with other addresses", () => {
  test.each(lookUps)("%s", async (_, own, lookUp) => {
    const db = server.connections.forSeller(shop.seller_id);
    const seller = { id: shop.seller_id, timezone: "UTC", default_currency_code: "USD" } as StaffContext["seller"];
    const costs = await costsOf(server.databaseConfig, await sentStatements(() => lookUp({ db, seller })));
    expect(costs.length).toBeGreaterThan(0);
    expect(Math.max(...costs.map(({ rows }) => rows.get("identity") ?? 0))).toBeLessThanOrEqual(own * perOrder);
  });

  test("a page of the list of buyers, in the order of their addresses", async () => {
    const db = server.connections.forSeller(shop.seller_id);
    const seller = { id: shop.seller_id, timezone: "UTC", default_currency_code: "USD" } as StaffContext["seller"];
    const limit = 10;
    const first = await readPersonList({ db, seller }, { filter: {}, after: "", limit });
    const after = first.at(-1)?.address ?? "";
    const readSecond = async () => {
      const second = await readPersonList({ db, seller }, { filter: {}, after, limit });
      expect(second).toHaveLength(limit);
      const addresses = [...first, ...second].map((row) => row.address);
      expect(new Set(addresses).size).toBe(2 * limit);
      expect(addresses).toEqual(addresses.toSorted(new Intl.Collator("und", { sensitivity: "accent" }).compare));
    };
    const costs = await costsOf(server.databaseConfig, await sentStatements(readSecond));
    expect(Math.max(...costs.map(({ rows }) => rows.get("identity") ?? 0))).toBeLessThanOrEqual(limit * perOrder);
  });
});

test("twenty orders are read with the statements of one", async () => {
  const one = await sentStatements(() => member.get(`/my/ticket_order?id._in=${own.order_id}`));
  const twenty = await sentStatements(() => member.get("/my/ticket_order"));
  expect((await member.get("/my/ticket_order")).body.ticket_order._data).toHaveLength(20);
  expect(twenty.length).toBeLessThanOrEqual(one.length + 1);
});
