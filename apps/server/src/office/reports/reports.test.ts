import { beforeAll, describe, expect, test } from "vitest";
import type { Report, ReportName } from "@foyer/contract/office/money/reports.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { moveClock } from "../../../test/database/moveClock.ts";
import { readFileNow, readReportNow } from "../../../test/office/readReport.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import {
  cancelTickets,
  createChangeShop,
  everyChange,
  orderOf,
  refusalOf,
  type TestOrder,
} from "../../../test/orders/changedOrders.ts";
import { closeDaysOf } from "../../../test/orders/journalDays.ts";
import { createGiftCard } from "../../../test/payments/giftCards.ts";
import { cardTender, giftCardTender, SplitPaymentBuyer } from "../../../test/payments/splitPayments.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
let shop: TestShop;
let owner: OfficeBrowser;
let buyer: SplitPaymentBuyer;
let order: TestOrder;
let daysAhead = 0;
/** The days of the sales; the second is two days later. */
let first: string;
let second: string;

const dayAfter = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();
const query = (name: ReportName, more = "", from = first, to = second) =>
  readReportNow(owner, `/reports/${name}?from=${from}&to=${to}${more}`);
const report = async (name: ReportName, more = "", from = first, to = second): Promise<Report> => {
  const { status, body } = await query(name, more, from, to);
  expect(status).toBe(200);
  return body as Report;
};
/** A row or the total, by column name. */
const named = ({ columns }: Report, values: readonly (number | string)[]): Readonly<Record<string, number | string>> =>
  Object.fromEntries(columns.map(({ name }, index) => [name, values[index] ?? 0]));
const totalOf = (given: Report) => named(given, given.total.values);
/** The changes of accounts according to the journal's own list: credits minus debits. */
const credited = async (from: string, to: string, ...accounts: readonly string[]): Promise<number> => {
  const { days } = (await owner.get(`/journal?from=${from}&to=${to}`)).body as {
    days: { accounts: { account: string; debit: string; credit: string }[] }[];
  };
  return days
    .flatMap(({ accounts: rows }) => rows)
    .filter(({ account }) => accounts.includes(account.split(":")[0] ?? ""))
    .reduce((sum, { debit, credit }) => sum + Math.round(100 * Number(credit)) - Math.round(100 * Number(debit)), 0);
};
const cents = (value: number | string | undefined): number => Math.round(100 * Number(value));

setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  moveClock(server.connections, () => `${daysAhead} days`);
  shop = await createChangeShop(server, everyChange);
  await server.runAsOwner(`set app.seller = '*'; update seller set configuration = configuration ||
    '{"invoice": {"name": "Pier", "address": ["Pier 1"], "tax_id": "GB1", "tax_name": "VAT", "rates": {"default": 20}}}' where id = '${shop.seller_id}'`);
  buyer = new SplitPaymentBuyer(server, shop);
  order = orderOf(await buyer.buy(2));
  const card = await createGiftCard(server, shop, 3000);
  const other = new SplitPaymentBuyer(server, shop);
  const cart = await other.hold(2);
  await other.payWith(cart, giftCardTender(card, 1500), cardTender(2500));
  expect((await other.checkOut(cart)).body.outcome).toBe("completed");
  first = (
    await server.db
      .selectFrom("journal_entry")
      .select("local_day")
      .where("seller_id", "=", shop.seller_id)
      .orderBy("local_day")
      .executeTakeFirstOrThrow()
  ).local_day;
  daysAhead = 2;
  owner = await signedIn(server, shop, ["owner"]);
  expect((await cancelTickets(buyer, order, order.tickets.slice(0, 1))).status).toBe(200);
  second = dayAfter(first, 2);
});

const revenue = ["sales", "discounts", "fees", "change_fees", "refunds"] as const;

describe("sales", () => {
  test("count sales on the day of the sale, and cancellations on their own day", async () => {
    const { rows, ...head } = await report("sales");
    expect(rows.map(({ key }) => key)).toEqual([first, dayAfter(first, 1), second]);
    const days = rows.map(({ values }) => named({ rows, ...head }, values));
    expect(days[0]).toMatchObject({ tickets: 4, refunds: "0" });
    expect(days[1]).toMatchObject({ tickets: 0, net: "0", gross: "0" });
    expect(days[2]).toMatchObject({ tickets: -1, face_value: "0" });
    expect(Number(days[2]?.["refunds"])).toBeLessThan(0);
    expect(head).toMatchObject({ dated: "sale", by: "day", is_complete: true });
  });

  test("add up to the change of the journal's accounts", async () => {
    const total = totalOf(await report("sales"));
    expect(cents(total["net"])).toBe(await credited(first, second, ...revenue));
    expect(cents(total["tax"])).toBe(await credited(first, second, "tax"));
    expect(cents(total["net"]) + cents(total["tax"])).toBe(cents(total["gross"]));
    expect(cents(total["net"])).toBeGreaterThan(0);
  });

  test.each(["day", "week", "month", "event", "type", "session", "channel"])(
    "by %s, rows add up to the same total, before and after days are summed",
    async (by) => {
      const { total } = await report("sales");
      const grouped = await report("sales", `&by=${by}`);
      expect(grouped.total.values).toEqual(total.values);
      for (const [index, { name }] of grouped.columns.entries())
        expect(
          grouped.rows.reduce((sum, { values }) => sum + cents(values[index]), 0),
          name,
        ).toBe(cents(total.values[index]));
    },
  );

  test("by day of visit count on the day of the session, and later changes on their own day", async () => {
    const visit = (
      await server.db
        .selectFrom("event_session")
        .select("local_day")
        .where("id", "=", shop.session.id)
        .executeTakeFirstOrThrow()
    ).local_day;
    const until = dayAfter(visit, 3);
    const sold = await report("sales", "", first, until);
    const visited = await report("sales", "&dated=visit", first, until);
    expect(visited.dated).toBe("visit");
    expect(visited.total.values).toEqual(sold.total.values);
    const of = (day: string) => visited.rows.find(({ key }) => key === day)?.values ?? [];
    expect(named(visited, of(visit))).toMatchObject({ tickets: 3 });
    expect(named(visited, of(first))).toMatchObject({ tickets: 0 });
    const onlyVisit = await report("sales", "&dated=visit", visit, visit);
    expect(onlyVisit.total.values).toEqual(of(visit));
  });

  test("are compared with the days before: days by position, other rows by key", async () => {
    const later = await report("sales", "&compare=before", second, dayAfter(second, 2));
    expect(later.compared_with).toEqual({ moments: null, from: dayAfter(second, -3), to: dayAfter(second, -1) });
    expect(later.rows[1]?.compared).toEqual((await report("sales")).rows[0]?.values);
    const types = await report("sales", "&compare=before&by=type", second, dayAfter(second, 2));
    expect(types.total.compared).toEqual(later.total.compared);
    const lastYear = await report("sales", "&compare=year");
    expect(lastYear.total.compared?.every((value) => Number(value) === 0)).toBe(true);
  });

  test("do not include another seller's", async () => {
    const other = await createChangeShop(server, everyChange);
    const stranger = await signedIn(server, other, ["owner"]);
    const { body } = await readReportNow(stranger, `/reports/sales?from=${first}&to=${second}`);
    expect((body as Report).total.values.every((value) => Number(value) === 0)).toBe(true);
  });
});

describe("other reports", () => {
  test("money by means is what the journal's cash and gift cards moved", async () => {
    const money = await report("money");
    const byMeans = new Map(money.rows.map(({ key, values }) => [key, named(money, values)]));
    expect(byMeans.get("ledger")).toMatchObject({ taken: "15.00", net: "15.00" });
    expect(cents(byMeans.get("test")?.["net"])).toBe(-(await credited(first, second, "cash")));
    expect(byMeans.get("test")?.["given_back"]).toMatch(/^-/);
    expect((await report("money", "&by=month")).total.values).toEqual(money.total.values);
  });

  test("gift cards open with their earlier value, and close with the sum of their balances", async () => {
    const cards = await report("gift_cards");
    expect(totalOf(cards)).toMatchObject({ opening: "0", free: "30.00", spent: "-15.00", closing: "15.00" });
    const { balance } = await server.db
      .selectFrom("ledger_account")
      .select(({ fn }) => fn.sum<string>("balance").as("balance"))
      .where("seller_id", "=", shop.seller_id)
      .executeTakeFirstOrThrow();
    expect(cents(totalOf(cards)["closing"])).toBe(Number(balance));
    expect(totalOf(await report("gift_cards", "", second, second))).toMatchObject({
      opening: "15.00",
      closing: "15.00",
    });
  });

  test("tax is reported by rate, and adds up to the journal's tax", async () => {
    const tax = await report("tax");
    expect(tax.rows.map(({ label }) => label)).toEqual(["VAT 20 %"]);
    expect(cents(totalOf(tax)["tax"])).toBe(await credited(first, second, "tax"));
    expect(cents(totalOf(tax)["net"])).toBe(await credited(first, second, "sales", "fees", "change_fees", "discounts"));
  });

  test("there were no donations", async () =>
    expect(totalOf(await report("donations"))).toEqual({ donations: 0, given: "0", taken_back: "0", net: "0" }));
});

describe("a report is refused", () => {
  test.each([
    ["for a span that ends before it begins", "from=2026-02-02&to=2026-02-01", "400 bad_field_value"],
    ["by what it is not grouped by", "from=2026-02-01&to=2026-02-02&by=rate", "400 bad_field_value"],
    ["for a day that does not exist", "from=2026-02-30&to=2026-03-02", "400 bad_field_value"],
    ["for more than five years by day", "from=2020-01-01&to=2026-03-02", "422 validation_failed"],
  ])("%s", async (_, sent, refusal) => {
    const reply = await owner.get(`/reports/sales?${sent}`);
    expect(refusalOf(reply)).toBe(refusal);
    if (refusal.startsWith("422")) {
      expect(reply.body._data[0]._extra).toMatchObject({ to: "2024-12-31", by: "month" });
      expect(reply.body._data[0]._description).toContain("Choose months");
    }
  });
  test("by day of visit where there are no visits", async () =>
    expect(refusalOf(await query("money", "&dated=visit"))).toBe("400 bad_field_value"));
});

describe("a download", () => {
  test("is CSV with negative amounts as numbers", async () => {
    const { body, headers } = await readFileNow(owner, `/reports/sales/download?from=${first}&to=${second}&format=csv`);
    const lines = (body as string).split("\r\n");
    expect(lines[0]).toBe(
      "from,to,tickets,face_value_usd,discounts_usd,fees_usd,refunds_usd,net_usd,tax_usd,gross_usd",
    );
    expect(lines).toHaveLength(5);
    expect(lines[3]).toMatch(new RegExp(`^${second},${second},-1,0,0,0,-\\d+\\.\\d\\d,`));
    expect(headers["content-type"]).toContain("text/csv");
    expect(headers["content-disposition"]).toContain(`sales-${shop.slug}-${first}-${second}.csv`);
  });
  test("is a workbook", async () => {
    const reply = await readFileNow(owner, `/reports/tax/download?from=${first}&to=${second}&format=xlsx`);
    expect(reply.headers["content-type"]).toContain("spreadsheetml");
    expect((reply.body as string).startsWith("PK")).toBe(true);
  });
  test("needs a format", async () =>
    expect(refusalOf(await readFileNow(owner, `/reports/tax/download?from=${first}&to=${second}&format=pdf`))).toBe(
      "400 bad_field_value",
    ));
});

test("figures of a span that is over stay the same when its days are summed, and when more happens later", async () => {
  const names = ["sales", "money", "gift_cards", "tax"] as const;
  const read = async () =>
    Promise.all([
      ...names.map((name) => report(name)),
      report("sales", "&by=session"),
      report("sales", "&by=type&dated=visit"),
    ]);
  const open = await read();
  daysAhead = 6;
  // The owner signed in four days ago, and that sign-in has ended.
  owner = await signedIn(server, shop, ["owner"]);
  expect(await closeDaysOf(server, shop)).toBeGreaterThanOrEqual(3);
  const summed = await read();
  expect(summed).toEqual(open);
  expect((await cancelTickets(buyer, order, order.tickets.slice(1))).status).toBe(200);
  expect(await read()).toEqual(open);
  expect((await report("sales", "", first, dayAfter(first, 6))).total.values).not.toEqual(open[0]?.total.values);
});

test.each(["/reports/sales", "/reports/memberships", "/reports/attendance"])(
  "%s is refused for days that no day follows",
  async (path) => {
    for (const days of ["from=9999-12-01&to=9999-12-31", "from=9998-12-31&to=9999-01-01"])
      expect(refusalOf(await owner.get(`${path}?${days}`))).toBe("400 bad_field_value");
    expect((await owner.get(`${path}?from=9998-12-31&to=9998-12-31&by=month`)).status).toBe(200);
  },
);

test.each(["event", "type", "session", "channel"])("tax by %s adds up to the tax of the span", async (by) => {
  const { total } = await report("tax");
  const grouped = await report("tax", `&by=${by}`);
  expect(grouped.total.values).toEqual(total.values);
  expect(Number(total.values[1])).toBeGreaterThan(0);
});
