import { beforeAll, describe, expect, test } from "vitest";
import type { Report } from "@foyer/contract/office/money/reports.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { moveClock } from "../../../../test/database/moveClock.ts";
import { readReportNow } from "../../../../test/office/readReport.ts";
import { signedIn, type NewStaff, type OfficeBrowser } from "../../../../test/office/testStaff.ts";
import { cancelTickets, createChangeShop, everyChange, orderOf } from "../../../../test/orders/changedOrders.ts";
import { createGiftCard } from "../../../../test/payments/giftCards.ts";
import { cardTender, giftCardTender, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import type { TestResponse } from "../../../../test/app/testApp.ts";
import { newId } from "../../../db/newId.ts";

let server: TestApp;
let shop: TestShop;
let owner: OfficeBrowser;
let clerk: OfficeBrowser & { readonly person: NewStaff };
let first: string;
let last: string;
let daysAhead = 0;
setUpTestApp((opened) => void (server = opened));

const numberOf = ({ body, status }: TestResponse): number => {
  expect(status).toBe(200);
  return Number(body.ticket_order?._data[0].order_number ?? body.order_number);
};
/** The orders of the list, with these filters. */
const list = async (filters: string, who = owner): Promise<number[]> => {
  const { status, body } = await who.get(`/orders?${filters}`);
  expect([filters, status]).toEqual([filters, 200]);
  return body.orders.map(({ order_number }: { order_number: number }) => order_number).toReversed();
};
const all = (): string => `journal_from=${first}&journal_to=${last}`;
/** The rows of a report from the first day to the last, or of one of them: the key of each label. */
const keysOf = async (name: string, by: string, days = `from=${first}&to=${last}`) => {
  const { rows } = (await readReportNow(owner, `/reports/${name}?${days}&by=${by}`)).body as Report;
  return Object.fromEntries(rows.map(({ label, key }) => [label, key]));
};

let card: number;
let split: number;
let cash: number;
let given: number;
let free: number;

beforeAll(async () => {
  moveClock(server.connections, () => `${daysAhead} days`);
  shop = await createChangeShop(server, everyChange, {
    sessions: [{ inDays: 7 }, { inDays: 8 }],
    groups: [{ types: [{ name: "Adult" }, { name: "Child", currency_amount: 0 }] }],
  });
  owner = await signedIn(server, shop, ["owner"]);
  clerk = await signedIn(server, shop, ["box_office"], { name: "Bo Booth" });
  first = (await owner.get("/board")).body.day;
  last = Temporal.PlainDate.from(first).add({ days: 2 }).toString();
  const buyer = new SplitPaymentBuyer(server, shop);
  const bought = await buyer.buy(2);
  card = numberOf(bought);
  const other = new SplitPaymentBuyer(server, shop);
  const cart = await other.hold(2);
  await other.payWith(cart, giftCardTender(await createGiftCard(server, shop, 3000), 1500), cardTender(2500));
  split = numberOf(await other.checkOut(cart));
  const child = new SplitPaymentBuyer(server, shop);
  const freeCart = await child.hold(1, shop.event.groups[0]?.types[1]?.id);
  await child.payFree(freeCart);
  free = numberOf(await child.checkOut(freeCart));
  await clerk.post("/till/open", { float: "50.00" });
  const tickets = [{ ticket_type_id: shop.type.id, quantity: 1 }];
  const visit = { event_template_id: shop.event.id, event_session_id: shop.session.id, tickets };
  const means = [{ kind: "cash", amount: "20.00" }];
  cash = numberOf(await clerk.post("/counter_sales", { sale_id: newId(), ...visit, means, email: null }));
  const guest = { first_name: "Grace", last_name: "Hopper", email: "grace@comp.example", reason: "Press" };
  given = numberOf(await clerk.post("/comp_orders", { ...visit, ...guest }));
  daysAhead = 2;
  owner = await signedIn(server, shop, ["owner"]);
  // All tickets, so that the order has none left for the visit.
  const order = orderOf(bought);
  expect((await cancelTickets(buyer, order, order.tickets)).status).toBe(200);
});

describe("the orders of a report's row", () => {
  test("by day are those sold, and those cancelled or refunded, on it", async () => {
    expect(await list(`journal_from=${first}&journal_to=${first}`)).toEqual([card, split, free, cash, given]);
    expect(await list(`journal_from=${last}&journal_to=${last}`)).toEqual([card]);
    expect(await list(`sold_from=${last}&sold_to=${last}`)).toEqual([]);
    expect(await list(`journal_from=${first}&journal_to=${first}&state=cancelled`)).toEqual([card]);
  });

  test.each([
    ["event", () => `event_template_id=${shop.event.id}`],
    ["session", () => `event_session_id=${shop.session.id}`],
    ["type", () => `ticket_type_id=${shop.type.id}`],
  ])("by %s include cancelled ones", async (by, filter) => {
    const days = `journal_from=${last}&journal_to=${last}`;
    expect(Object.values(await keysOf("sales", by, `from=${last}&to=${last}`))).toContain(filter().split("=")[1]);
    expect(await list(`${days}&${filter()}`)).toEqual([card]);
    expect(await list(`sold_from=${first}&${filter()}`)).not.toContain(card);
  });

  test("by type are those with an entry about it", async () => {
    const types = shop.event.groups[0]?.types ?? [];
    expect(await list(`${all()}&ticket_type_id=${types[1]?.id}`)).toEqual([free]);
    expect(await list(`${all()}&ticket_type_id=${types[0]?.id}`)).toEqual([card, split, cash, given]);
  });

  test("by means are those that were paid by exactly these until then", async () => {
    const keys = await keysOf("sales", "means");
    expect(keys).toEqual({
      "Cards (test)": "test",
      "Cards (test) + Gift cards": "ledger,test",
      Cash: "cash",
      "Without a payment": "",
    });
    const days = `journal_from=${first}&journal_to=${last}`;
    expect(await list(`${days}&paid_by=test`)).toEqual([card]);
    expect(await list(`${days}&paid_by=ledger,test`)).toEqual([split]);
    expect(await list(`${days}&paid_by=cash`)).toEqual([cash]);
    expect(await list(`${days}&paid_by=none`)).toEqual([free, given]);
    expect(await list(`journal_from=${last}&journal_to=${last}&paid_by=cash`)).toEqual([]);
    expect(await list("paid_by=ledger,test")).toEqual([split]);
    expect(await list("paid_by=ledger")).toEqual([]);
    expect(await list("paid_by=none")).toEqual([free, given]);
  });

  test("by staff are those that the person sold or gave away, and the others those sold online", async () => {
    expect(await keysOf("sales", "staff")).toEqual({ "Bo Booth": clerk.person.id, "Not by staff": "" });
    expect(await list(`${all()}&sold_by=${clerk.person.id}`)).toEqual([cash, given]);
    expect(await list(`sold_by=${clerk.person.id}&channel_id=comp`)).toEqual([given]);
    expect(await list("sold_by=online")).toEqual([card, split, free]);
    expect(await list(`sold_by=${newId()}`)).toEqual([]);
  });

  test("of money by means are those whose money it moved, by one of several payments too", async () => {
    expect(await list(`journal_from=${first}&journal_to=${first}&means=card`)).toEqual([card, split]);
    expect(await list(`journal_from=${first}&journal_to=${first}&means=gift_card`)).toEqual([split]);
    expect(await list(`journal_from=${first}&journal_to=${first}&means=cash`)).toEqual([cash]);
    expect(await list(`journal_from=${first}&journal_to=${first}&means=free`)).toEqual([free, given]);
    const { rows, columns } = (await readReportNow(owner, `/reports/money?from=${last}&to=${last}&by=means`)).body;
    const back = columns.findIndex(({ name }: { name: string }) => name === "given_back");
    expect(rows.map(({ key, values }: Report["rows"][number]) => [key, values[back]])).toEqual([["test", "-40.00"]]);
    expect(await list(`journal_from=${last}&journal_to=${last}&means=card`)).toEqual([card]);
    expect(await list(`journal_from=${last}&journal_to=${last}&means=cash`)).toEqual([]);
  });

  test("by reason are those that were given away for it; its address does not contain it", async () => {
    const { Press: key = "" } = await keysOf("comps", "reason");
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(await list(`given_for=${key}`)).toEqual([given]);
    expect(await list(`given_for=${"0".repeat(32)}`)).toEqual([]);
    expect(await list("given_for=erased")).toEqual([]);
  });

  test("by reason are refused to staff who may not see reasons", async () => {
    const { Press: key = "" } = await keysOf("comps", "reason");
    const booth = await signedIn(server, shop, ["box_office"]);
    expect((await booth.get(`/orders?given_for=${key}`)).status).toBe(403);
    const manager = await signedIn(server, shop, ["manager"]);
    expect(await list(`given_for=${key}`, manager)).toEqual([given]);
  });

  test("are only those of their seller", async () => {
    const stranger = await signedIn(server, await createChangeShop(server, everyChange), ["owner"]);
    for (const filter of [all(), "paid_by=test", `sold_by=${clerk.person.id}`, "sold_by=online"])
      expect(await list(filter, stranger)).toEqual([]);
  });

  test("are refused to a reporter, who may read the report but no orders", async () => {
    const reporter = await signedIn(server, shop, ["reporter"]);
    expect((await reporter.get(`/orders?sold_by=${clerk.person.id}`)).status).toBe(403);
  });
});

test("an order whose link a staff member sent is theirs, in the report and in the list", async () => {
  const { cart_id } = await server.db
    .selectFrom("ticket_order")
    .select("cart_id")
    .where("seller_id", "=", shop.seller_id)
    .where("order_number", "=", free)
    .executeTakeFirstOrThrow();
  await server.runAsOwner(
    `set app.seller = '*'; update cart set counter_staff_id = '${clerk.person.id}' where id = '${cart_id}'`,
  );
  expect(await list(`sold_by=${clerk.person.id}`)).toEqual([free, cash, given]);
  expect(await list("sold_by=online")).toEqual([card, split]);
  const { rows } = (await readReportNow(owner, `/reports/sales?from=${first}&to=${last}&by=staff`)).body as Report;
  expect(rows.map(({ label, values }) => [label, values[0]])).toContainEqual(["Bo Booth", 3]);
});

test.each([
  "journal_from=2026-02-02&journal_to=2026-02-01",
  "paid_by=shells",
  "paid_by=test,ledger",
  "paid_by=test,test",
  "paid_by=",
  "sold_by=nobody",
  "given_for=Press",
])("?%s is refused", async (query) => {
  expect((await owner.get(`/orders?${query}`)).status).toBe(400);
});

test.each([
  ["without its last day", "journal_from=2026-01-01", "2026-04-03"],
  ["without its first day", "journal_to=2026-01-01", undefined],
  ["of more than 93 days", "journal_from=2026-01-01&journal_to=2026-04-04", "2026-04-03"],
])("a span of the journal %s is refused with the last possible day", async (_, query, to) => {
  const { status, body } = await owner.get(`/orders?${query}`);
  expect([status, body._data[0]._code, body._data[0]._extra.to]).toEqual([422, "validation_failed", to]);
  expect((await owner.get("/orders?journal_from=2026-01-01&journal_to=2026-04-03")).status).toBe(200);
});
