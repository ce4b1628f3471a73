import { strFromU8, unzipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { buyForGate, createGateShop } from "../../../../test/office/gateShop.ts";
import { pairedDevice, scanWith } from "../../../../test/office/testGate.ts";
import { readFileNow } from "../../../../test/office/readReport.ts";
import { signedIn, type OfficeBrowser } from "../../../../test/office/testStaff.ts";
import { refusalOf } from "../../../../test/orders/changedOrders.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";

let server: TestApp;
let shop: TestShop;
let reporter: OfficeBrowser;
let today: string;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  shop = await createGateShop(server);
  reporter = await signedIn(server, shop, ["reporter"]);
  const { browser } = await pairedDevice(server, shop);
  const order = await buyForGate(server, shop, 3);
  await scanWith(browser, { code: order.codes[0] ?? "" });
  await scanWith(browser, { code: order.codes[0] ?? "" });
  await scanWith(browser, { code: "nobody knows this" });
  await scanWith(browser, { people: 4 });
  today = (await reporter.get("/board")).body.day;
});

const report = async (from = today, to = from) =>
  (await reporter.get(`/reports/attendance?from=${from}&to=${to}`)).body;
const endSession = () =>
  server.runAsOwner(`set app.seller = '*'; update event_session
    set start_datetime = now() - interval '2 hours', end_datetime = now() - interval '1 minute' where id = '${shop.session.id}'`);

describe("attendance", () => {
  test("counts tickets sold, entries and refusals by session and type; people without a session have a row", async () => {
    const { rows, total, arrivals } = await report();
    expect(rows).toMatchObject([
      {
        session: { id: shop.session.id, event: "Whales of the Harbor" },
        day: today,
        places: 50,
        sold: 3,
        checked_in: 1,
        not_come: 0,
        types: [{ name: "Adult", sold: 3, checked_in: 1, not_come: 0 }],
      },
      { session: null, day: today, sold: 0, checked_in: 4 },
    ]);
    expect(total).toMatchObject({ sold: 3, checked_in: 5 });
    expect(total.refused + total.doubles).toBe(2);
    expect(arrivals.reduce((sum: number, { people }: { people: number }) => sum + people, 0)).toBe(5);
    expect(arrivals[0].time).toMatch(/^\d\d:(?:00|15|30|45)$/);
  });

  test.each(["day", "week", "month", "event"])("by %s adds up to the same total", async (by) => {
    const usual = await report();
    const { body } = await reporter.get(`/reports/attendance?from=${today}&to=${today}&by=${by}`);
    expect(body).toMatchObject({ by, rows: [], total: usual.total, arrivals: usual.arrivals });
    for (const name of ["sold", "checked_in", "not_come", "doubles", "refused"])
      expect(body.groups.reduce((sum: number, group: Record<string, number>) => sum + (group[name] ?? 0), 0)).toBe(
        usual.total[name],
      );
    const file = await readFileNow(
      reporter,
      `/reports/attendance/download?from=${today}&to=${today}&by=${by}&format=csv`,
    );
    const head = by === "event" ? "event" : "from,to";
    expect(file.body.split("\r\n")[0]).toBe(`${head},sessions,places,sold,checked_in,not_come,doubles,refused`);
    if (by === "event")
      expect(body.groups).toMatchObject([
        { key: "", label: "", sessions: 0, checked_in: 4 },
        { key: shop.event.id, label: "Whales of the Harbor", sessions: 1, places: 50, sold: 3, checked_in: 1 },
      ]);
  });

  test("equals the board at the same moment", async () => {
    expect((await reporter.get("/board")).body.checked_in.today).toBe((await report()).total.checked_in);
  });

  test("does not include another day or another seller", async () => {
    expect((await report("2020-01-01")).total).toMatchObject({ sold: 0, checked_in: 0 });
    const other = await createGateShop(server);
    const stranger = await signedIn(server, other, ["reporter"]);
    const { body } = await stranger.get(`/reports/attendance?from=${today}&to=${today}`);
    expect(body.total).toMatchObject({ sold: 0, checked_in: 0 });
  });

  test("downloads as CSV with the same numbers", async () => {
    const { body, headers } = await readFileNow(
      reporter,
      `/reports/attendance/download?from=${today}&to=${today}&format=csv`,
    );
    const lines = body.split("\r\n");
    expect(lines[0]).toBe("day,start,event,ticket_type,places,sold,checked_in,not_come,doubles,refused");
    expect(lines[1]).toMatch(new RegExp(`^${today},.*,Whales of the Harbor,,50,3,1,0,`));
    expect(lines[2]).toMatch(/,Adult,,3,1,0,,$/);
    expect(headers["content-type"]).toContain("text/csv");
  });

  test("downloads as a workbook, with numbers as numbers and days as days", async () => {
    const { rawPayload, headers } = await server.app.inject({
      url: `/staff_api/reports/attendance/download?from=${today}&to=${today}&format=xlsx&_seller=${shop.slug}`,
      remoteAddress: reporter.address,
      headers: { "user-agent": reporter.userAgent, cookie: reporter.cookie ?? "" },
    });
    expect(headers["content-disposition"]).toContain(`attendance-${shop.slug}-${today}-${today}.xlsx`);
    const sheet = strFromU8(unzipSync(rawPayload)["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    const days = Temporal.PlainDate.from("1899-12-30").until(today, { largestUnit: "day" }).days;
    for (const cell of [50, 3, days]) expect(sheet).toContain(`<v>${cell}</v>`);
  });

  test("is compared with the days before and with the same days a year before", async () => {
    const tomorrow = Temporal.PlainDate.from(today).add({ days: 1 }).toString();
    const later = (await reporter.get(`/reports/attendance?from=${tomorrow}&to=${tomorrow}&compare=before`)).body;
    const { total } = await report();
    expect(later).toMatchObject({ total: { checked_in: 0 }, compared: { from: today, to: today, total } });
    const year = (await reporter.get(`/reports/attendance?from=${today}&to=${today}&compare=year`)).body;
    expect(year).toMatchObject({ total, compared: { total: { sold: 0, checked_in: 0 } } });
    expect((await report()).compared).toBeNull();
  });

  test.each([
    ["ends before it begins", "from=2026-02-02&to=2026-02-01", "400 bad_field_value"],
    ["is too long", "from=2026-01-01&to=2026-12-31", "422 validation_failed"],
    ["is too long by month", "from=2025-12-31&to=2027-01-01&by=month", "422 validation_failed"],
    ["has rows that are not offered", "from=2026-01-01&to=2026-01-01&by=channel", "400 bad_field_value"],
  ])("a span that %s is refused", async (_, query, refusal) => {
    const reply = await reporter.get(`/reports/attendance?${query}`);
    expect(refusalOf(reply)).toBe(refusal);
    const last = query.includes("month") ? "2026-12-31" : "2026-04-02";
    if (refusal.startsWith("422")) expect(reply.body._data[0]._extra.to).toBe(last);
  });

  test("counts an entry after midnight on the day that its session began, once", async () => {
    const night = await createGateShop(server);
    const order = await buyForGate(server, night, 2);
    const { browser } = await pairedDevice(server, night);
    await scanWith(browser, { code: order.codes[0] ?? "" });
    await scanWith(browser, { code: order.codes[1] ?? "" });
    const day = (await (await signedIn(server, night, ["reporter"])).get("/board")).body.day;
    const before = Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
    // The session began the day before; one of the two people entered after midnight.
    await server.runAsOwner(`set app.seller = '*'; update event_session
      set start_datetime = now() - interval '1 day', local_day = '${before}' where id = '${night.session.id}';
      update scan set local_day = '${before}' where ticket_id = '${order.tickets[0]}'`);
    const reporterOfNight = await signedIn(server, night, ["reporter"]);
    const reportOf = async (from: string, to: string) =>
      (await reporterOfNight.get(`/reports/attendance?from=${from}&to=${to}`)).body;
    const people = ({ arrivals }: { arrivals: { people: number }[] }) =>
      arrivals.reduce((sum, one) => sum + one.people, 0);
    const own = await reportOf(before, before);
    expect([own.rows.length, own.total, people(own)]).toMatchObject([1, { sold: 2, checked_in: 2 }, 2]);
    const next = await reportOf(day, day);
    expect([next.rows, next.total, people(next)]).toMatchObject([[], { sold: 0, checked_in: 0 }, 0]);
    expect((await reportOf(before, day)).total).toEqual(own.total);
  });

  test("counts no-shows once the session is over", async () => {
    await endSession();
    expect((await report()).rows[0]).toMatchObject({ checked_in: 1, not_come: 2 });
  });
});
