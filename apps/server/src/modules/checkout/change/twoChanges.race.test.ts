import { expect, test } from "vitest";
import type { TestApp, TestResponse } from "../../../../test/app/testApp.ts";
import { rendezvous, setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { createChangeShop, everyChange, orderOf, shopRows } from "../../../../test/orders/changedOrders.ts";
import { newTickets, requestChange, usedPlaces } from "../../../../test/orders/requestChange.ts";
import { createSettler } from "../../../../test/payments/latePayments.ts";
import { cardTender, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import { pauseAt, type PausePoint } from "../../../db/faultPoints.ts";
import { roundsToday } from "../../../../../../scripts/sampling.ts";

let one: TestApp;
let other: TestApp;
const points: readonly PausePoint[] = ["open_change_found", "after_live_payment_check", "after_order_check"];
setUpRaceServers(points, (first, second) => {
  one = first;
  other = second;
});

/** Tickets cost 20.00 in the first session, 25.00 and 30.00 in the later ones. */
const openShop = () =>
  createChangeShop(one, everyChange, {
    sessions: [{ inDays: 7 }, { inDays: 8, prices: { 0: 2500 } }, { inDays: 9, prices: { 0: 3000 } }],
  });

test("of two changes of one order to completion one wins, and money is taken for that one only", async () => {
  const settle = createSettler(one, () => undefined);
  for (const point of points) pauseAt(point, rendezvous(20));
  for (let round = 0; round < roundsToday(8); round++) {
    const shop = await openShop();
    const order = orderOf(await new SplitPaymentBuyer(one, shop).buy(1));
    const changeTo = async (server: TestApp, session: number): Promise<TestResponse> => {
      const who = new SplitPaymentBuyer(server, shop);
      const opened = await requestChange(who, order, { remove: order.tickets, add: newTickets(shop, { session }) });
      if (opened.status !== 200) return opened;
      const [cart] = opened.body.cart._data;
      const paid = await who.payWith(cart, cardTender(session * 500));
      return paid.status === 200 ? who.checkOut(cart, {}) : paid;
    };
    const replies = await Promise.all([changeTo(one, 1), changeTo(other, 2)]);
    await settle();
    await settle();
    const completed = replies.map(({ body }) => body.outcome === "completed");
    expect(completed.filter(Boolean)).toHaveLength(1);
    const won = completed.indexOf(true) + 1;
    const kept = (await shopRows(one, "payment", shop)).map(({ amount, refunded, state }) =>
      state === "captured" || state === "refunded" ? Number(amount) - Number(refunded) : 0,
    );
    expect(kept.reduce((all, amount) => all + amount, 0)).toBe(2000 + won * 500);
    expect(await usedPlaces(one, shop)).toEqual([0, won === 1 ? 1 : 0, won === 2 ? 1 : 0]);
    expect(await shopRows(one, "order_change", shop)).toMatchObject([{ paid: won * 500 }]);
  }
});
