import type { CounterGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { giftCardGatewayId } from "@foyer/rules/checkout/gateways.ts";
import { normalizeGiftCardNumber } from "@foyer/rules/checkout/giftcards/giftCard.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { newOrderedId } from "../../../db/newId.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { writeJournal } from "../../../providers/journal/writeJournal.sql.ts";
import { giftCardGateway } from "../../../providers/payments/giftcard/giftCardGateway.ts";
import type { ProviderStatus } from "../../../providers/payments/paymentGateway.ts";
import { insertPayments, updatePayments, writeAudits, writeTransitions } from "../batch/checkoutWrites.sql.ts";
import { lockCheckout } from "../batch/lockCheckout.ts";
import { heldSummary, type LockedCheckout } from "../batch/lockedCheckout.ts";
import { completeInTransaction } from "../order/completeCartAlone.ts";
import { captureEntry } from "../order/journalEntries.ts";
import { applyProviderStatus } from "../payment/applyProviderStatus.ts";
import type { PaymentRow } from "../payment/paymentRow.ts";
import { refuseRenewalInProgress, renewalsAtCheckout } from "../payment/renewalsAtCheckout.ts";
import { refuseBlockedCart, refuseCancelledSessions } from "../refuseBlockedCart.ts";

/** A means of payment at the counter. Amounts are in minor units. */
export type CounterTender =
  | {
      readonly gateway_id: CounterGatewayId;
      readonly amount: number;
      /** Distinguishes two payments of one sale, such as by the number on the receipt slip. */
      readonly reference: string;
    }
  | { readonly gateway_id: typeof giftCardGatewayId; readonly amount: number; readonly number: string };

export type PaidAtCounter = {
  readonly order_id: string;
  readonly total: number;
  /** In the order of the tenders. */
  readonly payments: readonly PaymentRow[];
};

/**
 * Takes the cart's price at the counter and makes its order, in the caller's transaction: neither exists without the
 * other. The cart has a purchaser. The tenders must add up to the price exactly.
 */
export const payAtCounter = async (
  ctx: RequestContext,
  cart_id: string,
  tenders: readonly CounterTender[],
): Promise<PaidAtCounter> => {
  const { db, seller } = ctx;
  const currency = seller.default_currency_code;
  const checkout = (await lockCheckout(db, seller, [cart_id])).get(cart_id);
  const held = checkout && heldSummary(checkout);
  if (!checkout || checkout.cart.state !== "pending" || !held || held.count === 0)
    throw new Refused({ code: "cart_expired", context: "cart" });
  refuseCancelledSessions(checkout);
  refuseBlockedCart(ctx, checkout);
  // Holds the lock of automatic renewals: either the renewal job sees this cart, or this cart sees the job's charge.
  const { manual } = await renewalsAtCheckout(db, seller.id, new Map([[cart_id, checkout]]), []);
  refuseRenewalInProgress(cart_id, manual);
  if (tenders.reduce((sum, { amount }) => sum + amount, 0) !== held.total)
    throw new Refused({
      code: "payment_incorrect_amount",
      context: "payment",
      extra: { total: toDecimal(held.total, currency) },
    });
  const payments = await takePayments(ctx, checkout, tenders);
  const { completed } = await completeInTransaction(ctx, cart_id);
  if (completed?.outcome !== "completed") throw new Refused({ code: "cart_expired", context: "cart" });
  return { order_id: completed.order_id, total: held.total, payments };
};

/** Takes payments for a locked cart, in the caller's transaction. If a gift card cannot pay, refuses and takes nothing. */
export const takePayments = async (
  ctx: RequestContext,
  { cart }: LockedCheckout,
  tenders: readonly CounterTender[],
): Promise<readonly PaymentRow[]> => {
  const { db, seller } = ctx;
  const inserted = await insertPayments(
    db,
    seller.id,
    tenders.map((tender, index) => ({
      id: newOrderedId(),
      cart_id: cart.id,
      cart_version: cart.version,
      gateway_id: tender.gateway_id,
      amount: tender.amount,
      currency: seller.default_currency_code,
      account_ref: accountRef(ctx, tender),
      auto_renew: false,
      saved_payment_method_id: null,
      index,
    })),
  );
  const rows = new Map(inserted.map((row) => [row.account_ref, row]));
  const payments: PaymentRow[] = [];
  for (const [index, tender] of tenders.entries()) {
    const row = rows.get(accountRef(ctx, tender));
    if (!row) throw new Error("A payment at the counter was not inserted");
    const status = "number" in tender ? await takeFromCard(ctx, row, { ...tender, index }) : byHand(row);
    payments.push(await recordCapture(ctx, row, status));
  }
  await writeJournal(db, seller.id, payments.map(captureEntry));
  return payments;
};

/** A gift card's number gives access to its money, so only a signature of it is stored. */
const accountRef = ({ providers, seller }: RequestContext, tender: CounterTender): string =>
  "number" in tender
    ? providers.sign(`gift card ${seller.configuration.ledger_id} ${normalizeGiftCardNumber(tender.number)}`)
    : `${tender.gateway_id} ${tender.reference}`;

const byHand = ({ id }: PaymentRow): ProviderStatus => ({ status: "captured", ref: `till:${id}` });

/** Takes the amount from the gift card, in the same transaction. */
const takeFromCard = async (
  { db, seller }: RequestContext,
  payment: PaymentRow,
  { number, index }: { readonly number: string; readonly index: number },
): Promise<ProviderStatus> => {
  const gateway = giftCardGateway({ databaseOf: () => db }, (ctx, work) => work(ctx));
  const ref = { sellerId: seller.id, id: payment.id };
  const status = await gateway.authorize({
    ...ref,
    cartId: payment.cart_id,
    amount: payment.amount,
    currency: payment.currency,
    data: { number, ledger_id: seller.configuration.ledger_id },
    returnUrl: "",
  });
  if (status.status === "failed")
    throw new Refused({
      code: status.code === "not_found" ? "not_found" : "insufficient_balance",
      context: "ledger",
      description: status.message,
      extra: { index },
    });
  if (status.status !== "authorized") throw new Error(`The gift card of payment ${payment.id} is ${status.status}`);
  return gateway.capture({ ...ref, ref: status.ref });
};

const recordCapture = async (
  { db, seller }: RequestContext,
  row: PaymentRow,
  status: ProviderStatus,
): Promise<PaymentRow> => {
  const { payment, moves, transitions, isCaptured } = applyProviderStatus(row, status);
  if (!isCaptured) throw new Error(`Payment ${row.id} was not captured`);
  const { id, amount, currency, provider_ref } = payment;
  await updatePayments(db, seller.id, moves);
  await writeTransitions(db, seller.id, transitions);
  await writeAudits(db, seller.id, [
    { payment_id: id, audit_action: "capture", amount, currency, provider_ref: provider_ref ?? "" },
  ]);
  return payment;
};
