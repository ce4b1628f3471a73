/**
 * Whether the payment `p` of the seller `$1` was made with test keys. Intents from before their mode was stored count as
 * live.
 */
export const isTestIntent = `exists (
  select from stripe_intent i where i.seller_id = $1 and i.payment_id = p.id and i.is_live = false)`;
