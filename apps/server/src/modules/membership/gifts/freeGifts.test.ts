import { beforeAll, expect, test } from "vitest";
import { createGiftee } from "@foyer/contract/shop/login.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { beginEmptyCart } from "../../../../test/cart/cartShop.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { ada } from "../../../../test/shop/testBuyer.ts";
import {
  createLevels,
  holdMembership,
  membershipRequest,
  type TestLevels,
} from "../../../../test/accounts/membershipLevels.ts";

let server: TestApp;
let shop: TestShop;
let levels: TestLevels;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  shop = await createTestShop(server.db);
  levels = await createLevels(server, shop, { individual: { types: [{ name: "Member", currency_amount: 0 }] } });
});

const grace = { first_name: "Grace", last_name: "Hopper", email: "grace@example.org" };

/** Gives a free membership to Grace, as a new visitor on a network of their own. */
const giveFree = async (nth: number): Promise<void> => {
  const browser = new TestBrowser(server, shop);
  browser.clientAddress = `198.51.${nth}.1`;
  await beginEmptyCart(browser, shop);
  const { body: giftee } = await browser.call(createGiftee, grace);
  const wanted = membershipRequest(levels, levels.individual, {
    people: [{ type: 0 }],
    action: "gift",
    giftee_identity_id: giftee.identity_id,
  });
  const { buyer, cart } = await holdMembership(server, shop, wanted, browser.cookie);
  await buyer.savePurchaser(cart, { ...ada, email: `giver${nth}@example.org` });
  await buyer.payFree(cart);
  const { status } = await buyer.checkOut(cart, { identity: { ...ada, email: `giver${nth}@example.org` } });
  expect(status).toBe(200);
};
const emailsTo = async (address: string, kind: "membership_gift" | "membership_given") =>
  (
    await server.db
      .selectFrom("outbox")
      .select("message")
      .where("seller_id", "=", shop.seller_id)
      .where("to_address", "=", address)
      .where("kind", "=", kind)
      .execute()
  ).map(({ message }) => message as unknown as { readonly text: string });

test("an address gets ten e-mails of free gifts a day; the giver of a further gift gets its code", async () => {
  for (let nth = 1; nth <= 11; nth++) await giveFree(nth);
  expect(await emailsTo(grace.email, "membership_gift")).toHaveLength(10);
  const [first] = await emailsTo("giver1@example.org", "membership_given");
  expect(first?.text).not.toContain("gift_code=");
  const [last] = await emailsTo("giver11@example.org", "membership_given");
  expect(last?.text).toMatch(/redeem\?gift_code=[0-9A-Z]{10}/);
});
