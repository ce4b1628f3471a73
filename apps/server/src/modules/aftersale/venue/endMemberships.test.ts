import { describe, expect, test } from "vitest";
import { myMembership } from "@foyer/contract/shop/membership.ts";
import { createCart } from "@foyer/contract/shop/cart.ts";
import type { Refused } from "../../../errors/refused.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import {
  createRenewalShop,
  joinAsMember,
  makeRenewalDue,
  makeTermDue,
  readRenewal,
  readTermChain,
  runRenewalJob,
} from "../../../../test/accounts/renewals.ts";
import { buyMembership, membershipRequest, readMemberships } from "../../../../test/accounts/membershipLevels.ts";
import { venueCancels, venueQuotes } from "../../../../test/orders/venueChanges.ts";
import { ada } from "../../../../test/shop/testBuyer.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const refusal = (cancellation: Promise<unknown>): Promise<unknown> =>
  cancellation.then(
    () => "done",
    ({ code, description }: Refused) => `${code} ${description ?? ""}`.trim(),
  );
const family = [
  { type: 0, name: "Ada Lovelace", email: "ada@example.org" },
  { type: 1, name: "Bea Byron" },
  { type: 2 },
];

describe("a membership whose order the venue cancels", () => {
  test("ends for everybody on it, and is refunded", async () => {
    const { shop, levels } = await createRenewalShop(server);
    const { order_id } = await buyMembership(
      server,
      shop,
      membershipRequest(levels, levels.family, { people: family }),
    );
    expect(await venueCancels(server, shop, { id: order_id })).toMatchObject({ refund: "125.00" });
    expect((await readMemberships(server, order_id)).map(({ state }) => state)).toEqual([
      "cancelled",
      "cancelled",
      "cancelled",
    ]);
  });

  test("is no longer shown to its member, nor printed", async () => {
    const renewalShop = await createRenewalShop(server);
    const member = await joinAsMember(server, renewalShop);
    const browser = new TestBrowser(server, renewalShop.shop, member.user?.cookie);
    const shown = async () => (await browser.call(myMembership, {})).body.membership?._data ?? [];
    const printed = () => member.buyer.get(`/ticket_order/${member.order_id}/tickets.pdf`);
    expect([(await shown()).length, (await printed()).status]).toEqual([1, 200]);
    await venueCancels(server, renewalShop.shop, { id: member.order_id });
    expect(await shown()).toEqual([]);
    expect((await printed()).status).toBe(404);
  });

  test("is renewed and charged no more", async () => {
    const renewalShop = await createRenewalShop(server);
    const member = await joinAsMember(server, renewalShop);
    await makeTermDue(server, member.membership_id);
    await venueCancels(server, renewalShop.shop, { id: member.order_id });
    expect(await readRenewal(server, member.membership_id)).toMatchObject({
      state: "cancelled",
      last_error: "taken_back",
    });
    await makeRenewalDue(server, member.membership_id);
    await runRenewalJob(server);
    expect(await readTermChain(server, member.membership_id)).toHaveLength(1);
  });

  test("stays while a next term is paid for; that is cancelled first", async () => {
    const renewalShop = await createRenewalShop(server);
    const { shop } = renewalShop;
    const member = await joinAsMember(server, renewalShop);
    await makeTermDue(server, member.membership_id);
    await runRenewalJob(server);
    const [, next] = await readTermChain(server, member.membership_id);
    expect(next).toBeDefined();
    const first = { id: member.order_id };
    const why =
      "ticket_state_incorrect This membership has been renewed. Please cancel the order of its next term first.";
    expect(await refusal(venueQuotes(server, shop, first))).toBe(why);
    expect(await refusal(venueCancels(server, shop, first))).toBe(why);
    expect(await refusal(venueCancels(server, shop, { id: next?.ticket_order_id ?? "" }))).toBe("done");
    expect(await readRenewal(server, next?.id ?? "")).toMatchObject({ state: "cancelled" });
    expect(await refusal(venueCancels(server, shop, first))).toBe("done");
  });

  test("keeps the people that its level needs", async () => {
    const { shop, levels } = await createRenewalShop(server);
    const { order_id } = await buyMembership(
      server,
      shop,
      membershipRequest(levels, levels.family, { people: family }),
    );
    const [first, , child] = await readMemberships(server, order_id);
    const cancel = (ticket_id = "") => venueCancels(server, shop, { id: order_id }, { ticket_ids: [ticket_id] });
    expect(await refusal(cancel(first?.ticket_id))).toMatch(/^validation_failed/);
    expect(await cancel(child?.ticket_id)).toMatchObject({ refund: "5.00" });
    expect((await readMemberships(server, order_id)).map(({ state }) => state)).toEqual([
      "active",
      "active",
      "cancelled",
    ]);
  });
});

describe("a gift of a membership", () => {
  const buyGift = async () => {
    const renewalShop = await createRenewalShop(server);
    const { shop, levels } = renewalShop;
    const wanted = membershipRequest(levels, levels.individual, { action: "gift" });
    const { order_id } = await buyMembership(server, shop, wanted, { identity: ada });
    const { code } = await server.db
      .selectFrom("membership_gift as g")
      .innerJoin("code as k", (join) => join.onRef("k.seller_id", "=", "g.seller_id").onRef("k.id", "=", "g.code_id"))
      .select("k.code")
      .where("g.ticket_order_id", "=", order_id)
      .executeTakeFirstOrThrow();
    const redeem = () =>
      new TestBrowser(server, shop).call(createCart, {
        add: [membershipRequest(levels, levels.individual)],
        preReservePromoCodes: { codes: [code] },
      });
    return { shop, order_id, redeem };
  };

  test("can no longer be redeemed", async () => {
    const { shop, order_id, redeem } = await buyGift();
    expect(await venueCancels(server, shop, { id: order_id })).toMatchObject({ refund: "80.00" });
    expect((await redeem()).status).toBeGreaterThanOrEqual(400);
  });

  test("stays once somebody redeems it", async () => {
    const { shop, order_id, redeem } = await buyGift();
    expect((await redeem()).status).toBe(200);
    expect(await refusal(venueCancels(server, shop, { id: order_id }))).toBe(
      "ticket_state_incorrect This gift has been redeemed.",
    );
  });
});
