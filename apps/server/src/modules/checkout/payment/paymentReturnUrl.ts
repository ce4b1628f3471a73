import type { RequestContext } from "../../../http/requestContext.ts";

/**
 * The URL to which a payer returns from their bank, with the payment and the purchaser. Providers append parameters of
 * their own.
 */
export const paymentReturnUrl = (
  { providers, seller }: Pick<RequestContext, "providers" | "seller">,
  payment: { readonly id: string; readonly cart_id: string },
  purchaser_id: string | null,
): string => {
  const url = new URL(`${providers.origin}/${seller.slug}/checkout/${payment.cart_id}`);
  url.searchParams.set("payment_intent_client_secret", payment.id);
  if (purchaser_id !== null) url.searchParams.set("purchaser", purchaser_id);
  return url.href;
};
