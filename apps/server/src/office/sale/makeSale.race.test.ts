import { expect, test } from "vitest";
import type { TestApp } from "../../../test/app/testApp.ts";
import { startAtPause } from "../../../test/database/startAtPause.ts";
import { rendezvous, setUpRaceServers } from "../../../test/database/raceServers.ts";
import { createDeskShop } from "../../../test/office/deskShop.ts";
import { OfficeBrowser, signedIn } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";
import { usedPlaces } from "../../../test/orders/requestChange.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";
import { pauseAt } from "../../db/faultPoints.ts";
import { newId } from "../../db/newId.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(
  ["counter_sale_held", "counter_sale_locked", "till_summed", "refund_locked"],
  (first, second) => ([one, other] = [first, second]),
);

/** A clerk with an open till of 100.00 who is signed in at two servers, and a sale of two tickets for cash. */
const openAtTwo = async (quantity = 2) => {
  const shop = await createDeskShop(one);
  const clerk = await signedIn(one, shop, ["box_office"]);
  await clerk.post("/till/open", { float: "100.00" });
  const again = new OfficeBrowser(other, shop.slug);
  again.cookie = clerk.cookie;
  const sale = () => ({
    sale_id: newId(),
    event_template_id: shop.event.id,
    event_session_id: shop.session.id,
    tickets: [{ ticket_type_id: shop.type.id, quantity }],
    means: [{ kind: "cash", amount: `${quantity * 20}.00` }],
    email: null,
  });
  return { shop, clerk, again, sale };
};

test("one sale that two servers get at the same moment is made once, and both answer with it", async () => {
  const { shop, clerk, again, sale } = await openAtTwo();
  const sent = sale();
  pauseAt("counter_sale_held", rendezvous(2000));
  const replies = await Promise.all([clerk.post("/counter_sales", sent), again.post("/counter_sales", sent)]);
  expect(replies.map(refusalOf)).toEqual(["200", "200"]);
  expect(replies[1]?.body).toEqual(replies[0]?.body);
  expect(await usedPlaces(one, shop)).toEqual([2, 0]);
  const counted = await clerk.post("/till/count", { counts: [] });
  expect(counted.body.till.count.expected).toBe("140.00");
});

test("when the counter and the web shop want the last place, one of them gets it", async () => {
  for (const round of [1, 2, 3]) {
    const { shop, clerk, sale } = await openAtTwo(1);
    await one.db.updateTable("event_session").set({ capacity: 1 }).where("id", "=", shop.session.id).execute();
    const buyer = new TestBuyer(other, shop);
    const [counter, web] = await Promise.allSettled([clerk.post("/counter_sales", sale()), buyer.hold(1)]);
    const isSold = counter.status === "fulfilled" && counter.value.status === 200;
    const isHeld = web.status === "fulfilled" && web.value.id !== undefined;
    expect([round, Number(isSold) + Number(isHeld)]).toEqual([round, 1]);
    expect(await usedPlaces(one, shop)).toEqual([1, 0]);
  }
});

test("a till that is counted while a sale completes has the sale in it", async () => {
  const { clerk, again, sale } = await openAtTwo();
  const counted = startAtPause(one.db, "counter_sale_locked", () => again.post("/till/count", { counts: [] }));
  expect((await clerk.post("/counter_sales", sale())).status).toBe(200);
  expect((await counted())?.body.till.count.expected).toBe("140.00");
});

test("a sale that completes while its till is counted is refused, and holds nothing", async () => {
  const { shop, clerk, again, sale } = await openAtTwo();
  const [held, counted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  pauseAt("counter_sale_held", async () => {
    held.resolve();
    await counted.promise;
  });
  const selling = clerk.post("/counter_sales", sale());
  await held.promise;
  const count = await again.post("/till/count", { counts: [] });
  counted.resolve();
  expect(refusalOf(await selling)).toBe("409 till_counted");
  expect(count.body.till.count.expected).toBe("100.00");
  expect(await usedPlaces(one, shop)).toEqual([0, 0]);
});

test("a refund that two tills pay out at the same moment is paid once", async () => {
  const { shop, clerk, sale } = await openAtTwo();
  const { order_number } = (await clerk.post("/counter_sales", sale())).body;
  const manager = await signedIn(other, shop, ["manager"]);
  await manager.post("/till/open", { float: "50.00" });
  const { version } = (await manager.get(`/orders/${order_number}`)).body;
  await manager.post(`/orders/${order_number}/refund`, { version, amount: "15.00", reason: "Rain" });
  const refund = await one.db
    .selectFrom("refund")
    .select("id")
    .where("seller_id", "=", shop.seller_id)
    .executeTakeFirst();
  pauseAt("refund_locked", rendezvous(500));
  const replies = await Promise.all([clerk, manager].map((by) => by.post(`/till/refunds/${refund?.id}/pay_out`)));
  expect(replies.map(refusalOf).toSorted()).toEqual(["200", "422 refund_too_much"]);
});
