import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { removeGuard, restoreGuards } from "../../db/faultPoints.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { ada, cards } from "../../../test/shop/testBuyer.ts";
import {
  cardTender,
  returnTender,
  createGiftCardShop,
  SplitPaymentBuyer,
  paymentOutcome,
} from "../../../test/payments/splitPayments.ts";

/**
 * What stands between a buyer's word and the money, each taken away once: without it the refusal that other tests look
 * for does not come. The database of this file is left as it must never be.
 */
let server: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  const stream = { write: (line: string) => void logged.push(line) };
  server = await openTestApp({ logger: { level: "warn", stream } });
});
afterEach(() => restoreGuards());
afterAll(() => server.close());

const incorrect = "payment: payment_incorrect_amount";
const plan = JSON.stringify([
  { basis_points: 3000, due_days: 0 },
  { basis_points: 7000, due_days: 30 },
]);
const open = async (wishes: Parameters<typeof createGiftCardShop>[1] = {}) => {
  const shop = await createGiftCardShop(server, wishes);
  return { shop, buyer: new SplitPaymentBuyer(server, shop) };
};
const held = async (wishes: Parameters<typeof createGiftCardShop>[1] = {}) => {
  const { shop, buyer } = await open(wishes);
  return { shop, buyer, cart: await buyer.hold(2) };
};
/** The answer with the guard, and without it. */
const withAndWithoutGuard = async <Answer>(guard: string, ask: () => Promise<Answer>) => {
  const stands = await ask();
  removeGuard(guard);
  return [stands, await ask()];
};

describe("of a cart that is somebody else's (T18, T19)", () => {
  test.each<[string, string, (cart_id: string) => (who: SplitPaymentBuyer) => Promise<{ status: number }>]>([
    ["seen", "404", (id) => (who) => who.get(`/my/cart/${id}`)],
    ["given more time", "404", (id) => (who) => who.post(`/my/cart/${id}/modify`, { add: [] })],
    ["given a buyer", "404", (id) => (who) => who.post(`/my/cart/${id}/purchaser`, { identity: ada })],
    ["paid for", "404", (id) => (who) => who.payWith({ id }, cardTender(4000))],
  ])("without the guard it is %s", async (_, refused, deed) => {
    const { shop, cart } = await held();
    const stranger = new SplitPaymentBuyer(server, shop);
    await stranger.hold(1);
    const [stands, without] = await withAndWithoutGuard("cart_owner", () => deed(cart.id)(stranger));
    expect([String(stands?.status), without?.status]).toEqual([refused, 200]);
  });
});

describe("of money", () => {
  test("less than is due is taken for all of it (T53)", async () => {
    const { buyer, cart } = await held();
    expect(
      await withAndWithoutGuard("amount_due", async () => paymentOutcome(await buyer.payWith(cart, cardTender(3999)))),
    ).toEqual([incorrect, "200"]);
  });

  test("less than is due of a payment plan is, too (T69)", async () => {
    const { buyer, cart } = await held({ event: { sessions: [{ inDays: 60 }], groups: [{ payment_plan: plan }] } });
    expect(
      await withAndWithoutGuard("amount_due", async () => paymentOutcome(await buyer.payWith(cart, cardTender(1199)))),
    ).toEqual([incorrect, "200"]);
  });

  test("a cart that costs something is free, and only the till behind it says no (T54)", async () => {
    const { buyer, cart } = await held();
    await buyer.savePurchaser(cart);
    expect(await withAndWithoutGuard("nothing_due", async () => paymentOutcome(await buyer.payFree(cart)))).toEqual([
      incorrect,
      "200",
    ]);
    expect(paymentOutcome(await buyer.checkOut(cart, {}))).toBe("payment: payment_incomplete");
  });

  test("less is charged than any card is charged (T66)", async () => {
    const { buyer, cart } = await held({ event: { groups: [{ types: [{ name: "Sticker", currency_amount: 20 }] }] } });
    expect(
      await withAndWithoutGuard("card_bounds", async () => paymentOutcome(await buyer.payWith(cart, cardTender(40)))),
    ).toEqual(["payment: payment_not_supported", "200"]);
  });

  test("whoever names another cart's payment is not told that it is none of theirs (T59)", async () => {
    const { shop, buyer, cart } = await held();
    const other = new SplitPaymentBuyer(server, shop);
    const theirs = await other.hold(1);
    const payment = async (who: SplitPaymentBuyer, of: typeof cart, amount: number) =>
      String((await who.payWith(of, cardTender(amount, cards.requiresAction))).body._data[0]._extra.payment_id);
    await payment(buyer, cart, 4000);
    const foreign = await payment(other, theirs, 2000);
    expect(
      await withAndWithoutGuard("payment_of_cart", async () =>
        paymentOutcome(await buyer.payWith(cart, returnTender(foreign, 4000))),
      ),
    ).toEqual(["payment: payment_incomplete", "payment: intent_requires_action"]);
  });

  test("the terms need not be accepted (T71)", async () => {
    const { buyer, cart } = await held({
      seller: { web: JSON.stringify({ terms: { html: "<p>No refunds.</p>", version: "2" } }) },
    });
    await buyer.payWith(cart, cardTender(4000));
    const [stands, without] = await withAndWithoutGuard("terms_accepted", () =>
      buyer.checkOut(cart, { identity: ada }),
    );
    expect([stands?.body._data[0]._code, without?.body.outcome]).toEqual(["terms_not_accepted", "completed"]);
  });
});

test("whoever tries many codes rings an alarm, once (T34, T51)", async () => {
  const { buyer, cart } = await held();
  for (let tried = 0; tried < 23; tried++) await buyer.post(`/my/cart/${cart.id}/apply_code`, { code: `NO${tried}` });
  const alarms = logged.filter((line) => line.includes("too_many_code_guesses"));
  expect(alarms).toHaveLength(1);
  expect(alarms[0]).not.toMatch(/NO\d/);
});
