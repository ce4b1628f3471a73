import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { EmailPart } from "../../../providers/mail/emailParts.ts";
import { sellerText } from "../../../providers/mail/sellerText.ts";

const texts = {
  "mail.freed_vouchers": "City passes {vouchers} can be used again.",
  "mail.freed_vouchers.one": "City pass {vouchers} can be used again.",
} as const;

/** City-pass vouchers that can be used again, masked to their last characters ('…1111'); empty if there are none. */
export const freedVouchersPart = (seller: Seller, vouchers: readonly string[] = []): readonly EmailPart[] => {
  if (vouchers.length === 0) return [];
  const translate = sellerText(seller, texts, { vouchers: vouchers.join(", ") });
  return [{ kind: "text", text: translate(vouchers.length === 1 ? "mail.freed_vouchers.one" : "mail.freed_vouchers") }];
};
