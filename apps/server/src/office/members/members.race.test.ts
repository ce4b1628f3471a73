import { beforeAll, describe, expect, test } from "vitest";
import { doneOrWaiting } from "../../../test/database/doneOrWaiting.ts";
import { pauseAt, type PausePoint } from "../../db/faultPoints.ts";
import {
  chargedOnce,
  joinWithDueRenewal,
  renewalOutcome,
  runRenewalJob,
  type DueRenewal,
} from "../../../test/accounts/renewals.ts";
import type { TestApp, TestResponse } from "../../../test/app/testApp.ts";
import { createLevelShop, joinInMiddle } from "../../../test/office/levelShop.ts";
import { createTestEvent } from "../../../test/shop/createTestShop.ts";
import { recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import { memberPage } from "../../../test/office/memberShop.ts";
import { inShort, pairedDevice, scanWith } from "../../../test/office/testGate.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(
  ["renewal_step_decided", "renewal_before_capture", "scan_found", "member_locked", "member_orders_locked"],
  (first, second) => {
    [one, other] = [first, second];
  },
);

type Race = DueRenewal & { readonly id: string; readonly manager: OfficeBrowser };
const due = async (): Promise<Race> => {
  const race = await joinWithDueRenewal(one);
  return { ...race, id: race.member.membership_id, manager: await signedIn(other, race.renewalShop.shop, ["manager"]) };
};
/** Prepares a change based on the current page. */
const change = async ({ manager, id }: Race, path: string, body: object = {}) => {
  const { version } = await memberPage(manager, id);
  return (): Promise<TestResponse> => manager.post(`/members/${id}/${path}`, { version, reason: "At once", ...body });
};
const otherPerson = { holder_name: "Grace Hopper", holder_email: "grace@navy.example", is_other_person: true };
const ending = {
  money: "refund",
  refund_to: "same_means",
  visits: "keep",
  expected: { refund: "80.00", gift_card: "0" },
};

/** Runs a request once when another has reached a point, and continues when it is done or waits for a lock. */
const whenReached = (point: PausePoint, work: () => Promise<TestResponse>) => {
  let answer: Promise<TestResponse> | undefined;
  pauseAt(point, async () => {
    pauseAt(point, undefined);
    answer = work();
    await doneOrWaiting(one.db, answer);
  });
  return async (): Promise<string> => (answer ? refusalOf(await answer) : "not reached");
};

describe("ending a membership while its next term is charged", () => {
  test("before the charge is decided: it ends, and nothing is charged", async () => {
    const race = await due();
    const ended = whenReached("renewal_step_decided", await change(race, "end", ending));
    await runRenewalJob(one);
    expect(await ended()).toBe("200");
    const { terms, taken } = await renewalOutcome(one, race);
    expect([terms, taken]).toEqual([1, [8000]]);
  });

  test("after the charge is decided: it is refused, and the next term exists", async () => {
    const race = await due();
    const ended = whenReached("renewal_before_capture", await change(race, "end", ending));
    await runRenewalJob(one);
    expect(await ended()).not.toBe("200");
    expect(await renewalOutcome(one, race)).toEqual(chargedOnce);
    expect((await memberPage(race.manager, race.id)).terms.map(({ state }: { state: string }) => state)).toEqual([
      "active",
      "active",
    ]);
  });
});

describe("cancelling a renewal, lengthening a term, and giving the card to somebody else, while it is charged", () => {
  test.each([
    ["cancel_renewal", {}],
    ["lengthen", { days: 90 }],
    ["holder", otherPerson],
  ] as const)("%s before the charge is decided: nothing is charged", async (path, body) => {
    const race = await due();
    const done = whenReached("renewal_step_decided", await change(race, path, body));
    await runRenewalJob(one);
    expect(await done()).toBe("200");
    const { terms, taken } = await renewalOutcome(one, race);
    expect([terms, taken]).toEqual([1, [8000]]);
  });

  test("lengthening after the charge is decided is refused: the terms would overlap", async () => {
    const race = await due();
    const done = whenReached("renewal_before_capture", await change(race, "lengthen", { days: 90 }));
    await runRenewalJob(one);
    expect(await done()).not.toBe("200");
    expect(await renewalOutcome(one, race)).toEqual(chargedOnce);
    const [next, first] = (await memberPage(race.manager, race.id)).terms;
    expect(next.valid_from).toBe(first.valid_to);
  });
});

test("a card that is given to somebody else after the charge is decided is refused: the next term was paid for whoever is on it", async () => {
  const race = await due();
  const done = whenReached("renewal_before_capture", await change(race, "holder", otherPerson));
  await runRenewalJob(one);
  expect(await done()).toBe("409 payment_in_progress");
  expect(await renewalOutcome(one, race)).toEqual(chargedOnce);
});

test("a card that two people give to somebody at once is given once", async () => {
  const race = await due();
  const [first, second] = [await change(race, "holder", otherPerson), await change(race, "holder", otherPerson)];
  const late = whenReached("member_locked", second);
  expect(refusalOf(await first())).toBe("200");
  expect(await late()).toBe("409 stale_version");
});

describe("a number that is replaced while its card is scanned", () => {
  let race: Race;
  beforeAll(async () => {
    race = await due();
  });
  test("lets nobody in: the scan has found the card by the old number", async () => {
    const gate = await pairedDevice(one, race.renewalShop.shop);
    const code = (await memberPage(race.manager, race.id)).terms[0].member_number;
    const replaced = whenReached("scan_found", await change(race, "replace_number"));
    expect(inShort(await scanWith(gate.browser, { code }))).toBe("no replaced refused");
    expect(await replaced()).toBe("200");
  });

  test("by two people at once is replaced once", async () => {
    const [first, second] = [await change(race, "replace_number"), await change(race, "replace_number")];
    const late = whenReached("member_locked", second);
    expect(refusalOf(await first())).toBe("200");
    expect(await late()).toBe("409 stale_version");
  });
});

test("a card that two people send again at once is sent once", async () => {
  const race = await due();
  const send = (): Promise<TestResponse> => race.manager.post(`/members/${race.id}/resend`);
  const late = whenReached("member_locked", send);
  expect(refusalOf(await send())).toBe("200");
  expect(await late()).toBe("429 too_many_requests");
});

test("a visit that is bought with a membership while it is ended with its visits ends with it", async () => {
  const at = await createLevelShop(one);
  const { membership_id: id, user } = await joinInMiddle(one, at);
  const event = await createTestEvent(one.db, at.shop, {
    sessions: [{ inDays: 7 }],
    groups: [{ hidden_type: "public_member_only", types: [{ name: "Adult", currency_amount: 0 }] }],
  });
  await recordPrices(one, at.shop);
  const buyer = new TestBuyer(one, at.shop, user?.cookie);
  const held = await buyer.post("/my/cart/modify", { add: [ticketLine(event, 1)] });
  const cart = held.body.cart._data[0];
  await buyer.savePurchaser(cart);
  await buyer.payFree(cart);
  const manager = await signedIn(other, at.shop, ["manager"]);
  const { version } = await memberPage(manager, id);
  const end = (): Promise<TestResponse> =>
    manager.post(`/members/${id}/end`, { ...ending, version, visits: "cancel", reason: "At once" });
  const bought = whenReached("member_orders_locked", () => buyer.checkOut(cart));
  expect(refusalOf(await end())).toBe("409 stale_version");
  expect(await bought()).toBe("200");
  expect(refusalOf(await end())).toBe("200");
  const tickets = await one.db
    .selectFrom("ticket")
    .select("state")
    .where("seller_id", "=", at.shop.seller_id)
    .where("event_template_id", "=", event.id)
    .execute();
  expect(tickets).toEqual([{ state: "cancelled" }]);
});

test("a membership that two people end at once is refunded once", async () => {
  const race = await due();
  const [first, second] = [await change(race, "end", ending), await change(race, "end", ending)];
  const late = whenReached("member_orders_locked", second);
  expect(refusalOf(await first())).toBe("200");
  expect(await late()).not.toBe("200");
  const refunds = await one.db
    .selectFrom("refund")
    .select("amount")
    .where("seller_id", "=", race.renewalShop.shop.seller_id)
    .execute();
  expect(refunds).toEqual([{ amount: 8000 }]);
});
