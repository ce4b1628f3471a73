import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import { cloneDatabase } from "../../../../test/database/cloneDatabase.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { ada } from "../../../../test/shop/testBuyer.ts";
import { overHttp, startCrashingServer } from "../../../../test/process/startCrashingServer.ts";
import { createGiftCard } from "../../../../test/payments/giftCards.ts";
import {
  cardTender,
  giftCardTender,
  readGiftCard,
  createGiftCardShop,
  SplitPaymentBuyer,
} from "../../../../test/payments/splitPayments.ts";
import { crashRepeatOptions } from "../../../../test/process/crashRepeats.ts";
import { recoverAfterRestart } from "../../../../test/process/recoverAfterRestart.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let server: TestApp;
beforeAll(async () => {
  login = await cloneDatabase();
  server = await openTestApp({}, { databaseConfig: login.app });
});
afterAll(() => server.close());

const points: [string, string][] = [
  ["after both payments are inserted", "after_payment_row"],
  ["during the gift card's debit", "inside_ledger_debit"],
  ["before the gift card's answer is recorded", "after_provider_call"],
  ["after the gift card is authorized", "after_authorized"],
  ["before the card's answer is recorded", "after_provider_call:2"],
  ["after both are authorized", "after_authorized:2"],
  ["after the card is captured", "after_captured"],
  ["after both are captured", "after_captured:2"],
];
const plan = JSON.stringify([
  { basis_points: 5000, due_days: 0 },
  { basis_points: 5000, due_days: 30 },
]);

describe("recovers from a crash while a gift card and a card pay", () => {
  test.each<[string, string]>([
    ...points,
    ["while the order is made", "inside_order_transaction"],
    ["after the order is made", "after_order_commit"],
  ])("%s", crashRepeatOptions, async (_, fault) => {
    const shop = await createGiftCardShop(server);
    const gift = await createGiftCard(server, shop, 1500);
    const doomed = await startCrashingServer(login.owner, fault);
    const buyer = new SplitPaymentBuyer(overHttp(server, doomed.origin), shop);
    const cart = await buyer.hold(2);
    await buyer.savePurchaser(cart);
    const bought = buyer.payWith(cart, giftCardTender(gift, 1500), cardTender(2500)).then(() => buyer.checkOut(cart));
    await expect(bought).rejects.toThrow();
    await doomed.exited;
    doomed.kill();
    await recoverAfterRestart(server);

    // The buyer returns with the same cookie and either finds the order or buys again.
    const again = new SplitPaymentBuyer(server, shop, buyer.cookie);
    if (!(await again.readCart(cart)).ticket_order_id) {
      expect(await readGiftCard(server, gift)).toMatchObject({ balance: 1500 });
      await again.payWith(cart, giftCardTender(gift, 1500), cardTender(2500));
      expect((await again.checkOut(cart, { identity: ada })).body.outcome).toBe("completed");
    }
    const after = await again.readCart(cart);
    expect(after.completed_payments.map(({ amount, gateway_id }) => `${gateway_id} ${amount}`)).toEqual([
      "ledger 15.00",
      "test 25.00",
    ]);
    const { balance, entries } = await readGiftCard(server, gift);
    expect([balance, entries.filter((entry) => entry.startsWith("capture")).length]).toEqual([0, 1]);
    const intents = await server.db
      .selectFrom("test_gateway_intent")
      .select("amount")
      .where("seller_id", "=", shop.seller_id)
      .where("status", "=", "succeeded")
      .execute();
    expect(intents).toEqual([{ amount: 2500 }]);
    const mails = await server.db.selectFrom("outbox").select("id").where("seller_id", "=", shop.seller_id).execute();
    expect(mails).toHaveLength(1);
    expect(await checkInvariants(server.db)).toEqual([]);
  });
});

describe("recovers from a crash while they pay a first instalment", () => {
  test.each(
    points.filter(([point]) => /^after both are (?:authorized|captured)|^after the card is captured/.test(point)),
  )("%s", crashRepeatOptions, async (_, fault) => {
    const shop = await createGiftCardShop(server, {
      event: { sessions: [{ inDays: 60 }], groups: [{ payment_plan: plan }] },
    });
    const gift = await createGiftCard(server, shop, 500);
    const doomed = await startCrashingServer(login.owner, fault);
    const buyer = new SplitPaymentBuyer(overHttp(server, doomed.origin), shop);
    const cart = await buyer.hold(2);
    await buyer.savePurchaser(cart);
    const bought = buyer.payWith(cart, giftCardTender(gift, 500), cardTender(1500)).then(() => buyer.checkOut(cart));
    await expect(bought).rejects.toThrow();
    await doomed.exited;
    doomed.kill();
    await recoverAfterRestart(server);

    const again = new SplitPaymentBuyer(server, shop, buyer.cookie);
    if ((await again.readCart(cart)).completed_payments.length === 0) {
      expect(await readGiftCard(server, gift)).toMatchObject({ balance: 500 });
      await again.payWith(cart, giftCardTender(gift, 500), cardTender(1500));
      expect((await again.checkOut(cart, { identity: ada })).body.outcome).toBe("partial");
    }
    expect(await again.readCart(cart)).toMatchObject({
      editable: false,
      outstanding_balance: "20.00",
      payment_due_by_credit_card: "0",
      completed_payments: [{ amount: "5.00" }, { amount: "15.00" }],
    });
    expect(await readGiftCard(server, gift)).toMatchObject({ balance: 0 });
    expect(await checkInvariants(server.db)).toEqual([]);
  });
});
