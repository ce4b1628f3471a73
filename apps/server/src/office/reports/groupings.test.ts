import { reportNames, reports, type Report, type ReportName } from "@foyer/contract/office/money/reports.ts";
import { isPeriod } from "@foyer/rules/reports/reportPeriods.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { moveClock } from "../../../test/database/moveClock.ts";
import { createDeskShop } from "../../../test/office/deskShop.ts";
import { readReportNow } from "../../../test/office/readReport.ts";
import { signedIn, type NewStaff, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { cancelTickets, orderOf, refusalOf } from "../../../test/orders/changedOrders.ts";
import { closeDaysOf } from "../../../test/orders/journalDays.ts";
import { createGiftCard } from "../../../test/payments/giftCards.ts";
import { cardTender, giftCardTender, SplitPaymentBuyer } from "../../../test/payments/splitPayments.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { newId } from "../../db/newId.ts";

let server: TestApp;
let shop: TestShop;
let owner: OfficeBrowser;
let clerk: OfficeBrowser & { readonly person: NewStaff };
let from: string;
let to: string;
let daysAhead = 0;
setUpTestApp((opened) => void (server = opened));

const dayAfter = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();
const cents = (value: number | string | undefined): number => Math.round(100 * Number(value));
const read = (name: ReportName, more = "", who = owner) =>
  readReportNow(who, `/reports/${name}?from=${from}&to=${to}${more}`);
const report = async (name: ReportName, more = "", who = owner): Promise<Report> => {
  const { status, body } = await read(name, more, who);
  expect(status).toBe(200);
  return body as Report;
};
/** The figures of each row, by its label. */
const byLabel = ({ rows, columns }: Report, ...names: readonly string[]) =>
  Object.fromEntries(
    rows.map(({ label, values }) => [
      label,
      names.map((name) => values[columns.findIndex((column) => column.name === name)]),
    ]),
  );

beforeAll(async () => {
  moveClock(server.connections, () => `${daysAhead} days`);
  shop = await createDeskShop(server);
  owner = await signedIn(server, shop, ["owner"]);
  from = (await owner.get("/board")).body.day;
  to = dayAfter(from, 3);
  clerk = await signedIn(server, shop, ["box_office"], { name: "Bo Booth" });
  // Online by card, and by card and gift card together.
  const buyer = new SplitPaymentBuyer(server, shop);
  const order = orderOf(await buyer.buy(2));
  const card = await createGiftCard(server, shop, 3000);
  const other = new SplitPaymentBuyer(server, shop);
  const cart = await other.hold(2);
  await other.payWith(cart, giftCardTender(card, 1500), cardTender(2500));
  expect((await other.checkOut(cart)).body.outcome).toBe("completed");
  // At the counter for cash, and given away.
  await clerk.post("/till/open", { float: "50.00" });
  const tickets = [{ ticket_type_id: shop.type.id, quantity: 1 }];
  const visit = { event_template_id: shop.event.id, event_session_id: shop.session.id, tickets };
  const means = [{ kind: "cash", amount: "20.00" }];
  expect((await clerk.post("/counter_sales", { sale_id: newId(), ...visit, means, email: null })).status).toBe(200);
  const buyerOfComp = { first_name: "Grace", last_name: "Hopper", email: "grace@comp.example", reason: "Press" };
  expect((await clerk.post("/comp_orders", { ...visit, ...buyerOfComp })).status).toBe(200);
  daysAhead = 2;
  owner = await signedIn(server, shop, ["owner"]);
  expect((await cancelTickets(buyer, order, order.tickets.slice(0, 1))).status).toBe(200);
});

const offered = reportNames.flatMap((name) => reports[name].by.map((by) => [name, by] as const));

/** By period, opening and closing balances are those of the first and the last row; every other column adds up. */
const expectToAddUp = ({ rows, columns, total, by }: Report): void => {
  for (const [index, column] of columns.entries()) {
    const values = rows.map((row) => cents(row.values[index]));
    const sum = values.reduce((all, value) => all + value, 0);
    const expected =
      isPeriod(by) && column.total !== "sum" ? (column.total === "first" ? values[0] : values.at(-1)) : sum;
    expect(cents(total.values[index]), column.name).toBe(expected);
  }
};

describe.each(offered)("the report %s by %s", (name, by) => {
  test.each([
    ["days", ""],
    ["moments", "&from_time=00:00&to_time=23:59"],
  ])("adds up to the total of the span, of %s", async (_, more) => {
    const usual = await report(name, more);
    const grouped = await report(name, `&by=${by}${more}`);
    expect(grouped.by).toBe(by);
    expectToAddUp(grouped);
    // By anything but periods, balances add up, so their total differs from the usual one.
    if (isPeriod(by) || usual.columns.every(({ total }) => total === "sum"))
      expect(grouped.total.values).toEqual(usual.total.values);
  });
});

describe("sales", () => {
  test("by means are grouped by how their orders were paid; a combination of means is one row", async () => {
    expect(byLabel(await report("sales", "&by=means"), "tickets", "face_value", "discounts")).toEqual({
      "Cards (test)": [1, "40.00", "0"],
      "Cards (test) + Gift cards": [2, "40.00", "0"],
      Cash: [1, "20.00", "0"],
      "Without a payment": [1, "20.00", "-20.00"],
    });
  });

  test("by staff are those of whoever sold or gave away, and what is sold online is not by staff", async () => {
    expect(byLabel(await report("sales", "&by=staff"), "tickets", "face_value")).toEqual({
      "Bo Booth": [2, "40.00"],
      "Not by staff": [3, "80.00"],
    });
    const reporter = await signedIn(server, shop, ["reporter"]);
    expect(byLabel(await report("sales", "&by=staff", reporter), "tickets")).toEqual({
      Staff: [2],
      "Not by staff": [3],
    });
  });

  test.each(["means", "staff"])("by %s have no day of visit, and cover one year", async (by) => {
    expect(refusalOf(await read("sales", `&by=${by}&dated=visit`))).toBe("400 bad_field_value");
    const long = await owner.get(`/reports/sales?from=2024-01-01&to=2025-01-01&by=${by}`);
    expect([refusalOf(long), long.body._data[0]._extra.to]).toEqual(["422 validation_failed", "2024-12-31"]);
  });

  test("by means stay as they are when an order is paid by another means later", async () => {
    const before = await report("sales", "&by=means");
    const paymentBy = (gateway: "cash" | "test") =>
      server.db
        .selectFrom("payment")
        .select(["id", "ticket_order_id", "created_at"])
        .where("seller_id", "=", shop.seller_id)
        .where("gateway_id", "=", gateway)
        .orderBy("created_at")
        .executeTakeFirstOrThrow();
    const [cash, web] = [await paymentBy("cash"), await paymentBy("test")];
    const pay = (order: string | null, at: string) =>
      server.runAsOwner(`set app.seller = '*';
        update payment set ticket_order_id = '${order}', created_at = '${at}' where id = '${cash.id}';
        update payment_audit set occurred_on = '${at}' where payment_id = '${cash.id}' and audit_action = 'capture'`);
    // As if cash paid three days later for a change of the first order.
    await pay(web.ticket_order_id, Temporal.Instant.from(cash.created_at).add({ hours: 72 }).toString());
    const after = await report("sales", "&by=means");
    expect(byLabel(after, "net")["Cards (test)"]).toEqual(byLabel(before, "net")["Cards (test)"]);
    await pay(cash.ticket_order_id, cash.created_at);
    expect(await report("sales", "&by=means")).toEqual(before);
  });
});

test("money by channel has the channel of the carts that it paid for", async () => {
  const money = byLabel(await report("money", "&by=channel"), "taken");
  expect(money).toEqual({ web: ["80.00"], box_office: ["20.00"] });
});

test("figures that are read from orders stay the same after their days are summed", async () => {
  const all = () =>
    Promise.all([report("sales", "&by=means"), report("sales", "&by=staff"), report("money", "&by=channel")]);
  daysAhead = 5;
  owner = await signedIn(server, shop, ["owner"]);
  const open = await all();
  expect(await closeDaysOf(server, shop)).toBeGreaterThan(0);
  expect(await all()).toEqual(open);
});
