import { beforeAll, describe, expect, test } from "vitest";
import { createCart } from "@foyer/contract/shop/cart.ts";
import { membershipRequest } from "../../../../test/accounts/membershipLevels.ts";
import { createRenewalShop, readEmails, type RenewalShop } from "../../../../test/accounts/renewals.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { buyGift as buyGiftOf, giftee, giftOf as giftOfOrder } from "../../../../test/office/memberShop.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../../test/office/testStaff.ts";
import { refusalOf } from "../../../../test/orders/changedOrders.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
let at: RenewalShop;
let clerk: Awaited<ReturnType<typeof signedIn>>;
let manager: OfficeBrowser;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  at = await createRenewalShop(server);
  [clerk, manager] = [await signedIn(server, at.shop, ["box_office"]), await signedIn(server, at.shop, ["manager"])];
});

const grace = giftee;
const buyGift = () => buyGiftOf(server, at, clerk);
const giftOf = (order_id: string) => giftOfOrder(server, clerk, order_id);
const redeem = async (code: string) => {
  const browser = new TestBrowser(server, at.shop);
  const people = [{ type: 0, name: "Grace Hopper", email: grace.email }];
  const response = await browser.call(createCart, {
    add: [membershipRequest(at.levels, at.levels.individual, { people })],
    preReservePromoCodes: { codes: [code] },
  });
  return { response, buyer: new TestBuyer(server, at.shop, browser.cookie) };
};
const change = (
  who: OfficeBrowser,
  { id, version }: { id: string; version: string },
  path: string,
  body: object = {},
) => who.post(`/gift_memberships/${id}/${path}`, { version, reason: "Asked on the phone", ...body });
const later = (day: string, more: Temporal.DurationLike): string => Temporal.PlainDate.from(day).add(more).toString();

describe("a gift of a membership", () => {
  test("is listed with giver, recipient and code, and found by each of them", async () => {
    const { gift } = await buyGift();
    expect(gift).toMatchObject({
      level: "Individual",
      state: "active",
      giver: { name: "Ada Lovelace" },
      giftee: { name: "Grace Hopper", email: grace.email },
      redeemed_by: null,
    });
    for (const q of ["hopper", "LOVELACE", gift.code, String(gift.order_number), "grace@exam"])
      expect((await clerk.get(`/gift_memberships?q=${encodeURIComponent(q)}`)).body.gifts).toContainEqual(gift);
    expect((await clerk.get("/gift_memberships?q=nobody")).body).toEqual({ gifts: [], next: null });
    const elsewhere = await createRenewalShop(server);
    const stranger = await signedIn(server, elsewhere.shop, ["owner"]);
    expect((await stranger.get("/gift_memberships")).body.gifts).toEqual([]);
    expect(refusalOf(await stranger.post(`/gift_memberships/${gift.id}/resend`))).toBe("404 not_found");
  });

  test("is sent again to its recipient with the code", async () => {
    const { gift } = await buyGift();
    expect((await clerk.post(`/gift_memberships/${gift.id}/resend`)).body).toEqual({ to: grace.email });
    const sent = (await readEmails(server, at.shop)).filter(({ text }) => text.includes(gift.code));
    expect(sent.map(({ to_address }) => to_address)).toEqual([grace.email, grace.email]);
    expect(refusalOf(await clerk.post(`/gift_memberships/${gift.id}/resend`))).toBe("429 too_many_requests");
  });

  test("can end later, but not earlier and not after more than ten years", async () => {
    const { order_id, gift } = await buyGift();
    for (const last_day of [gift.last_day, later(gift.last_day, { days: -1 }), later(gift.last_day, { years: 9 })])
      expect(refusalOf(await change(clerk, gift, "end", { last_day }))).toBe("422 validation_failed");
    const last_day = later(gift.last_day, { days: 40 });
    expect(refusalOf(await change(clerk, gift, "end", { last_day }))).toBe("200");
    expect(await giftOf(order_id)).toMatchObject({ last_day, state: "active" });
    const refused = await change(clerk, gift, "end", { last_day: later(last_day, { days: 1 }) });
    expect(refusalOf(refused)).toBe("409 stale_version");
    expect(refused.body._data[0]._extra).toMatchObject({
      changed_by: clerk.person.name,
      change: "member.gift_end_moved",
      changed_fields: ["last_day"],
    });
    const entries = (await auditOf(server.db, at.shop.seller_id)).filter(({ entity_id }) => entity_id === gift.id);
    expect(entries).toMatchObject([{ action: "member.gift_end_moved", after: { last_day } }]);
  });

  test("is cancelled by a manager only, and can then no longer be redeemed", async () => {
    const { order_id, gift } = await buyGift();
    expect(refusalOf(await change(clerk, gift, "cancel"))).toBe("403 access_denied");
    expect(refusalOf(await change(manager, gift, "cancel"))).toBe("200");
    expect(await giftOf(order_id)).toMatchObject({ state: "cancelled" });
    expect((await redeem(gift.code)).response.code).toBe("code_not_found:reserve");
  });

  test("is not cancelled while it is in a cart, nor once it is redeemed", async () => {
    const { order_id, gift } = await buyGift();
    const { buyer, response } = await redeem(gift.code);
    const held = await giftOf(order_id);
    expect(held.state).toBe("in_cart");
    expect(refusalOf(await change(manager, held, "cancel"))).toBe("409 ticket_state_incorrect");
    const [cart] = response.body.cart?._data ?? [];
    if (!cart) throw new Error("Nothing was held");
    await buyer.payFree(cart);
    await buyer.checkOut(cart, { identity: grace });
    const redeemed = await giftOf(order_id);
    expect(redeemed).toMatchObject({ state: "redeemed", redeemed_by: expect.any(Number) });
    for (const [path, body] of [
      ["cancel", {}],
      ["end", { last_day: later(gift.last_day, { days: 40 }) }],
    ] as const)
      expect(refusalOf(await change(manager, redeemed, path, body))).toBe("409 ticket_state_incorrect");
    expect(refusalOf(await clerk.post(`/gift_memberships/${gift.id}/resend`))).toBe("409 ticket_state_incorrect");
  });
});
