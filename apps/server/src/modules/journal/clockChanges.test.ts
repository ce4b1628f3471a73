import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Report } from "@foyer/contract/office/money/reports.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { expectInvariants } from "../../../test/database/expectInvariants.ts";
import { moveClock } from "../../../test/database/moveClock.ts";
import { readReportNow } from "../../../test/office/readReport.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { cancelTickets, createChangeShop, everyChange, orderOf } from "../../../test/orders/changedOrders.ts";
import { closeDaysOf } from "../../../test/orders/journalDays.ts";
import { createGiftCard } from "../../../test/payments/giftCards.ts";
import { cardTender, giftCardTender, SplitPaymentBuyer } from "../../../test/payments/splitPayments.ts";

let server: TestApp;
let secondsAhead = 0;
beforeAll(async () => {
  server = await openTestApp({ clock: () => Temporal.Now.instant().add({ seconds: secondsAhead }) });
  moveClock(server.connections, () => `${secondsAhead} seconds`);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const setClock = (to: Temporal.ZonedDateTime): void =>
  void (secondsAhead = Math.round(Temporal.Now.instant().until(to.toInstant()).total("seconds")));
const columnsOf = (report: Report, names: readonly string[]) =>
  report.rows.map(({ key, values }) => [
    key,
    ...names.map((name) => Number(values[report.columns.findIndex((column) => column.name === name)])),
  ]);
const reportOf = async (owner: OfficeBrowser, name: string, days: string): Promise<Report> =>
  (await readReportNow(owner, `/reports/${name}?${days}&by=day`)).body;

/** Each ticket costs 20.00, of which a gift card pays 5.00. */
describe.each(["America/New_York", "Europe/London", "Australia/Sydney", "Pacific/Auckland"])(
  "on the day on which the clocks of %s change",
  (timezone) => {
    test("what was sold, paid and refunded counts by that clock, before and after the days are summed", async () => {
      secondsAhead = 0;
      const changes = Temporal.Now.zonedDateTimeISO(timezone).getTimeZoneTransition("next");
      if (!changes) throw new Error(`The clocks of ${timezone} do not change.`);
      const day = changes.toPlainDate();
      const at = (date: Temporal.PlainDate, time: string) =>
        setClock(date.toZonedDateTime({ timeZone: timezone, plainTime: time }));
      const [before, after] = [day.subtract({ days: 1 }), day.add({ days: 1 })];
      const shop = await createChangeShop(server, everyChange, { sessions: [{ inDays: 400 }] }, { timezone });
      const card = await createGiftCard(server, shop, 10_000);
      const buyer = new SplitPaymentBuyer(server, shop);
      const buy = async (quantity: number) => {
        const cart = await buyer.hold(quantity);
        await buyer.payWith(cart, giftCardTender(card, 500 * quantity), cardTender(1500 * quantity));
        return orderOf(await buyer.checkOut(cart));
      };
      at(before, "23:50");
      const first = await buy(1);
      at(day, "00:10");
      await buy(2);
      at(day, "03:30");
      await buy(3);
      at(day, "23:50");
      expect((await cancelTickets(buyer, first, first.tickets)).status).toBe(200);
      at(after, "00:10");
      await buy(4);
      at(after, "12:00");
      const owner = await signedIn(server, shop, ["owner"]);
      const expectFigures = async (who: OfficeBrowser) => {
        const days = `from=${before.toString()}&to=${after.toString()}`;
        const keys = [before, day, after].map(String);
        const of = (...rows: readonly (readonly number[])[]) => rows.map((row, nth) => [keys[nth], ...row]);
        expect(columnsOf(await reportOf(who, "sales", days), ["tickets", "face_value", "refunds", "net"])).toEqual(
          of([1, 20, 0, 20], [4, 100, -20, 80], [4, 80, 0, 80]),
        );
        expect(columnsOf(await reportOf(who, "money", days), ["taken", "given_back"])).toEqual(
          of([20, 0], [100, -20], [80, 0]),
        );
        expect(columnsOf(await reportOf(who, "gift_cards", days), ["spent", "given_back", "closing"])).toEqual(
          of([-5, 0, 95], [-25, 5, 75], [-20, 0, 55]),
        );
      };
      await expectFigures(owner);
      at(after.add({ days: 5 }), "12:00");
      const later = await signedIn(server, shop, ["owner"]);
      expect(await closeDaysOf(server, shop)).toBeGreaterThan(0);
      await expectFigures(later);
    });
  },
);
