import { expect, test } from "vitest";
import { createCart } from "@foyer/contract/shop/cart.ts";
import {
  chargedOnce,
  joinWithDueRenewal,
  readTermChain,
  renewalOutcome,
  runRenewalJob,
  type DueRenewal,
} from "../../../../test/accounts/renewals.ts";
import { cartFromResponse, membershipRequest } from "../../../../test/accounts/membershipLevels.ts";
import type { TestApp, TestResponse } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { startAtPause } from "../../../../test/database/startAtPause.ts";
import { memberPage } from "../../../../test/office/memberShop.ts";
import { OfficeBrowser, signedIn } from "../../../../test/office/testStaff.ts";
import { refusalOf } from "../../../../test/orders/changedOrders.ts";
import { cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";

import { pauseAt } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(
  [
    "renewal_step_decided",
    "renewal_before_capture",
    "renewal_decided",
    "renewal_authorized",
    "counter_sale_held",
    "member_renewal_locked",
  ],
  (first, second) => ([one, other] = [first, second]),
);

type Race = DueRenewal & { readonly id: string; readonly clerk: OfficeBrowser };
/** A member whose automatic renewal is due, and a clerk at the other server with an open till. */
const due = async (): Promise<Race> => {
  const race = await joinWithDueRenewal(one);
  const clerk = await signedIn(other, race.renewalShop.shop, ["box_office"]);
  await clerk.post("/till/open", { float: "0.00" });
  return { ...race, id: race.member.membership_id, clerk };
};
const renewal = async ({ clerk, id }: Race) => {
  const { version } = await memberPage(clerk, id);
  const sent = { renewal_id: newId(), version, means: [{ kind: "cash", amount: "80.00" }] };
  return (by: OfficeBrowser = clerk): Promise<TestResponse> => by.post(`/members/${id}/renew`, sent);
};
const takenAtTill = async ({ clerk }: Race): Promise<string> =>
  (await clerk.post("/till/count", { counts: [] })).body.till.count.expected;
const gapless = async ({ id }: Race): Promise<boolean> => {
  const terms = await readTermChain(one, id);
  return terms.every(({ valid_from }, nth) => nth === 0 || valid_from === terms[nth - 1]?.valid_to);
};

test("a renewal at the till before the automatic one is decided is the only renewal: the card is not charged", async () => {
  const race = await due();
  const renew = await renewal(race);
  const renewed = startAtPause(one.db, "renewal_authorized", () => renew());
  await runRenewalJob(one);
  expect(refusalOf((await renewed()) as TestResponse)).toBe("200");
  expect(await renewalOutcome(one, race)).toEqual({ taken: [8000], terms: 2 });
  expect([await takenAtTill(race), await gapless(race)]).toEqual(["80.00", true]);
});

test("a renewal at the till before the card is charged waits, is refused, and takes nothing", async () => {
  const race = await due();
  const renew = await renewal(race);
  const renewed = startAtPause(one.db, "renewal_before_capture", () => renew());
  await runRenewalJob(one);
  expect(refusalOf((await renewed()) as TestResponse)).toMatch(
    /^(?:409 payment_in_progress|422 membership_not_renewable)$/,
  );
  expect(await renewalOutcome(one, race)).toEqual(chargedOnce);
  expect([await takenAtTill(race), await gapless(race)]).toEqual(["0", true]);
});

test("a renewal at the till while the card is charged is refused, and takes nothing", async () => {
  const race = await due();
  let answer: TestResponse | undefined;
  // The screen is opened while the charge is in progress.
  pauseAt("renewal_decided", async () => {
    const renew = await renewal(race);
    answer ??= await renew();
  });
  await runRenewalJob(one);
  expect(answer && refusalOf(answer)).toBe("409 payment_in_progress");
  expect(await renewalOutcome(one, race)).toEqual(chargedOnce);
  expect([await takenAtTill(race), await gapless(race)]).toEqual(["0", true]);
});

test("two clerks who renew a membership at once renew it once", async () => {
  const race = await due();
  const manager = await signedIn(one, race.renewalShop.shop, ["manager"]);
  await manager.post("/till/open", { float: "0.00" });
  const [first, second] = [await renewal(race), await renewal({ ...race, clerk: manager })];
  const late = startAtPause(one.db, "member_renewal_locked", () => second());
  expect(refusalOf(await first())).toBe("200");
  expect(refusalOf((await late()) as TestResponse)).toBe("422 membership_not_renewable");
  expect((await readTermChain(one, race.id)).length).toBe(2);
});

test("a renewal that two servers receive at once is made once, and both reply with it", async () => {
  const race = await due();
  const again = new OfficeBrowser(one, race.renewalShop.shop.slug);
  again.cookie = race.clerk.cookie;
  const renew = await renewal(race);
  const late = startAtPause(one.db, "counter_sale_held", () => renew(again));
  const made = await renew();
  const answer = await late();
  expect([made.status, answer?.status, answer?.body]).toEqual([200, 200, made.body]);
  expect((await readTermChain(one, race.id)).length).toBe(2);
  expect(await takenAtTill(race)).toBe("80.00");
});

test("a renewal at the till while the holder pays for it is refused, and the holder pays once", async () => {
  const race = await due();
  const { shop, levels } = race.renewalShop;
  const add = [membershipRequest(levels, levels.individual, { action: "renew", renews_id: race.id })];
  const { cookie } = race.member.user ?? {};
  const cart = cartFromResponse(await new TestBrowser(one, shop, cookie).call(createCart, { add }));
  const holder = new TestBuyer(one, shop, cookie);
  const renew = await renewal(race);
  expect((await holder.pay(cart, cards.good)).status).toBe(200);
  expect(refusalOf(await renew())).toBe("409 payment_in_progress");
  expect((await holder.checkOut(cart)).status).toBe(200);
  expect((await readTermChain(one, race.id)).length).toBe(2);
  expect(await takenAtTill(race)).toBe("0");
});
