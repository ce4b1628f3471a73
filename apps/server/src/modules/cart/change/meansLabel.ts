import type { RefundablePayment } from "./orderPayments.sql.ts";

/** What a payment was made with, as far as it may be shown: the end of a gift card's number; null for other means. */
export const meansLabel = (payment: Pick<RefundablePayment, "gift_card_number"> | undefined): string | null =>
  payment?.gift_card_number ? `…${payment.gift_card_number.slice(-4)}` : null;
