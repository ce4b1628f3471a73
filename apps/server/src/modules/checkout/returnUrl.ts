import type { Ask } from "../../http/ask.ts";

/**
 * Where a payer comes back to from their bank: with the payment to go on with and the identity of whoever buys
 * (requirements OPEN-09). A provider may write its own names behind these.
 */
export const returnUrlOf = (
  { outside, seller }: Pick<Ask, "outside" | "seller">,
  payment: { readonly id: string; readonly cart_id: string },
  purchaser: string | null,
): string => {
  const url = new URL(`${outside.origin}/${seller.slug}/checkout/${payment.cart_id}`);
  url.searchParams.set("payment_intent_client_secret", payment.id);
  if (purchaser !== null) url.searchParams.set("purchaser", purchaser);
  return url.href;
};
