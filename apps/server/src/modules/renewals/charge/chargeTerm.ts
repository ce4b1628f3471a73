import { actionAfterDecline } from "@foyer/rules/membership/autoRenewal.ts";
import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import { fromDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../../errors/refused.ts";
import { payForCart } from "../../checkout/payment/payForCart.ts";
import { holderContext } from "./holderContext.ts";
import type { CheckoutJobContext } from "../../checkout/context.ts";
import { releaseRenewalCart, openRenewalCart } from "./renewalCart.ts";
import { lastFailure } from "./renewalCart.sql.ts";
import type { RenewalRow } from "../renewals.sql.ts";
import { captureTerm } from "./captureTerm.ts";

/** A failed attempt to renew, and what to do next. */
export type FailedCharge = {
  readonly by: "card" | "other";
  readonly code: string;
  readonly next: ReturnType<typeof actionAfterDecline>;
};
export type ChargeResult =
  | { readonly kind: "renewed" }
  /** Undecided, or a temporary problem: processed again after a while, without counting as an attempt. */
  | { readonly kind: "later" }
  | ({ readonly kind: "failed" } & FailedCharge);

/** Refusals unrelated to the membership: an outage, or another request in progress. */
const temporaryCodes: ReadonlySet<string> = new Set([
  "unavailable",
  "too_many_requests",
  "payment_in_progress",
  "cart_expired",
  "not_configured",
]);

/**
 * Charges one term through the ordinary checkout: holds the level for the same people, authorizes the saved method and
 * captures it with the order. `maxAmount` is the amount announced to the payer, in minor units.
 */
export const chargeTerm = async (
  ctx: CheckoutJobContext,
  row: RenewalRow,
  maxAmount: number,
): Promise<ChargeResult> => {
  try {
    const cart = await openRenewalCart(ctx, row);
    if (cart.kind !== "open") return { kind: "later" };
    const amount = fromDecimal(cart.due, ctx.seller.default_currency_code);
    // The price may have risen between the decision and the hold.
    if (amount === undefined || amount > maxAmount) {
      await releaseRenewalCart(ctx, row, cart.cart_id);
      return { kind: "failed", by: "other", code: "price_above_announced", next: "again" };
    }
    await payForCart(
      holderContext(ctx, row),
      { cart_id: cart.cart_id, list: [paymentOffer(row, cart.due, amount)] },
      "owner",
      {
        saved_payment_method_id: amount === 0 ? null : row.saved_payment_method_id,
      },
    );
    const captured = await captureTerm(ctx, row, cart.cart_id);
    if (captured === "captured") return { kind: "renewed" };
    if (captured === "later") return { kind: "later" };
    await releaseRenewalCart(ctx, row, cart.cart_id);
    return declinedCharge([await lastFailure(ctx, cart.cart_id)]);
  } catch (error) {
    return chargeFailure(ctx, row, error);
  }
};

const paymentOffer = ({ method }: RenewalRow, due: string, amount: number): PaymentInput =>
  amount === 0 || !method
    ? { gateway_id: "free", amount: due }
    : { gateway_id: method.gateway_id, amount: due, gateway_data: {} };

const declinedCharge = (codes: readonly (string | undefined)[]): ChargeResult => ({
  kind: "failed",
  by: "card",
  code: codes.find((code) => code !== undefined) ?? "card_declined",
  next: actionAfterDecline(codes),
});

const stringOrUndefined = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const chargeFailure = async (ctx: CheckoutJobContext, row: RenewalRow, error: unknown): Promise<ChargeResult> => {
  if (!(error instanceof Refused)) throw error;
  if (temporaryCodes.has(error.code)) return { kind: "later" };
  if (error.code === "card_declined" || error.code === "incorrect_cvc")
    return declinedCharge([stringOrUndefined(error.extra.bank_code), stringOrUndefined(error.extra.decline_code)]);
  // The bank requires a step by the payer, who is absent.
  if (error.code === "intent_requires_action") return declinedCharge(["authentication_required"]);
  ctx.log.warn(
    { event: "renewal_refused", membership_id: row.membership_id, code: error.code },
    "membership could not be renewed",
  );
  return { kind: "failed", by: "other", code: error.code, next: "again" };
};
