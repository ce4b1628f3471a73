import { refusalDescriptions } from "@foyer/contract/refusalDescriptions.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { settlePayment } from "../reconcile/settlePayments.ts";
import { allPaymentsOf } from "../reconcile/stalePayments.sql.ts";

/**
 * Repeats a request whose cart has expired, perhaps while the payer was at their bank, after settling the cart's
 * payments. Either the cart is restored and the request succeeds, or the refusal says what happens to the money.
 */
export const retryAfterLatePayment = async <R>(
  ctx: RequestContext,
  cart_id: string,
  work: () => Promise<R>,
): Promise<R> => {
  try {
    return await work();
  } catch (error) {
    if (!isCartExpired(error)) throw error;
    const payments = await allPaymentsOf(ctx, cart_id);
    if (payments.length === 0) throw error;
    for (const { id, state } of payments)
      if (state === "created" || state === "processing" || state === "authorized" || state === "captured")
        await settlePayment(ctx, id);
    try {
      return await work();
    } catch (retryError) {
      throw isCartExpired(retryError) ? await expiredRefusal(ctx, cart_id) : retryError;
    }
  }
};

const isCartExpired = (error: unknown): boolean => error instanceof Refused && error.code === "cart_expired";

const texts = {
  "error.card_not_charged": "Your card has not been charged.",
  "error.money_goes_back": "Your payment is being refunded to your original payment method.",
} as const;

const expiredRefusal = async (ctx: RequestContext, cart_id: string): Promise<Refused> => {
  const payments = await allPaymentsOf(ctx, cart_id);
  const translate = (key: keyof typeof texts): string => ctx.seller.strings[key] ?? texts[key];
  const notices = payments.some(({ refunded, refunding }) => refunded + refunding > 0)
    ? [translate("error.money_goes_back")]
    : payments.every(({ state }) => state === "voided" || state === "failed")
      ? [translate("error.card_not_charged")]
      : [];
  const expired = ctx.seller.strings["error.cart_expired"] ?? refusalDescriptions.cart_expired;
  return new Refused({ code: "cart_expired", context: "cart", text: [expired, ...notices].join(" ") });
};
