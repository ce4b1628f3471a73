/**
 * Whether the payment `p` of the seller `$1` was made with test keys. Intents of before their mode was kept count as live.
 */
export const isTestIntent = `exists (
  select from stripe_intent i where i.seller_id = $1 and i.payment_id = p.id and i.is_live = false)`;
