import { beforeAll, describe, expect, test } from "vitest";
import { cancelAutoRenew } from "@foyer/contract/shop/membership.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { limitSession, createTestUser, createLimitedVisitor } from "../../../../test/accounts/members.ts";
import { auditOf } from "../../../../test/office/testStaff.ts";
import { membershipRequest, holdMembership } from "../../../../test/accounts/membershipLevels.ts";
import {
  setPartyTermEnd,
  makeTermDue,
  joinAsMember,
  readEmails,
  createRenewalShop,
  renewalProviders,
  payWithAutoRenew,
  readRenewal,
  capturedAmounts,
  readTermChain,
  runRenewalJob,
  makeRenewalDue,
  type JoinedMember,
  type RenewalShop,
} from "../../../../test/accounts/renewals.ts";

let server: TestApp;
let at: RenewalShop;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  at = await createRenewalShop(server);
});

const tokenOf = (order_id: string): string => renewalProviders(server).sign(`order:${order_id}`);
const cancel = (order_id: string, who: { cookie?: string | undefined; token?: string } = {}, shop = at.shop) =>
  new TestBrowser(server, shop, who.cookie).call(cancelAutoRenew, {
    ticket_order_id: order_id,
    ...(who.token !== undefined && { token: who.token }),
  });
const stateOf = async ({ membership_id }: Pick<JoinedMember, "membership_id">) =>
  (await readRenewal(server, membership_id))?.state;

describe("auto-renew can be cancelled", () => {
  test("auto-renew can be cancelled by the signed-in payer, with one e-mail however often it is sent", async () => {
    const where = await createRenewalShop(server);
    const joined = await joinAsMember(server, where);
    const response = await cancel(joined.order_id, { cookie: joined.user?.cookie }, where.shop);
    expect(response).toMatchObject({
      status: 200,
      body: { membership: { _data: [{ auto_renew_state: "cancelled", level_name: "Individual" }] } },
    });
    expect((await cancel(joined.order_id, { cookie: joined.user?.cookie }, where.shop)).status).toBe(200);
    const emails = (await readEmails(server, where.shop)).filter(({ kind }) => kind === "auto_renew_cancelled");
    expect(emails).toMatchObject([{ to_address: joined.user?.email }]);
    await makeTermDue(server, joined.membership_id);
    await runRenewalJob(server);
    expect(await capturedAmounts(server, where.shop)).toEqual([8000]);
    expect(await stateOf(joined)).toBe("cancelled");
    // Repeating it changes nothing more.
    expect(await auditOf(server.db, where.shop.seller_id)).toMatchObject([
      { action: "member.renewal_cancelled", actor: "buyer", entity_kind: "member", entity_id: joined.membership_id },
    ]);
  });
  test("auto-renew can be cancelled by anybody with the order's link, without showing who holds it", async () => {
    const joined = await joinAsMember(server, at);
    const response = await cancel(joined.order_id, { token: tokenOf(joined.order_id) });
    expect(response).toMatchObject({
      status: 200,
      body: {
        membership: {
          _data: [{ auto_renew_state: "cancelled", holder_name: null, scan_code: null, member_number: null }],
        },
      },
    });
    expect(await stateOf(joined)).toBe("cancelled");
  });
  test("auto-renew can be cancelled by the holder when another pays", async () => {
    const holder = await createTestUser(server.db, at.shop, { email: "holder@example.org" });
    const people = [{ type: 0, name: "Grace Hopper", email: "holder@example.org" }];
    const joined = await joinAsMember(server, at, { people, user: null });
    expect((await cancel(joined.order_id, { cookie: holder.cookie })).status).toBe(200);
  });

  test("auto-renew can be cancelled by nobody else: the order is not found", async () => {
    const joined = await joinAsMember(server, at);
    const stranger = await createTestUser(server.db, at.shop);
    const number = await createLimitedVisitor(server.db, at.shop, joined.user?.identity_id ?? "");
    const other = await joinAsMember(server, at);
    const nothing = await cancel(crypto.randomUUID(), { cookie: stranger.cookie });
    expect(nothing.status).toBe(404);
    for (const who of [
      {},
      { cookie: stranger.cookie },
      { cookie: number.cookie },
      { cookie: other.user?.cookie },
      { token: tokenOf(other.order_id) },
      { cookie: stranger.cookie, token: "x".repeat(43) },
    ]) {
      const response = await cancel(joined.order_id, who);
      expect([response.status, response.code]).toEqual([404, nothing.code]);
    }
    const elsewhere = await createRenewalShop(server);
    expect((await cancel(joined.order_id, { token: tokenOf(joined.order_id) }, elsewhere.shop)).status).toBe(404);
    expect(await stateOf(joined)).toBe("scheduled");
  });
  test("auto-renew cannot be cancelled in a session opened by a member number", async () => {
    const joined = await joinAsMember(server, at);
    const guest = await createTestUser(server.db, at.shop);
    await limitSession(server.db, guest, joined.user?.identity_id ?? "");
    expect((await cancel(joined.order_id, { cookie: guest.cookie })).status).toBe(404);
  });
});

test("cancelling a membership that does not renew is refused", async () => {
  const joined = await joinAsMember(server, at);
  await server.db
    .updateTable("auto_renewal")
    .set({ state: "failed" })
    .where("membership_id", "=", joined.membership_id)
    .execute();
  expect(await cancel(joined.order_id, { cookie: joined.user?.cookie })).toMatchObject({
    status: 409,
    code: "auto_renew_not_scheduled:membership",
  });
});

test("the link in an old e-mail cancels the current term", async () => {
  const where = await createRenewalShop(server);
  const joined = await joinAsMember(server, where);
  await makeTermDue(server, joined.membership_id);
  await runRenewalJob(server);
  const [, second] = await readTermChain(server, joined.membership_id);
  const response = await cancel(joined.order_id, { token: tokenOf(joined.order_id) }, where.shop);
  expect(response.body.membership?._data).toMatchObject([{ id: second?.id, auto_renew_state: "cancelled" }]);
  expect((await readRenewal(server, second?.id ?? ""))?.state).toBe("cancelled");
  await makeRenewalDue(server, second?.id ?? "");
  await runRenewalJob(server);
  expect(await capturedAmounts(server, where.shop)).toEqual([8000, 8000]);
});

test("the link in an old e-mail does not cancel a term that somebody else pays for", async () => {
  const where = await createRenewalShop(server);
  const holder = await createTestUser(server.db, where.shop);
  const people = [{ type: 0, name: "Grace Hopper", email: holder.email }];
  const joined = await joinAsMember(server, where, { people, user: null });
  await setPartyTermEnd(server, joined.membership_id, 5);
  const wanted = membershipRequest(where.levels, where.levels.individual, {
    action: "renew",
    renews_id: joined.membership_id,
  });
  const { buyer, cart } = await holdMembership(server, where.shop, wanted, holder.cookie);
  expect((await payWithAutoRenew(buyer, cart)).status).toBe(200);
  expect((await buyer.checkOut(cart)).status).toBe(200);
  const [, second] = await readTermChain(server, joined.membership_id);
  expect(await readRenewal(server, second?.id ?? "")).toMatchObject({ identity_id: holder.identity_id });

  const response = await cancel(joined.order_id, { token: tokenOf(joined.order_id) }, where.shop);
  expect([response.status, response.code]).toEqual([409, "auto_renew_not_scheduled:membership"]);
  expect((await readRenewal(server, second?.id ?? ""))?.state).toBe("scheduled");
  // The holder who pays can cancel it through either order.
  expect((await cancel(joined.order_id, { cookie: holder.cookie }, where.shop)).status).toBe(200);
  expect((await readRenewal(server, second?.id ?? ""))?.state).toBe("cancelled");
});

test("a manual renewal without consent removes the saved method", async () => {
  const where = await createRenewalShop(server);
  const joined = await joinAsMember(server, where);
  await runRenewalJob(server);
  const shown = async () =>
    (await joined.buyer.get("/my/identity/saved_payment_method")).body.saved_payment_method._data;
  expect(await shown()).toHaveLength(1);
  await setPartyTermEnd(server, joined.membership_id, 5);
  const wanted = membershipRequest(where.levels, where.levels.individual, {
    action: "renew",
    renews_id: joined.membership_id,
  });
  const { buyer, cart } = await holdMembership(server, where.shop, wanted, joined.user?.cookie);
  await payWithAutoRenew(buyer, cart, { auto_renew: false });
  expect((await buyer.checkOut(cart)).status).toBe(200);
  expect(await shown()).toEqual([]);
});

test("a saved method that nothing uses is not shown", async () => {
  const joined = await joinAsMember(server, at);
  await runRenewalJob(server);
  const shown = async () =>
    (await joined.buyer.get("/my/identity/saved_payment_method")).body.saved_payment_method._data.length;
  expect(await shown()).toBe(1);
  await cancel(joined.order_id, { cookie: joined.user?.cookie });
  expect(await shown()).toBe(0);
});
