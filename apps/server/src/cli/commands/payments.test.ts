import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { openStripeTestApp, StripeTestBuyer, type StripeTestApp } from "../../../test/payments/stripeApp.ts";
import { ada } from "../../../test/shop/testBuyer.ts";
import { paymentsCommand } from "./payments.ts";

let app: StripeTestApp;
let shop: TestShop;
let printed: string[] = [];

beforeAll(async () => {
  app = await openStripeTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  shop = await app.createShop();
  printed = [];
});
afterEach(() => expect(app.double.violations).toEqual([]));

const runCommand = async (...args: string[]) => {
  printed = [];
  const code = await paymentsCommand.run(args, {
    openConnections: async () => app.server.connections,
    now: Temporal.Now.instant(),
    print: (line) => void printed.push(line),
    readInput: () => Promise.reject(new Error("nothing is read")),
    sealer: () => {
      throw new Error("nothing is sealed");
    },
    openProviders: async () => app.providers,
  });
  return { code, said: printed.join("\n") };
};
const buyTickets = async () => {
  const buyer = new StripeTestBuyer(app.server, shop);
  const cart = await buyer.hold(2);
  await buyer.payCard(cart, "visa");
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  const payment = await app.server.db
    .selectFrom("payment")
    .select(["id", "provider_ref"])
    .where("seller_id", "=", shop.seller_id)
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  return { id: payment.id, ref: payment.provider_ref ?? "" };
};
const readEmails = async () =>
  (
    await app.server.db
      .selectFrom("outbox")
      .select(["kind", "message"])
      .where("seller_id", "=", shop.seller_id)
      .where("kind", "=", "payment_returned")
      .execute()
  ).map(({ message }) => JSON.stringify(message));

test("a healthy shop needs nobody", async () => {
  await buyTickets();
  expect(await runCommand(shop.slug)).toEqual({ code: 0, said: "No payment needs a person." });
});

test("a part is given back, then the rest, and no more; the buyer is told each time", async () => {
  const { id, ref } = await buyTickets();
  expect(await runCommand("refund", id, "15.00")).toMatchObject({ code: 0 });
  expect(printed.join("\n")).toContain("15.00 USD given back.");
  expect(await runCommand("refund", id, "30.00")).toMatchObject({ code: 1 });
  expect(await runCommand("refund", id)).toMatchObject({ code: 0 });
  expect(printed.join("\n")).toContain("The payment is refunded and has its order; 40.00 of 40.00 USD went back.");
  expect(app.double.state.refundsOf(ref).map(({ amount }) => amount)).toEqual([1500, 2500]);
  const told = await readEmails();
  expect(told).toHaveLength(2);
  expect(told.join()).toContain("$15.00 of your payment goes back");
  // What the shop did itself needs nobody.
  expect((await runCommand(shop.slug)).code).toBe(0);
});

test("what the provider did not give back is listed with its reason, until it went or somebody says it is done", async () => {
  const { id, ref } = await buyTickets();
  // Everything was given back at the provider a moment ago, and nobody told us.
  app.double.state.refundInDashboard(ref, 4000);
  expect(await runCommand("refund", id)).toMatchObject({ code: 1 });
  expect(printed.join("\n")).toContain("charge_already_refunded");
  const listed = await runCommand(shop.slug);
  expect(listed.code).toBe(1);
  expect(listed.said).toContain(`${shop.slug}\t${id}\tstripe\t40.00 USD\torder `);
  expect(listed.said).toContain("could not be given back (charge_already_refunded): refund again");
  await app.reconcile();
  expect((await runCommand(shop.slug)).code).toBe(0);
});

test.each([
  ["a dispute", "the payer disputes it", (ref: string) => app.double.state.openDispute(ref)],
  [
    "a part given back at the provider",
    "a part was given back at the provider",
    (ref: string) => app.double.state.refundInDashboard(ref, 500),
  ],
])("%s is on the list until somebody has looked at it", async (_, words, happens) => {
  const { id, ref } = await buyTickets();
  happens(ref);
  await app.reconcile();
  const listed = await runCommand();
  expect(listed.said).toContain(words);
  for (const personal of [ada.email, ada.last_name]) expect(listed.said).not.toContain(personal);
  expect((await runCommand("done", id)).code).toBe(0);
  expect((await runCommand(shop.slug)).code).toBe(0);
});

test("money that is stuck is settled by hand: its provider is asked", async () => {
  const buyer = new StripeTestBuyer(app.server, shop);
  const cart = await buyer.hold(1);
  await buyer.savePurchaser(cart);
  await buyer.payCard(cart, "pm_usBankAccount");
  const { id, ref } = await app.server.db
    .selectFrom("payment")
    .select(["id", "provider_ref as ref"])
    .where("seller_id", "=", shop.seller_id)
    .executeTakeFirstOrThrow();
  await app.server.runAsOwner(
    `set app.seller = '*'; update payment set created_at = created_at - interval '15 days' where id = '${id}'`,
  );
  expect((await runCommand(shop.slug)).said).toContain("under way for more than two weeks");
  app.double.state.settleDebit(ref ?? "", true);
  expect((await runCommand("settle", id)).said).toContain("The payment is captured and has its order");
  expect((await runCommand(shop.slug)).code).toBe(0);
});

test.each([
  [["refund"], "foyer payments"],
  [["refund", "not-an-id"], "There is no payment 'not-an-id'."],
  [["refund", "00000000-0000-4000-8000-000000000000"], "There is no payment"],
  [["settle", "00000000-0000-4000-8000-000000000000", "5"], "foyer payments"],
])("%j is refused", async (args, words) => {
  await expect(runCommand(...args)).rejects.toThrow(words);
});
test("so is an amount that is none", async () => {
  const { id } = await buyTickets();
  for (const amount of ["-1", "1.234", "all"])
    await expect(runCommand("refund", id, amount)).rejects.toThrow("is no amount");
});
