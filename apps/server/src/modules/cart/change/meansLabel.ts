import type { Seller } from "@foyer/contract/shop/seller.ts";
import { brandName } from "@foyer/rules/checkout/paymentMethodLabel.ts";
import { sellerText } from "../../../providers/mail/sellerText.ts";
import type { RefundablePayment } from "./orderPayments.sql.ts";

const texts = { "means.card": "{brand} ending in {last4}" } as const;

/**
 * What a payment was made with, in a form that may be shown: the end of a gift card's number, or 'Visa ending in 4242';
 * null for other means.
 */
export const meansLabel = (
  seller: Pick<Seller, "strings">,
  payment: Partial<Pick<RefundablePayment, "gift_card_number" | "card">> | undefined,
): string | null => {
  if (payment?.gift_card_number) return `…${payment.gift_card_number.slice(-4)}`;
  if (!payment?.card) return null;
  const { brand, last4 } = payment.card;
  return sellerText(seller, texts, { brand: brandName(brand), last4 })("means.card");
};
