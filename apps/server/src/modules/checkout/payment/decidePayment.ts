import type { PaymentInput, SeenStart } from "@foyer/contract/shop/checkout.ts";
import { amountStepReason, sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { leavesSteps } from "@foyer/rules/checkout/plan/partialPayment.ts";
import { isPayable, type Installment } from "@foyer/rules/checkout/plan/paymentPlan.ts";
import { isFreePayment } from "@foyer/rules/checkout/gateways.ts";
import { newOrderedId } from "../../../db/newId.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { NewPayment } from "../batch/checkoutWrites.sql.ts";
import { effectivePayments, heldSummary, type LockedCheckout } from "../batch/lockedCheckout.ts";
import { cartBalance } from "../plan/cartBalance.ts";
import { refuseBlockedCart, refuseCancelledSessions } from "../refuseBlockedCart.ts";
import { refuseUnanswered } from "../survey/surveyAnswers.ts";
import type { SurveyRow } from "../survey/surveys.sql.ts";
import { attemptOf, paidBefore, type Attempt } from "./attempt.ts";
import type { PaymentRow } from "./paymentRow.ts";
import { refuseMovedSessions } from "./refuseMovedSessions.ts";
import {
  incorrectAmount,
  isContinuation,
  isSameRequest,
  parseTenders,
  refuseTender,
  tenderPayments,
  type ConfiguredGateways,
  type Tender,
  type TenderPayment,
} from "./tenders.ts";

/** A payment as its payer sent it, with the starts of sessions that they were shown, if they named any. */
export type SentPayment = {
  readonly cart_id: string;
  readonly list: readonly PaymentInput[];
  readonly starts?: readonly SeenStart[] | undefined;
};

export type PaymentRequest = {
  readonly ctx: RequestContext;
  readonly sent: Omit<SentPayment, "cart_id">;
  readonly gateways: ConfiguredGateways;
  readonly saved_payment_method_id: string | null;
};

export type PaymentDecision =
  | { readonly brokenVersion: number }
  | {
      readonly newPayments: readonly NewPayment[];
      /** The payments to authorize, given the inserted rows by id. */
      readonly tenderPayments: (inserted: ReadonlyMap<string, PaymentRow>) => readonly TenderPayment[];
      /** Nothing is authorized yet, so a code's limits per buyer have to be checked. */
      readonly checksCodeLimits: boolean;
    };

type Schedules = readonly (Installment & { readonly cart_id: string })[];

/**
 * Decides how the tenders pay for the locked cart: as a new attempt, as a repeated request or as the return from a bank.
 */
export const decidePayment = (
  request: PaymentRequest,
  checkout: LockedCheckout,
  { schedules, surveys }: { readonly schedules: Schedules; readonly surveys: readonly SurveyRow[] },
): PaymentDecision => {
  const { ctx, sent } = request;
  const { cart } = checkout;
  const held = heldSummary(checkout);
  if (checkout.change?.planned === null) throw checkout.change.refusal;
  if (held.count === 0)
    throw new Refused({ code: "validation_failed", context: "payment", extra: { fields: ["cart_id"] } });

  const tenders = parseTenders(ctx, sent.list);
  const attempt = attemptOf(effectivePayments(checkout.payments), cart.version);
  if (attempt.isBroken && attempt.undecided.length > 0) return { brokenVersion: cart.version };
  const current = currentPayments(attempt);
  const isFirst = current.length === 0;
  if (isFirst) {
    refuseCancelledSessions(checkout);
    refuseMovedSessions(ctx, checkout, sent.starts);
    if (!cart.part_paid) {
      refuseBlockedCart(ctx, checkout);
      // A change uses the answers of its order.
      if (!cart.change) refuseUnanswered(ctx, surveys);
    }
  }
  const checksCodeLimits = isFirst && !cart.part_paid;
  const { purchaser_identity_id: purchaser } = cart;
  const found = (payments: readonly TenderPayment[]): PaymentDecision => ({
    newPayments: [],
    tenderPayments: () => payments,
    checksCodeLimits,
  });

  if (isContinuation(tenders, current)) return found(tenderPayments(current, tenders, { isReturn: true, purchaser }));
  const isFree = refuseIncorrectAmount(request, tenders, checkout, schedules);
  if (isFree) return found([]);
  if (!isFirst) {
    // A payment by other means is in progress and has to be decided first.
    if (!isSameRequest(current, tenders)) throw new Refused({ code: "payment_in_progress", context: "payment" });
    return found(tenderPayments(current, tenders, { isReturn: false, purchaser }));
  }
  const newPayments = tenders.map((tender) => newPayment(request, checkout, tender));
  return {
    newPayments,
    checksCodeLimits,
    tenderPayments: (inserted) =>
      tenderPayments(
        newPayments.flatMap(({ id }) => inserted.get(id) ?? []),
        tenders,
        { isReturn: false, purchaser },
      ),
  };
};

const currentPayments = (attempt: Attempt): readonly PaymentRow[] =>
  attempt.isBroken ? [] : attempt.payments.filter(({ state }) => state !== "refunded");

/**
 * Refuses tenders that do not add up to an amount due, or cannot be used. Returns true if nothing is due and nothing is
 * offered.
 */
const refuseIncorrectAmount = (
  { ctx, sent, gateways }: PaymentRequest,
  tenders: readonly Tender[],
  checkout: LockedCheckout,
  schedules: Schedules,
): boolean => {
  const { cart, payments } = checkout;
  const refusal = incorrectAmount({ isChange: cart.change !== null });
  const held = heldSummary(checkout);
  const balance = cartBalance(ctx.seller, cart, held, {
    paid: paidBefore(effectivePayments(payments), cart.version),
    frozen: schedules.filter(({ cart_id }) => cart_id === cart.id),
  });
  const sum = tenders.reduce((all, { amount }) => all + amount, 0);
  if (sent.list.some(isFreePayment)) {
    if (balance.outstanding > 0 || sum !== 0 || sent.list.length > 1) throw refusal;
    return true;
  }
  if (!isPayable(sum, balance) || tenders.some(({ amount }) => amount <= 0)) throw refusal;
  refuseBetweenSteps(ctx, sum, balance.outstanding);
  for (const tender of tenders) refuseTender(ctx, tender, held, gateways);
  return false;
};

/** Refuses a part after which a card could not pay the rest. */
const refuseBetweenSteps = ({ seller }: RequestContext, part: number, outstanding: number): void => {
  const currency = seller.default_currency_code;
  const step = sellerAmountStep(seller);
  if (leavesSteps(part, outstanding, step)) return;
  throw new Refused({ code: "payment_not_supported", context: "payment", extra: amountStepReason(step, currency) });
};

const newPayment = (
  { ctx, saved_payment_method_id }: PaymentRequest,
  { cart }: LockedCheckout,
  { offer, amount, account_ref, index }: Tender,
): NewPayment => ({
  id: newOrderedId(),
  cart_id: cart.id,
  cart_version: cart.version,
  gateway_id: offer.gateway_id as NewPayment["gateway_id"],
  amount,
  currency: ctx.seller.default_currency_code,
  account_ref,
  auto_renew: offer.auto_renew ?? false,
  saved_payment_method_id,
  index,
});
