import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";

/** Do all tenders continue payments that the payer has confirmed with their bank? */
export const continuesPayments = (offers: readonly PaymentInput[]): boolean =>
  offers.length > 0 &&
  offers.every(
    ({ gateway_data = {} }) =>
      ("payment_id" in gateway_data && gateway_data.payment_id !== undefined) ||
      ("payment_intent_id" in gateway_data && gateway_data.payment_intent_id !== undefined),
  );
