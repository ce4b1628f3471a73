import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { commandContext } from "../../../../test/app/commandContext.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { openStripeTestApp, StripeTestBuyer, type StripeTestApp } from "../../../../test/payments/stripeApp.ts";
import { auditOf } from "../../../../test/office/testStaff.ts";
import { ada } from "../../../../test/shop/testBuyer.ts";
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
  const code = await paymentsCommand.run(
    args,
    commandContext({ connections: app.server.connections, lines: printed, openProviders: async () => app.providers }),
  );
  return { code, output: printed.join("\n") };
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

test("lists nothing for a shop without problems", async () => {
  await buyTickets();
  expect(await runCommand(shop.slug)).toEqual({ code: 0, output: "No payment needs attention." });
});

test("refunds a part, then the rest and no more, and e-mails the buyer each time", async () => {
  const { id, ref } = await buyTickets();
  expect(await runCommand("refund", id, "15.00")).toMatchObject({ code: 0 });
  expect(printed.join("\n")).toContain("15.00 USD refunded.");
  expect(await runCommand("refund", id, "30.00")).toMatchObject({ code: 1 });
  expect(await runCommand("refund", id)).toMatchObject({ code: 0 });
  expect(printed.join("\n")).toContain("The payment is refunded and has its order; 40.00 of 40.00 USD refunded.");
  expect(app.double.state.refundsOf(ref).map(({ amount }) => amount)).toEqual([1500, 2500]);
  const emails = await readEmails();
  expect(emails).toHaveLength(2);
  expect(emails.join()).toContain("We have refunded $15.00 to your original payment method.");
  const entries = await auditOf(app.server.db, shop.seller_id);
  expect(entries).toMatchObject([
    { action: "order.refunded", actor: "command_line", after: { refund: "15.00" } },
    { action: "order.refunded", actor: "command_line", after: { refund: "25.00" } },
    { action: "order.cancelled", actor: "job", after: { tickets: 2 } },
  ]);
  // A refund by this command needs no attention.
  expect((await runCommand(shop.slug)).code).toBe(0);
});

test("lists a failed refund with its reason until the money is refunded", async () => {
  const { id, ref } = await buyTickets();
  // The payment was refunded at the provider, and the webhook event has not arrived.
  app.double.state.refundInDashboard(ref, 4000);
  expect(await runCommand("refund", id)).toMatchObject({ code: 1 });
  expect(printed.join("\n")).toContain("charge_already_refunded");
  const listed = await runCommand(shop.slug);
  expect(listed.code).toBe(1);
  expect(listed.output).toContain(`${shop.slug}\t${id}\tstripe\t40.00 USD\torder `);
  expect(listed.output).toContain("the refund failed (charge_already_refunded): refund it again");
  await app.reconcile();
  expect((await runCommand(shop.slug)).code).toBe(0);
});

test.each([
  ["a dispute", "the payer has opened a dispute", (ref: string) => app.double.state.openDispute(ref)],
  [
    "a partial refund at the provider",
    "partly refunded at the provider",
    (ref: string) => app.double.state.refundInDashboard(ref, 500),
  ],
])("lists %s until it is marked as done", async (_, text, change) => {
  const { id, ref } = await buyTickets();
  change(ref);
  await app.reconcile();
  const listed = await runCommand();
  expect(listed.output).toContain(text);
  for (const personal of [ada.email, ada.last_name]) expect(listed.output).not.toContain(personal);
  expect((await runCommand("done", id)).code).toBe(0);
  expect((await runCommand(shop.slug)).code).toBe(0);
  expect(await auditOf(app.server.db, shop.seller_id)).toContainEqual(
    expect.objectContaining({ action: "payment.reviewed", actor: "command_line", entity_id: id }),
  );
});

test("settles a payment that is stuck by reading it from its provider", async () => {
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
    `set app.seller = '*'; update payment set created_at = (created_at at time zone 'utc' - interval '15 days') at time zone 'utc' where id = '${id}'`,
  );
  expect((await runCommand(shop.slug)).output).toContain("processing for more than two weeks");
  app.double.state.settleDebit(ref ?? "", true);
  expect((await runCommand("settle", id)).output).toContain("The payment is captured and has its order");
  expect((await runCommand(shop.slug)).code).toBe(0);
  expect(await auditOf(app.server.db, shop.seller_id)).toMatchObject([
    { action: "payment.settled", actor: "command_line", entity_id: id },
  ]);
});

test.each([
  [["refund"], "foyer payments"],
  [["refund", "not-an-id"], "There is no payment 'not-an-id'."],
  [["refund", "00000000-0000-4000-8000-000000000000"], "There is no payment"],
  [["settle", "00000000-0000-4000-8000-000000000000", "5"], "foyer payments"],
])("refuses the arguments %j", async (args, words) => {
  await expect(runCommand(...args)).rejects.toThrow(words);
});
test("refuses invalid amounts", async () => {
  const { id } = await buyTickets();
  for (const amount of ["-1", "1.234", "all"])
    await expect(runCommand("refund", id, amount)).rejects.toThrow("is not an amount");
});
