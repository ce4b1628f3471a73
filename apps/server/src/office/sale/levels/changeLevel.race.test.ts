import { expect, test } from "vitest";
import { makeTermDue, runRenewalJob, setPartyTermEnd } from "../../../../test/accounts/renewals.ts";
import type { TestApp, TestResponse } from "../../../../test/app/testApp.ts";
import { deadlocksDuring } from "../../../../test/database/deadlocks.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { startAtPause } from "../../../../test/database/startAtPause.ts";
import { LinkPayer } from "../../../../test/office/counterLinks.ts";
import {
  changeTo,
  createLevelShop,
  joinInMiddle,
  levelRequest,
  linkToChange,
  optionOf,
  termsOfNumber,
} from "../../../../test/office/levelShop.ts";
import { memberPage } from "../../../../test/office/memberShop.ts";
import { createPerson, prepareMerge } from "../../../../test/office/mergedPersons.ts";
import { signedIn } from "../../../../test/office/testStaff.ts";
import { refusalOf } from "../../../../test/orders/changedOrders.ts";
import { newId } from "../../../db/newId.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(
  ["member_level_locked", "member_orders_locked", "renewal_before_capture", "after_live_payment_check"],
  (first, second) => ([one, other] = [first, second]),
);

const open = async () => {
  const at = await createLevelShop(one);
  const { membership_id: id, user } = await joinInMiddle(one, at);
  const levels = async () => (await termsOfNumber(one, at, id)).map(({ level_name }) => level_name);
  const manager = await signedIn(other, at.shop, ["manager"]);
  const path = `/members/${id}/change_level`;
  const end = async () => {
    const { version } = await memberPage(manager, id);
    const choice = { money: "refund", refund_to: "same_means", visits: "keep" };
    const quote = (await manager.get(`/members/${id}/end_quote?${new URLSearchParams(choice).toString()}`)).body;
    const expected = { refund: quote.refund, gift_card: quote.gift_card };
    const sent = { version, ...choice, reason: "Moved away", expected };
    return (): Promise<TestResponse> => manager.post(`/members/${id}/end`, sent);
  };
  return { at, id, user, levels, manager, path, end };
};

/** As if another person had paid for a membership. */
const giveOrderTo = async (membership_id: string, identity_id: string): Promise<void> => {
  const { seller_id, cart_id, ticket_order_id } = await one.db
    .selectFrom("membership as m")
    .innerJoin("ticket_order as o", (on) =>
      on.onRef("o.seller_id", "=", "m.seller_id").onRef("o.id", "=", "m.ticket_order_id"),
    )
    .select(["m.seller_id", "m.ticket_order_id", "o.cart_id"])
    .where("m.id", "=", membership_id)
    .executeTakeFirstOrThrow();
  await one.db
    .updateTable("cart")
    .set({ identity_id, purchaser_identity_id: identity_id })
    .where("seller_id", "=", seller_id)
    .where("id", "=", cart_id)
    .execute();
  await one.db
    .updateTable("ticket_order")
    .set({ identity_id, owner_identity_id: identity_id })
    .where("seller_id", "=", seller_id)
    .where("id", "=", ticket_order_id)
    .execute();
};

test("two clerks who change a level at once change it once", async () => {
  const { at, id, levels, manager, path } = await open();
  await manager.post("/till/open", { float: "0.00" });
  const [first, second] = [await levelRequest(at, id, at.patron), await levelRequest(at, id, at.basic)];
  const late = startAtPause(one.db, "member_level_locked", () => manager.post(path, second));
  expect(refusalOf(await at.clerk.post(path, first))).toBe("200");
  expect(refusalOf((await late()) as TestResponse)).toMatch(/^409 (?:ticket_state_incorrect|stale_version)$/);
  expect(await levels()).toEqual(["Individual", "Patron"]);
});

test("a change that two servers receive at once is made once, and both reply with it", async () => {
  const { at, id, levels, path } = await open();
  const sent = await levelRequest(at, id, at.patron);
  const late = startAtPause(one.db, "member_level_locked", () => at.clerk.post(path, sent));
  const made = await at.clerk.post(path, sent);
  const again = await late();
  expect([made.status, again?.status, again?.body]).toEqual([200, 200, made.body]);
  expect(await levels()).toEqual(["Individual", "Patron"]);
});

test("two clerks who change a membership to one level do not wait for each other's place of it", async () => {
  const { at, id, levels, manager, path } = await open();
  await manager.post("/till/open", { float: "0.00" });
  const [first, second] = [await levelRequest(at, id, at.patron), await levelRequest(at, id, at.patron)];
  const deadlocks = await deadlocksDuring(async () => {
    const late = startAtPause(one.db, "member_level_locked", () => manager.post(path, second));
    expect(refusalOf(await at.clerk.post(path, first))).toBe("200");
    expect(refusalOf((await late()) as TestResponse)).toMatch(/^409 (?:ticket_state_incorrect|stale_version)$/);
  });
  expect(deadlocks).toBe(0);
  expect(await levels()).toEqual(["Individual", "Patron"]);
});

test("a level that is changed while its holder is merged with somebody does not wait for the merge", async () => {
  const { at, id, user, levels, manager, path } = await open();
  const kept = await createPerson(one, at);
  const merge = await prepareMerge(manager, kept.membership_id, user?.identity_id ?? "");
  const sent = await levelRequest(at, id, at.patron);
  // Since another person paid, the order's cart is not among those that the merge locks first.
  await giveOrderTo(id, kept.user.identity_id);
  const deadlocks = await deadlocksDuring(async () => {
    const late = startAtPause(one.db, "member_level_locked", () => merge());
    expect(refusalOf(await at.clerk.post(path, sent))).toBe("200");
    expect(refusalOf((await late()) as TestResponse)).toBe("409 stale_version");
  });
  expect(deadlocks).toBe(0);
  expect(await levels()).toEqual(["Individual", "Patron"]);
});

test("a membership that is ended while its level is changed is refused", async () => {
  const { at, id, levels, end } = await open();
  const ending = await end();
  const ended = startAtPause(one.db, "member_level_locked", ending);
  expect(refusalOf(await changeTo(at, id, at.patron))).toBe("200");
  expect(refusalOf((await ended()) as TestResponse)).toMatch(/^409 /);
  expect(await levels()).toEqual(["Individual", "Patron"]);
});

test("a level that is changed while the membership is ended is refused, and takes nothing", async () => {
  const { at, id, levels, end } = await open();
  const ending = await end();
  const sent = await levelRequest(at, id, at.patron);
  const changed = startAtPause(one.db, "member_orders_locked", () =>
    at.clerk.post(`/members/${id}/change_level`, sent),
  );
  expect(refusalOf(await ending())).toBe("200");
  expect(refusalOf((await changed()) as TestResponse)).toMatch(/^(?:404 not_found|409 \w+)$/);
  expect(await levels()).toEqual(["Individual"]);
  expect((await at.clerk.post("/till/count", { counts: [] })).body.till.count.expected).toBe("0");
});

test("a level that is changed while the next term is charged is refused", async () => {
  const { at, id, levels } = await open();
  await makeTermDue(one, id);
  const sent = await levelRequest(at, id, at.patron);
  const changed = startAtPause(one.db, "renewal_before_capture", () =>
    at.clerk.post(`/members/${id}/change_level`, sent),
  );
  await runRenewalJob(one);
  expect(refusalOf((await changed()) as TestResponse)).toMatch(
    /^409 (?:payment_in_progress|ticket_state_incorrect|stale_version)$/,
  );
  expect((await levels()).every((level) => level === "Individual")).toBe(true);
});

test("a level whose payment link is being paid is not changed at the till, but by that payment", async () => {
  const { at, id, levels } = await open();
  const { due } = await optionOf(at, id, at.patron);
  const payer = new LinkPayer(other, at.shop, (await linkToChange(at, id, at.patron)).body);
  const sent = await levelRequest(at, id, at.basic);
  const changed = startAtPause(one.db, "after_live_payment_check", () =>
    at.clerk.post(`/members/${id}/change_level`, sent),
  );
  expect(refusalOf(await payer.pay(due))).toBe("200");
  expect(refusalOf((await changed()) as TestResponse)).toBe("409 payment_in_progress");
  expect((await payer.checkOut()).body.outcome).toBe("completed");
  expect(await levels()).toEqual(["Individual", "Patron"]);
});

test("a payment link ends with a change at the till, and takes no money", async () => {
  const { at, id, levels } = await open();
  const { due } = await optionOf(at, id, at.patron);
  const payer = new LinkPayer(other, at.shop, (await linkToChange(at, id, at.patron)).body);
  const paid = startAtPause(one.db, "member_level_locked", () => payer.pay(due));
  expect(refusalOf(await changeTo(at, id, at.patron))).toBe("200");
  expect(refusalOf((await paid()) as TestResponse)).toBe("410 cart_expired");
  expect(await levels()).toEqual(["Individual", "Patron"]);
});

test("a link of a membership that has ended takes nothing; one that is being paid keeps it from being ended", async () => {
  const ended = await open();
  const { due } = await optionOf(ended.at, ended.id, ended.at.patron);
  const link = (await linkToChange(ended.at, ended.id, ended.at.patron)).body;
  expect(refusalOf(await (await ended.end())())).toBe("200");
  expect(refusalOf(await new LinkPayer(other, ended.at.shop, link).pay(due))).toMatch(/^(?:409|422) /);
  const paying = await open();
  const payer = new LinkPayer(other, paying.at.shop, (await linkToChange(paying.at, paying.id, paying.at.patron)).body);
  const ending = await paying.end();
  expect(refusalOf(await payer.pay(due))).toBe("200");
  expect(refusalOf(await ending())).toBe("409 payment_in_progress");
  expect((await payer.checkOut()).body.outcome).toBe("completed");
  expect(await paying.levels()).toEqual(["Individual", "Patron"]);
});

test("a membership that is renewed while a payment link is open has its level changed, and the next term follows", async () => {
  const { at, id } = await open();
  await setPartyTermEnd(one, id, 10);
  const { due } = await optionOf(at, id, at.patron);
  const payer = new LinkPayer(other, at.shop, (await linkToChange(at, id, at.patron)).body);
  const { version } = await memberPage(at.clerk, id);
  const renewal = { renewal_id: newId(), version, means: [{ kind: "cash", amount: "80.00" }] };
  expect(refusalOf(await at.clerk.post(`/members/${id}/renew`, renewal))).toBe("200");
  expect(refusalOf(await payer.pay(due))).toBe("200");
  expect((await payer.checkOut()).body.outcome).toBe("completed");
  const [former, changed, next] = await termsOfNumber(one, at, id);
  expect([former?.level_name, changed?.level_name, next?.level_name]).toEqual(["Individual", "Patron", "Individual"]);
  expect([changed?.renews_id, next?.renews_id]).toEqual([id, changed?.id]);
  expect([changed?.valid_from, next?.valid_from]).toEqual([former?.valid_to, changed?.valid_to]);
});
