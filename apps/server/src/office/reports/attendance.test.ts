import { beforeAll, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { buyForGate, createGateShop } from "../../../test/office/gateShop.ts";
import { pairedDevice, scanWith } from "../../../test/office/testGate.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";

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
  test("says by session and type who was sold a ticket, came, and was refused; people without a session have a row", async () => {
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

  test("equals the board at the same moment", async () => {
    expect((await reporter.get("/board")).body.checked_in.today).toBe((await report()).total.checked_in);
  });

  test("of another day and of another seller has none of it", async () => {
    expect((await report("2020-01-01")).total).toMatchObject({ sold: 0, checked_in: 0 });
    const other = await createGateShop(server);
    const stranger = await signedIn(server, other, ["reporter"]);
    const { body } = await stranger.get(`/reports/attendance?from=${today}&to=${today}`);
    expect(body.total).toMatchObject({ sold: 0, checked_in: 0 });
  });

  test("downloads as CSV with the same numbers", async () => {
    const { body, headers } = await reporter.get(`/reports/attendance.csv?from=${today}&to=${today}`);
    const lines = body.split("\r\n");
    expect(lines[0]).toBe("day,start,event,ticket_type,places,sold,checked_in,not_come,doubles,refused");
    expect(lines[1]).toMatch(new RegExp(`^${today},.*,Whales of the Harbor,,50,3,1,0,`));
    expect(lines[2]).toMatch(/,Adult,,3,1,0,,$/);
    expect(headers["content-type"]).toContain("text/csv");
  });

  test.each([
    ["ends before it begins", "from=2026-02-02&to=2026-02-01", "400 bad_field_value"],
    ["is too long", "from=2026-01-01&to=2026-12-31", "422 validation_failed"],
  ])("a span that %s is refused", async (_, query, refusal) => {
    const reply = await reporter.get(`/reports/attendance?${query}`);
    expect(refusalOf(reply)).toBe(refusal);
    if (refusal.startsWith("422")) expect(reply.body._data[0]._extra.to).toBe("2026-04-02");
  });

  test("counts who has not come once the session is over", async () => {
    await endSession();
    expect((await report()).rows[0]).toMatchObject({ checked_in: 1, not_come: 2 });
  });
});
