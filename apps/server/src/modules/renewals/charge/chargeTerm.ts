import { actionAfterDecline } from "@foyer/rules/membership/autoRenewal.ts";
import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import { fromDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../../errors/refused.ts";
import { payForCart } from "../../checkout/payment/payForCart.ts";
import { holderContext, type RenewalContext } from "./holderContext.ts";
import { releaseRenewalCart, openRenewalCart } from "./renewalCart.ts";
import { lastFailure } from "./renewalCart.sql.ts";
import type { RenewalRow } from "../renewals.sql.ts";
import { captureTerm } from "./captureTerm.ts";

/** A try that came to nothing, and what it means for the next. */
export type FailedCharge = {
  readonly by: "card" | "other";
  readonly code: string;
  readonly next: ReturnType<typeof actionAfterDecline>;
};
export type ChargeResult =
  | { readonly is: "renewed" }
  /** Nobody knows yet, or nobody could be asked: looked at again in a while, and no try. */
  | { readonly is: "later" }
  | ({ readonly is: "tried" } & FailedCharge);

/** No answer about the membership: the house or the provider has trouble, or somebody else is at it. */
const temporaryCodes: ReadonlySet<string> = new Set([
  "unavailable",
  "too_many_requests",
  "payment_in_progress",
  "cart_expired",
  "not_configured",
]);

/**
 * Charges one term, by the way that everybody pays: the same people are held on the level, what was kept is asked for the
 * money, and it is taken with the order. `most`: what its payer was told.
 */
export const chargeTerm = async (ctx: RenewalContext, row: RenewalRow, maxAmount: number): Promise<ChargeResult> => {
  try {
    const cart = await openRenewalCart(ctx, row);
    if (cart.is !== "open") return { is: "later" };
    const amount = fromDecimal(cart.due, ctx.seller.default_currency_code);
    // The price of the hold is what it was a moment before; what is decided at the end is asked of the catalogue again.
    if (amount === undefined || amount > maxAmount) {
      await releaseRenewalCart(ctx, row, cart.cart_id);
      return { is: "tried", by: "other", code: "dearer_than_told", next: "again" };
    }
    await payForCart(
      holderContext(ctx, row),
      { cart_id: cart.cart_id, list: [paymentOffer(row, cart.due, amount)] },
      "own",
      {
        saved_payment_method_id: amount === 0 ? null : row.saved_payment_method_id,
      },
    );
    const captured = await captureTerm(ctx, row, cart.cart_id);
    if (captured === "taken") return { is: "renewed" };
    if (captured === "later") return { is: "later" };
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
  is: "tried",
  by: "card",
  code: codes.find((code) => code !== undefined) ?? "card_declined",
  next: actionAfterDecline(codes),
});

const stringOrUndefined = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const chargeFailure = async (ctx: RenewalContext, row: RenewalRow, error: unknown): Promise<ChargeResult> => {
  if (!(error instanceof Refused)) throw error;
  if (temporaryCodes.has(error.code)) return { is: "later" };
  if (error.code === "card_declined" || error.code === "incorrect_cvc")
    return declinedCharge([stringOrUndefined(error.extra.bank_code), stringOrUndefined(error.extra.decline_code)]);
  // The bank wants to see its customer, who is not there.
  if (error.code === "intent_requires_action") return declinedCharge(["authentication_required"]);
  ctx.log.warn(
    { event: "renewal_refused", membership_id: row.membership_id, code: error.code },
    "a membership could not be renewed",
  );
  return { is: "tried", by: "other", code: error.code, next: "again" };
};
