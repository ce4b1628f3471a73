import { beforeEach, describe, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { newId } from "../../../db/newId.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp, TestResponse } from "../../../../test/app/testApp.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import { createGiftCard, readCardBalance } from "../../../../test/payments/giftCards.ts";
import {
  cardTender,
  createGiftCardShop,
  giftCardTender,
  paymentOutcome,
  SplitPaymentBuyer,
} from "../../../../test/payments/splitPayments.ts";
import { createCodes, createDiscount } from "../../../../test/shop/codesAndRules.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { ada, cards } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
let buyer: SplitPaymentBuyer;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  shop = await createGiftCardShop(server);
  buyer = new SplitPaymentBuyer(server, shop);
});

const grace = { first_name: "Grace", last_name: "Hopper", email: "grace@example.org" };
/** A recipient whom this visitor has named. */
const createGiftee = async (created_by_identity_id: string, person = grace): Promise<string> => {
  const id = newId();
  await server.db
    .insertInto("identity")
    .values({ seller_id: shop.seller_id, id, kind: "guest", ...person, created_by_identity_id })
    .execute();
  return id;
};
const nameGiftee = (cart: Cart, giftee_identity_id: string) =>
  server.db.updateTable("cart").set({ giftee_identity_id }).where("id", "=", cart.id).execute();
const paymentStates = async (cart: Cart): Promise<string[]> =>
  (
    await server.db.selectFrom("payment").select("state").where("cart_id", "=", cart.id).orderBy("created_at").execute()
  ).map(({ state }) => state);
const stateOf = async (cart: Cart) => ({
  payments: await paymentStates(cart),
  isPaying: (await buyer.readCart(cart)).payment_in_progress,
});
const orderOf = ({ body }: TestResponse) => body.ticket_order?._data?.length;

describe("a checkout that is refused for good", () => {
  test("releases card and gift card at once, and the cart can be paid for again", async () => {
    const cart = await buyer.hold(2);
    const self = await createGiftee(cart.identity_id ?? "", ada);
    const other = await createGiftee(cart.identity_id ?? "");
    const card = await createGiftCard(server, shop, 1500);
    const giver_identity_id = (await buyer.savePurchaser(cart)).body.identity_id;
    const list = [giftCardTender(card, 1500), cardTender(2500)];
    expect(paymentOutcome(await buyer.payWith(cart, ...list))).toBe("200");
    expect(await stateOf(cart)).toEqual({ payments: ["authorized", "authorized"], isPaying: true });

    const refused = await buyer.checkOut(cart, { guest_identity_id: self, giver_identity_id });
    expect(paymentOutcome(refused)).toBe("membership: gift_to_oneself");
    expect(await stateOf(cart)).toEqual({ payments: ["voided", "voided"], isPaying: false });
    expect(await readCardBalance(server, card)).toBe(1500);

    expect(paymentOutcome(await buyer.payWith(cart, ...list))).toBe("200");
    expect(orderOf(await buyer.checkOut(cart, { guest_identity_id: other, giver_identity_id }))).toBe(1);
  });

  test("releases the payment of a member who gives to themselves", async () => {
    const user = await createTestUser(server.db, shop);
    buyer = new SplitPaymentBuyer(server, shop, user.cookie);
    const cart = await buyer.hold(1);
    const self = await createGiftee(user.identity_id, { ...ada, email: user.email });
    await buyer.pay(cart, cards.good);
    const refused = await buyer.post(`/my/cart/${cart.id}/gift_checkout`, { giftee_identity_id: self });
    expect(paymentOutcome(refused)).toBe("membership: gift_to_oneself");
    expect(await stateOf(cart)).toEqual({ payments: ["voided"], isPaying: false });
  });

  test("releases the payment where the purchaser has used a code before, and only then tells so", async () => {
    const { id } = await createCodes(server.db, shop, { ONCE: {} }, { max_uses_each: 1 });
    await createDiscount(server.db, shop, { code_group_ids: [id], benefit: { percent: 1000 } });
    const withCode = async () => {
      const cart = await buyer.hold(1);
      return (await buyer.post(`/my/cart/${cart.id}/apply_code`, { code: "ONCE" })).body.cart._data[0] as Cart;
    };
    const first = await withCode();
    await buyer.pay(first, cards.good);
    expect(orderOf(await buyer.checkOut(first))).toBe(1);

    buyer = new SplitPaymentBuyer(server, shop);
    const second = await withCode();
    expect((await buyer.pay(second, cards.good)).status).toBe(200);
    expect((await buyer.checkOut(second)).body._data[0]._code).toBe("code_exhausted");
    expect(await stateOf(second)).toEqual({ payments: ["voided"], isPaying: false });
  });

  test("keeps the payment of the owner from a stranger with the link", async () => {
    const cart = await buyer.hold(1);
    await buyer.savePurchaser(cart);
    await buyer.pay(cart, cards.good);
    const stranger = new SplitPaymentBuyer(server, shop);
    const self = await createGiftee(cart.identity_id ?? "", ada);
    await stranger.post(`/my/cart/${cart.id}/guest_checkout`, { guest_identity_id: self, giver_identity_id: newId() });
    expect(await stateOf(cart)).toEqual({ payments: ["authorized"], isPaying: true });
    expect(orderOf(await buyer.checkOut(cart))).toBe(1);
  });
});

describe("a checkout with missing or wrong details", () => {
  test.each([
    ["nobody", {}, "identity: validation_failed"],
    ["a malformed address", { identity: { ...ada, email: "ada" } }, "identity: validation_failed"],
    ["an unknown guest", { guest_identity_id: newId() }, "identity: not_found"],
  ])("keeps the payment for %s: the same one completes the order", async (_, sent, refusal) => {
    const cart = await buyer.hold(1);
    await buyer.pay(cart, cards.good);
    expect(paymentOutcome(await buyer.checkOut(cart, sent))).toBe(refusal);
    expect(await stateOf(cart)).toEqual({ payments: ["authorized"], isPaying: true });
    expect(orderOf(await buyer.checkOut(cart))).toBe(1);
  });
});

describe("a payment for a gift", () => {
  test("a payment for a gift is refused before money is promised where giver and recipient are one", async () => {
    const cart = await buyer.hold(1);
    await nameGiftee(cart, await createGiftee(cart.identity_id ?? ""));
    await buyer.savePurchaser(cart);
    await nameGiftee(cart, await createGiftee(cart.identity_id ?? "", { ...ada, email: "ADA+gift@example.org" }));
    expect(paymentOutcome(await buyer.pay(cart, cards.good))).toBe("membership: gift_to_oneself");
    expect(await stateOf(cart)).toEqual({ payments: [], isPaying: false });
  });

  test("a payment for a gift is refused while its giver is unknown, and accepted once they are", async () => {
    const cart = await buyer.hold(1);
    await nameGiftee(cart, await createGiftee(cart.identity_id ?? ""));
    expect(paymentOutcome(await buyer.pay(cart, cards.good))).toBe("identity: validation_failed");
    expect(await stateOf(cart)).toEqual({ payments: [], isPaying: false });
    await buyer.savePurchaser(cart);
    expect((await buyer.pay(cart, cards.good)).status).toBe(200);
    expect(orderOf(await buyer.checkOut(cart))).toBe(1);
  });

  test("a payment for a gift is refused to a member who gives to themselves, whose account is the giver", async () => {
    const user = await createTestUser(server.db, shop);
    buyer = new SplitPaymentBuyer(server, shop, user.cookie);
    const cart = await buyer.hold(1);
    await nameGiftee(cart, await createGiftee(user.identity_id, { ...ada, email: user.email }));
    expect(paymentOutcome(await buyer.pay(cart, cards.good))).toBe("membership: gift_to_oneself");
    expect(await paymentStates(cart)).toEqual([]);
  });
});
