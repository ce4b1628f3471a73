import { expect, test } from "vitest";
import type { TestApp, TestResponse } from "../../../../test/app/testApp.ts";
import { setUpRaceServers, rendezvous } from "../../../../test/database/raceServers.ts";
import { startAtPause } from "../../../../test/database/startAtPause.ts";
import {
  endTime,
  linkOf,
  LinkPayer,
  linkRequest,
  makeTestLink,
  openLinkShop,
} from "../../../../test/office/counterLinks.ts";
import { OfficeBrowser } from "../../../../test/office/testStaff.ts";
import { refusalOf, shopStates } from "../../../../test/orders/changedOrders.ts";
import { usedPlaces } from "../../../../test/orders/requestChange.ts";
import { pauseAt } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import { releaseOverdueCarts } from "../../../modules/cart/release/releaseHold.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(
  ["counter_link_locked", "counter_sale_held", "after_live_payment_check"],
  (first, second) => ([one, other] = [first, second]),
);

const openLink = async () => {
  const { shop, clerk } = await openLinkShop(one);
  const link = await makeTestLink(clerk, shop);
  const payer = new LinkPayer(other, shop, link);
  const withdraw = (): Promise<TestResponse> => clerk.post(`/counter_links/${link.sale_id}/withdraw`, {});
  const sweep = (): Promise<number> =>
    transact({ db: one.db }, ({ db }) => releaseOverdueCarts(db, shop.seller_id, 100));
  return { shop, clerk, link, payer, withdraw, sweep };
};

test("a link that is withdrawn while somebody starts to pay takes no money", async () => {
  const { shop, link, clerk, payer, withdraw } = await openLink();
  const paid = startAtPause(one.db, "counter_link_locked", () => payer.pay());
  expect(refusalOf(await withdraw())).toBe("200");
  expect(refusalOf((await paid()) as TestResponse)).toBe("410 cart_expired");
  expect(await shopStates(one, "payment", shop)).toEqual([]);
  expect([await usedPlaces(one, shop), (await linkOf(clerk, link))?.state]).toEqual([[0, 0], "ended"]);
});

test("a link that is being paid is not withdrawn, and becomes an order", async () => {
  const { shop, link, clerk, payer, withdraw } = await openLink();
  const withdrawn = startAtPause(one.db, "after_live_payment_check", withdraw);
  expect((await payer.pay()).status).toBe(200);
  expect(refusalOf((await withdrawn()) as TestResponse)).toBe("409 payment_in_progress");
  expect((await payer.checkOut()).body.outcome).toBe("completed");
  const refused = await withdraw();
  expect([refusalOf(refused), refused.body._data[0]._description]).toEqual([
    "409 cart_booked",
    "This link has been paid.",
  ]);
  expect([await usedPlaces(one, shop), (await linkOf(clerk, link))?.state]).toEqual([[2, 0], "paid"]);
});

test("a link that expires while it is being paid becomes an order", async () => {
  const { shop, link, clerk, payer, sweep } = await openLink();
  expect((await payer.pay()).status).toBe(200);
  await endTime(one, payer);
  await sweep();
  expect((await linkOf(clerk, link))?.state).toBe("paying");
  expect((await payer.checkOut()).body.outcome).toBe("completed");
  expect([await usedPlaces(one, shop), (await linkOf(clerk, link))?.state]).toEqual([[2, 0], "paid"]);
});

test("a payment that begins at the moment of expiry becomes an order or takes no money", async () => {
  for (const round of [1, 2, 3]) {
    const { shop, link, clerk, payer, sweep } = await openLink();
    await endTime(one, payer);
    const [paid] = await Promise.all([payer.pay(), sweep()]);
    expect([round, refusalOf(paid)]).toEqual([round, "410 cart_expired"]);
    expect(await shopStates(one, "payment", shop)).toEqual([]);
    await sweep();
    expect([await usedPlaces(one, shop), (await linkOf(clerk, link))?.state]).toEqual([[0, 0], "ended"]);
  }
});

test("one link that two servers get at the same moment is made once, and both answer with it", async () => {
  const { shop, clerk } = await openLinkShop(one);
  const again = new OfficeBrowser(other, shop.slug);
  again.cookie = clerk.cookie;
  const sent = linkRequest(shop);
  pauseAt("counter_sale_held", rendezvous(2000));
  const replies = await Promise.all([clerk.post("/counter_links", sent), again.post("/counter_links", sent)]);
  expect(replies.map(refusalOf)).toEqual(["200", "200"]);
  expect(replies[1]?.body).toEqual(replies[0]?.body);
  expect(await usedPlaces(one, shop)).toEqual([2, 0]);
});
