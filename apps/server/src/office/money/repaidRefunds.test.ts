import { describe, expect, test } from "vitest";
import { commandContext } from "../../../test/app/commandContext.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { testProviders } from "../../../test/app/testProviders.ts";
import { buyAtDesk, createDeskShop, deskClerk } from "../../../test/office/deskShop.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { paymentsCommand } from "../../cli/commands/payments/payments.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import { recordRefunds } from "../../modules/checkout/refund/recordRefunds.ts";
import { newId } from "../../db/newId.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** What the journal owes for changes of orders, and what was repaid outside the provider. Minor units. */
const owed = async ({ seller_id }: TestShop): Promise<{ due: number; elsewhere: number }> => {
  const entries = await server.db
    .selectFrom("journal_entry")
    .select(["debit", "credit", "amount"])
    .where("seller_id", "=", seller_id)
    .execute();
  const balance = (account: string): number =>
    entries.reduce(
      (sum, { debit, credit, amount }) =>
        sum +
        amount.reduce(
          (all, one, line) => all + (credit[line] === account ? one : 0) - (debit[line] === account ? one : 0),
          0,
        ),
      0,
    );
  return { due: balance("refunds_due"), elsewhere: balance("repaid_elsewhere") };
};
const tell = async (
  { seller_id, slug }: TestShop,
  payment_id: string,
  refund: { key: string | null; ref: string; amount: number; status: "succeeded" | "failed"; code?: string },
): Promise<void> => {
  const seller = await sellerFinder(server.db, 0)(slug);
  if (!seller) throw new Error(`There is no seller ${slug}.`);
  const ctx = { db: server.connections.forSeller(seller_id), seller, providers: testProviders(server) };
  await recordRefunds(ctx, payment_id, [
    { currency: "USD", occurred_on: Temporal.Now.instant().toString(), ...refund },
  ]);
};

/** One of two tickets was cancelled, and the provider reversed its refund of 18.00. */
const failedRefund = async (code = "expired_or_canceled_card") => {
  const shop = await createDeskShop(server);
  const order = await buyAtDesk(server, shop, 2);
  const clerk = await deskClerk(server, shop, order, "manager");
  expect((await clerk.cancel(order.tickets.slice(0, 1), "18.00")).status).toBe(200);
  const [payment] = (await clerk.look()).payments;
  const [refund] = payment.refunds;
  // The provider did not send the money.
  await server.runAsOwner(
    `set app.seller = '*'; delete from test_gateway_refund where seller_id = '${shop.seller_id}'`,
  );
  await tell(shop, payment.id, { key: refund.id, ref: refund.provider_ref, amount: 1800, status: "failed", code });
  await clerk.look();
  const finance = await signedIn(server, shop, ["finance"]);
  const payment_id = String(payment.id);
  const queue = async (): Promise<{ reason: string; version: string }[]> => (await finance.get("/money")).body.payments;
  const act = async (action: "refund" | "done", body: object = {}) => {
    const [row] = await queue();
    return finance.post(`/money/payments/${payment_id}/${action}`, { version: row?.version, reason: "Cash", ...body });
  };
  const resend = () => clerk.post(`refunds/${refund.id}/resend`, { to: "same_means" });
  return { shop, clerk, payment_id, refund, queue, act, resend };
};
const runPayments = (...args: string[]) =>
  paymentsCommand.run(
    args,
    commandContext({
      connections: server.connections,
      lines: [],
      openProviders: async () => testProviders(server),
    }),
  );

describe("a failed refund of a change", () => {
  test("is owed until its money is repaid in another way", async () => {
    const { shop, queue, clerk } = await failedRefund();
    expect(await owed(shop)).toEqual({ due: 1800, elsewhere: 0 });
    expect(await queue()).toMatchObject([{ reason: "refund_failed" }]);
    expect((await clerk.look()).sums).toMatchObject({ left: "40.00" });
  });

  test("is no longer owed once it was refunded by hand, and cannot be sent again", async () => {
    const { shop, clerk, act, queue, resend } = await failedRefund();
    expect((await act("refund", { amount: "18.00" })).body).toMatchObject({ outcome: "succeeded" });
    expect(await owed(shop)).toEqual({ due: 0, elsewhere: 0 });
    expect(await queue()).toEqual([]);
    expect((await clerk.look()).payments[0].refunds).toMatchObject([{ resent_as: "refund" }, { state: "succeeded" }]);
    expect(refusalOf(await resend())).toBe("404 not_found");
  });

  test("is no longer owed once the desk or the command line has refunded it", async () => {
    const first = await failedRefund();
    expect((await first.clerk.refund("18.00")).status).toBe(200);
    const second = await failedRefund();
    expect(await runPayments("refund", second.payment_id, "18.00")).toBe(0);
    expect([await owed(first.shop), await owed(second.shop)]).toEqual([
      { due: 0, elsewhere: 0 },
      { due: 0, elsewhere: 0 },
    ]);
  });

  test("is no longer owed once it was refunded at the provider, also before it failed", async () => {
    const { shop, payment_id } = await failedRefund();
    await tell(shop, payment_id, { key: null, ref: "re_dashboard", amount: 1800, status: "succeeded" });
    expect(await owed(shop)).toEqual({ due: 0, elsewhere: 0 });
    const before = await failedRefund("charge_already_refunded");
    expect(await owed(before.shop)).toEqual({ due: 1800, elsewhere: 0 });
    expect((await before.act("done")).status).toBe(200);
    // The provider has reported that there is nothing to repay.
    expect(await owed(before.shop)).toEqual({ due: 1800, elsewhere: 0 });
    await tell(before.shop, before.payment_id, { key: null, ref: "re_before", amount: 1800, status: "succeeded" });
    expect(await owed(before.shop)).toEqual({ due: 0, elsewhere: 0 });
  });

  test("is repaid outside of the provider once somebody says that it is done", async () => {
    const { shop, clerk, act, queue, resend } = await failedRefund();
    expect((await act("done")).status).toBe(200);
    expect(await owed(shop)).toEqual({ due: 0, elsewhere: 1800 });
    expect(await queue()).toEqual([]);
    const { sums, payments } = await clerk.look();
    expect(payments[0].refunds).toMatchObject([{ resent_as: "elsewhere" }]);
    expect(sums).toMatchObject({ repaid_elsewhere: "18.00", to_gift_cards: "0", refunded: "0", left: "22.00" });
    expect(refusalOf(await resend())).toBe("404 not_found");
    expect(refusalOf(await clerk.refund("22.01"))).toBe("422 refund_too_much");
  });

  test("is repaid outside of the provider by `foyer payments done` as well, and once", async () => {
    const { shop, payment_id } = await failedRefund();
    for (const _ of [1, 2]) expect(await runPayments("done", payment_id)).toBe(0);
    expect(await owed(shop)).toEqual({ due: 0, elsewhere: 1800 });
  });

  test("stays on the list while a part is owed, and only that part can be sent again", async () => {
    const { shop, clerk, act, queue, resend } = await failedRefund();
    expect((await act("refund", { amount: "12.00" })).status).toBe(200);
    expect(await owed(shop)).toEqual({ due: 1800, elsewhere: 0 });
    expect(await queue()).toMatchObject([{ reason: "refund_failed" }]);
    await clerk.look();
    const refused = await resend();
    expect([refusalOf(refused), refused.body._data[0]._extra.left]).toEqual(["422 refund_too_much", "6.00"]);
    expect((await act("done")).status).toBe(200);
    expect(await owed(shop)).toEqual({ due: 0, elsewhere: 600 });
    expect((await clerk.look()).sums).toMatchObject({ refunded: "12.00", repaid_elsewhere: "6.00", left: "22.00" });
  });

  test("is settled by one refund once, beside another that failed", async () => {
    const { shop, payment_id, act } = await failedRefund();
    const seller = await sellerFinder(server.db, 0)(shop.slug);
    if (!seller) throw new Error("There is a seller.");
    await server.db
      .insertInto("refund")
      .values({
        seller_id: shop.seller_id,
        id: newId(),
        payment_id,
        amount: 1800,
        currency: "USD",
        reason: "requested",
        state: "failed",
        provider_ref: null,
        failure: "insufficient_funds",
      })
      .execute();
    expect((await act("refund", { amount: "18.00" })).status).toBe(200);
    const open = await server.db
      .selectFrom("refund")
      .select("reason")
      .where("payment_id", "=", payment_id)
      .where("state", "=", "failed")
      .where("repaid_elsewhere", "is", null)
      .execute();
    expect(open).toEqual([{ reason: "requested" }]);
  });
});

test("a failed refund that became a gift card needs nobody", async () => {
  const { clerk, refund, queue } = await failedRefund();
  expect((await clerk.post(`refunds/${refund.id}/resend`, { to: "gift_card" })).status).toBe(200);
  expect(await queue()).toEqual([]);
});
