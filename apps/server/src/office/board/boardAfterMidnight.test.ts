import { beforeEach, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { buyForGate, createGateShop, startsIn } from "../../../test/office/gateShop.ts";
import { readReportNow } from "../../../test/office/readReport.ts";
import { pairedDevice, scanWith } from "../../../test/office/testGate.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
let shop: TestShop;
let reporter: OfficeBrowser;
let device: OfficeBrowser;
let codes: readonly string[];
let today: string;
let yesterday: string;
setUpTestApp((opened) => void (server = opened));

/** Two people came to a session that began yesterday and is not over: one before midnight, one after it. */
beforeEach(async () => {
  shop = await createGateShop(server);
  reporter = await signedIn(server, shop, ["reporter"]);
  const order = await buyForGate(server, shop, 2);
  codes = order.codes;
  ({ browser: device } = await pairedDevice(server, shop));
  for (const code of codes) await scanWith(device, { code });
  today = (await reporter.get("/board")).body.day;
  yesterday = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString();
  await server.runAsOwner(`set app.seller = '*'; update event_session
    set start_datetime = now() - interval '1 day', end_datetime = now() + interval '1 hour', local_day = '${yesterday}'
    where id = '${shop.session.id}';
    update scan set local_day = '${yesterday}' where ticket_id = '${order.tickets[0]}'`);
});

const checkedIn = async (day: string): Promise<readonly number[]> => {
  const board = (await reporter.get(`/board?day=${day}`)).body;
  const report = (await readReportNow(reporter, `/reports/attendance?from=${day}&to=${day}`)).body;
  return [board.checked_in.today, report.total.checked_in];
};
/** As the board and the gate show it. */
const onSite = async (): Promise<number> => {
  const [board, gate] = [await reporter.get("/board"), await device.get("/gate")];
  expect(gate.body.on_site).toBe(board.body.on_site.today);
  return board.body.on_site.today;
};
const endSession = () =>
  server.runAsOwner(
    `set app.seller = '*'; update event_session set end_datetime = now() - interval '1 minute' where id = '${shop.session.id}';
     update scan set at = (at at time zone 'utc' - interval '10 minutes') at time zone 'utc' where event_session_id = '${shop.session.id}'`,
  );

describe("a session that runs past midnight", () => {
  test("has its visitors on the day that it began, on the board as in the report", async () => {
    expect(await checkedIn(yesterday)).toEqual([2, 2]);
    expect(await checkedIn(today)).toEqual([0, 0]);
  });

  test("has them on site until it ends", async () => {
    expect(await onSite()).toBe(2);
    await endSession();
    expect(await onSite()).toBe(0);
  });

  test("has fewer on site after an exit, and none that is missing from the next day", async () => {
    await scanWith(device, { code: codes[0] ?? "", direction: "out" });
    expect(await onSite()).toBe(1);
    await endSession();
    await scanWith(device, { code: codes[1] ?? "", direction: "out" });
    expect(await onSite()).toBe(0);
    // A visitor of the new day.
    await scanWith(device, { people: 1 });
    expect(await onSite()).toBe(1);
  });
});

describe("a venue where it is another day than at the seller's office", () => {
  /** At every hour it is a day later in the one than in the other. */
  const [late, early] = ["Pacific/Kiritimati", "Pacific/Pago_Pago"];

  test.each([
    ["the day after", late, early],
    ["the day before", early, late],
  ])("has its visitors on site until their session ends, and fewer after an exit: %s", async (_, venue, office) => {
    shop = await createGateShop(server, { timezone: venue, sessions: [startsIn(15)] }, { timezone: office });
    reporter = await signedIn(server, shop, ["reporter"]);
    ({ browser: device } = await pairedDevice(server, shop));
    const order = await buyForGate(server, shop, 2);
    const scanned = [];
    for (const code of order.codes) scanned.push(await scanWith(device, { code }));
    await scanWith(device, { people: 3 });
    expect(await onSite()).toBe(5);
    await scanWith(device, { direction: "undo", undoes: scanned[1]?.id ?? "" });
    expect(await onSite()).toBe(4);
    await scanWith(device, { code: order.codes[0] ?? "", direction: "out" });
    expect(await onSite()).toBe(3);
  });
});
