import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../cli/checkInvariants.ts";
import { cloneDatabase } from "../../../test/database/cloneDatabase.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { TestBuyer, cards } from "../../../test/shop/testBuyer.ts";
import { overHttp, startCrashingServer } from "../../../test/process/startCrashingServer.ts";
import { holdGiftCards, createGiftCardEvent, giftCardSeller } from "../../../test/payments/giftCards.ts";
import { crashRepeatOptions } from "../../../test/process/crashRepeats.ts";
import { recoverAfterRestart } from "../../../test/process/recoverAfterRestart.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let server: TestApp;
beforeAll(async () => {
  login = await cloneDatabase();
  server = await openTestApp({}, { databaseConfig: login.app });
});
afterAll(() => server.close());

test.each([
  ["after the capture", "after_captured"],
  ["while the order is made", "inside_order_transaction"],
  ["after the order is made", "after_order_commit"],
])("issues two gift cards once each after a crash %s", crashRepeatOptions, async (_, fault) => {
  const shop = await createTestShop(server.db, { seller: giftCardSeller });
  const event = await createGiftCardEvent(server, shop);
  const { buyer, cart } = await holdGiftCards(server, shop, event, {
    quantity: 2,
    admit_emails: ["grace@example.org"],
  });
  const doomed = await startCrashingServer(login.owner, fault);
  const dying = new TestBuyer(overHttp(server, doomed.origin), shop, buyer.cookie);
  await dying.savePurchaser(cart);
  await expect(dying.pay(cart, cards.good).then(() => dying.checkOut(cart))).rejects.toThrow();
  await doomed.exited;
  doomed.kill();
  await recoverAfterRestart(server);

  const { body } = await buyer.get(`/my/cart/${cart.id}`);
  const order = await buyer.get(`/ticket_order/${body.cart._data[0].ticket_order_id}`);
  const bought = order.body.gift_card._data as { number: string; balance: string }[];
  expect(bought.map(({ balance }) => balance)).toEqual(["50.00", "50.00"]);
  const accounts = await server.db
    .selectFrom("ledger_account")
    .select("number")
    .where("seller_id", "=", shop.seller_id)
    .execute();
  expect(accounts.map(({ number }) => number).toSorted()).toEqual(bought.map(({ number }) => number).toSorted());
  const mails = await server.db.selectFrom("outbox").select("kind").where("seller_id", "=", shop.seller_id).execute();
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual(["gift_card", "order_confirmation"]);
  expect(await checkInvariants(server.db)).toEqual([]);
});
