import { changeMembership } from "@foyer/contract/shop/membership.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";
import { newId } from "../../../db/newId.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import { refundPayment } from "../../checkout/refund/refundPayment.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import {
  buyMembership,
  createLevels,
  daysFromNow,
  membershipRequest,
  readMemberships,
  setTermEnd,
} from "../../../../test/accounts/membershipLevels.ts";
import { testProviders } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { openWalletApp, type TestPass, type WalletApp } from "../../../../test/wallet/walletApp.ts";

let wallets: WalletApp;
beforeAll(async () => {
  wallets = await openWalletApp();
});
afterAll(async () => {
  await expectInvariants(wallets.server.db);
  await wallets.close();
});

/** A membership that Ada bought for two people; the second person has saved his card as a pass. */
const join = async () => {
  const { server } = wallets;
  const shop = await createTestShop(server.db);
  const levels = await createLevels(server, shop);
  const ada = await createTestUser(server.db, shop);
  const william = await createTestUser(server.db, shop, { first_name: "William" });
  const people = [
    { type: 0, name: "Ada Lovelace", email: ada.email },
    { type: 1, name: "William King", email: william.email },
  ];
  const { order_id } = await buyMembership(server, shop, membershipRequest(levels, levels.family, { people }), {
    cookie: ada.cookie,
  });
  const own = (await readMemberships(server, order_id)).find(({ identity_id }) => identity_id === william.identity_id);
  if (!own) throw new Error("There is a card.");
  const buyer = new TestBuyer(server, shop, william.cookie);
  return { shop, ada, own, order_id, pass: await wallets.savePass(buyer, own.ticket_id) };
};
const expectVoid = async (shop: TestShop, pass: TestPass): Promise<void> => {
  const now = await wallets.fetchPass(shop, pass);
  expect(now).toMatchObject({ serialNumber: pass.serialNumber, voided: true });
  expect(now.barcodes).toBeUndefined();
  const text = JSON.stringify(now);
  for (const word of [pass.barcodes?.[0]?.message ?? "", "William King", "Charles"]) expect(text).not.toContain(word);
};
const stateOf = async ({ serialNumber }: TestPass): Promise<string> =>
  (
    await wallets.server.db
      .selectFrom("wallet_pass")
      .select("state")
      .where("id", "=", serialNumber)
      .executeTakeFirstOrThrow()
  ).state;

test("a card's pass is the same while the card is", async () => {
  const { shop, pass } = await join();
  expect(await wallets.fetchPass(shop, pass)).toEqual(pass);
  expect(await stateOf(pass)).toBe("current");
});

test("a card that is given to somebody else leaves its owner a void pass without the new holder's name", async () => {
  const { shop, ada, own, pass } = await join();
  const reply = await new TestBrowser(wallets.server, shop, ada.cookie).call(changeMembership, {
    membership_id: own.id,
    holder_name: "Charles Babbage",
    holder_email: `charles-${newId()}@example.org`,
  });
  expect(reply.status).toBe(200);
  expect(await stateOf(pass)).toBe("due");
  await expectVoid(shop, pass);
});

test("the pass of a membership that was refunded is void", async () => {
  const { shop, order_id, pass } = await join();
  const { server } = wallets;
  const seller = await sellerFinder(server.db, 0)(shop.slug);
  if (!seller) throw new Error("There is a seller.");
  const db = server.connections.forSeller(seller.id);
  const providers = testProviders(server.connections);
  const [payment] = await db
    .selectFrom("payment")
    .select("id")
    .where("seller_id", "=", seller.id)
    .where("ticket_order_id", "=", order_id)
    .execute();
  await refundPayment({ db, seller, providers }, { payment_id: payment?.id ?? "", reason: "requested" });
  expect(await stateOf(pass)).toBe("due");
  await expectVoid(shop, pass);
});

test("the pass of an expired membership is void", async () => {
  const { shop, own, pass } = await join();
  await setTermEnd(wallets.server, own.id, daysFromNow(-1));
  await expectVoid(shop, pass);
});
