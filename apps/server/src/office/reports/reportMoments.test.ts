import { beforeAll, describe, expect, test } from "vitest";
import type { Report, ReportName } from "@foyer/contract/office/money/reports.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { pairedDevice, scanWith } from "../../../test/office/testGate.ts";
import { buyForGate, createGateShop } from "../../../test/office/gateShop.ts";
import { readFileNow, readReportNow } from "../../../test/office/readReport.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { createChangeShop, orderOf, refusalOf } from "../../../test/orders/changedOrders.ts";
import { closeDaysOf } from "../../../test/orders/journalDays.ts";
import { createGiftCard } from "../../../test/payments/giftCards.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
let owner: OfficeBrowser;
setUpTestApp((opened) => void (server = opened));

/** Moves an order's journal entry to a moment in the past, on that moment's day in New York. */
const happenedAt = (order_id: string, at: string): Promise<void> =>
  server.runAsOwner(`set app.seller = '*';
    alter table journal_entry disable trigger refuse_change;
    update journal_entry set at = '${at}', local_day = ('${at}'::timestamptz at time zone 'America/New_York')::date where cause_id = '${order_id}';
    alter table journal_entry enable trigger refuse_change`);
const buyAt = async (quantity: number, at: string): Promise<void> =>
  happenedAt(orderOf(await new TestBuyer(server, shop).buy(quantity)).id, at);

const query = (name: ReportName, more: string) => readReportNow(owner, `/reports/${name}?${more}`);
const report = async (name: ReportName, more: string): Promise<Report> => {
  const { status, body } = await query(name, more);
  expect(status).toBe(200);
  return body as Report;
};
const tickets = ({ total, columns }: Report): unknown =>
  total.values[columns.findIndex(({ name }) => name === "tickets")];
const night = "from=2026-06-24&from_time=14:00&to=2026-06-25&to_time=02:00";

beforeAll(async () => {
  shop = await createChangeShop(server, undefined, undefined, { timezone: "America/New_York" });
  await buyAt(1, "2026-06-24T17:59:59Z");
  await buyAt(2, "2026-06-24T18:00:00Z");
  await buyAt(3, "2026-06-25T05:59:59Z");
  await buyAt(4, "2026-06-25T06:00:00Z");
  await buyAt(5, "2026-06-24T08:00:00Z");
  // The hour that occurs twice: 01:15 for the first and the second time.
  await buyAt(6, "2025-11-02T05:15:00Z");
  await buyAt(7, "2025-11-02T06:15:00Z");
  await createGiftCard(server, shop, 3000);
  await server.runAsOwner(`set app.seller = '*';
    alter table journal_entry disable trigger refuse_change;
    update journal_entry set at = '2026-06-24T12:00:00Z', local_day = '2026-06-24'
      where seller_id = '${shop.seller_id}' and cause = 'card_issued';
    alter table journal_entry enable trigger refuse_change`);
  owner = await signedIn(server, shop, ["owner"]);
});

describe("a report from one moment to another", () => {
  test.each(["before", "after"])("counts what happened between them, %s days are summed", async (when) => {
    if (when === "after") await closeDaysOf(server, shop);
    const found = await report("sales", night);
    expect(found).toMatchObject({
      from: "2026-06-24",
      to: "2026-06-25",
      moments: { first: "2026-06-24T18:00:00Z", end: "2026-06-25T06:00:00Z" },
    });
    expect(tickets(found)).toBe(5);
    expect(found.rows.map(({ values }) => values[0])).toEqual([2, 3]);
    for (const by of ["type", "event", "session", "channel", "month"])
      expect(tickets(await report("sales", `${night}&by=${by}`)), by).toBe(5);
    // The days in between count as a whole.
    expect(tickets(await report("sales", "from=2026-06-23&from_time=23:00&to=2026-06-26&to_time=01:00"))).toBe(15);
    expect(tickets(await report("sales", "from=2026-06-24&from_time=14:00&to=2026-06-24"))).toBe(2);
  });

  test("is compared with the same length of time before it, and with the same clock times a year before", async () => {
    const before = await report("sales", `${night}&compare=before`);
    expect(before.compared_with?.moments).toEqual({ first: "2026-06-24T06:00:00Z", end: "2026-06-24T18:00:00Z" });
    expect(before.total.compared?.[0]).toBe(6);
    const year = await report("sales", `${night}&compare=year`);
    expect(year.compared_with?.moments).toEqual({ first: "2025-06-24T18:00:00Z", end: "2025-06-25T06:00:00Z" });
  });

  test("neither counts twice nor leaves out the hour that the clock shows twice", async () => {
    const at = (from: string, to: string) => `from=2025-11-02&from_time=${from}&to=2025-11-02&to_time=${to}`;
    expect(tickets(await report("sales", at("00:00", "01:00")))).toBe(0);
    expect(tickets(await report("sales", at("00:00", "01:30")))).toBe(6);
    expect(tickets(await report("sales", at("01:30", "02:00")))).toBe(7);
    expect(tickets(await report("sales", "from=2025-11-02&to=2025-11-02"))).toBe(13);
  });

  test("opens with what gift cards were worth at its first moment", async () => {
    const balances = async (from: string) => {
      const { total } = await report("gift_cards", `from=2026-06-24&from_time=${from}&to=2026-06-24&to_time=09:00`);
      return [total.values[0], total.values.at(-1)];
    };
    expect(await balances("07:59")).toEqual(["0", "30.00"]);
    expect(await balances("08:01")).toEqual(["30.00", "30.00"]);
  });

  test.each(["money", "tax", "donations", "codes", "gift_aid", "comps", "overrides", "memberships"] as const)(
    "is told of %s too",
    async (name) => {
      const found = await report(name, night);
      expect(found.moments).toEqual({ first: "2026-06-24T18:00:00Z", end: "2026-06-25T06:00:00Z" });
      if (name === "money") expect(found.total.values[0]).toBe("100.00");
    },
  );

  test.each([
    ["that ends before it begins", "from=2026-06-24&from_time=14:00&to=2026-06-24&to_time=02:00"],
    ["of no time", "from=2026-06-24&from_time=14:00&to=2026-06-24&to_time=14:00"],
    ["by day of visit", `${night}&dated=visit`],
    ["with a time that does not exist", "from=2026-06-24&from_time=25:00&to=2026-06-24"],
  ])("%s is refused", async (_, more) => {
    expect(refusalOf(await query("sales", more))).toBe("400 bad_field_value");
  });

  test("names its moments in the file and in each row, with how far they are from UTC", async () => {
    const file = await readFileNow(owner, `/reports/sales/download?${night}&format=csv`);
    expect(file.headers["content-disposition"]).toContain(`sales-${shop.slug}-2026-06-24-1400-2026-06-25-0200.csv`);
    const [header, first, second] = String(file.body).trim().split("\r\n");
    expect(header).toMatch(/^(?:\uFEFF)?from_moment,until_moment,tickets,/);
    expect(first).toMatch(/^2026-06-24T14:00-04:00,2026-06-25T00:00-04:00,2,/);
    expect(second).toMatch(/^2026-06-25T00:00-04:00,2026-06-25T02:00-04:00,3,/);
    const types = await readFileNow(owner, `/reports/sales/download?${night}&by=type&format=csv`);
    expect(String(types.body).split("\r\n")[1]).toMatch(/^2026-06-24T14:00-04:00,2026-06-25T02:00-04:00,/);
  });
});

test("attendance between two moments has the sessions that begin and the people who come between them", async () => {
  const museum = await createGateShop(server);
  const { browser } = await pairedDevice(server, museum);
  const order = await buyForGate(server, museum, 2);
  await scanWith(browser, { code: order.codes[0] ?? "" });
  const reader = await signedIn(server, museum, ["manager"]);
  const now = Temporal.Now.zonedDateTimeISO(museum.timezone);
  const at = (minutes: number) => {
    const moment = now.add({ minutes });
    return [moment.toPlainDate().toString(), moment.toPlainTime().toString({ smallestUnit: "minute" })];
  };
  const read = async (first: number, end: number) => {
    const [[from, from_time], [to, to_time]] = [at(first), at(end)];
    const { status, body } = await reader.get(
      `/reports/attendance?from=${from}&from_time=${from_time}&to=${to}&to_time=${to_time}`,
    );
    expect(status).toBe(200);
    return [body.total.sold, body.total.checked_in];
  };
  expect(await read(-10, 60)).toEqual([2, 1]);
  expect(await read(5, 60)).toEqual([2, 0]);
  expect(await read(-60, -5)).toEqual([0, 0]);
});
