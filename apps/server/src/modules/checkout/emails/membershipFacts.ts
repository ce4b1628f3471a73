import type { Cart, CartLine } from "@foyer/contract/shop/cart.ts";
import type { MembershipAction } from "@foyer/contract/shop/membershipLevel.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";

const texts = {
  "mail.membership_line.renew": "{level}, renewal",
  "mail.membership_line.gift": "{level}, gift",
  "mail.membership_line.gift_for": "Gift for {name}",
} as const;

/** The level of a membership and, unless it is simply bought, its purpose: 'Family, gift'. */
export const membershipLevelText = (
  seller: Seller,
  { level, action }: { readonly level: string; readonly action: MembershipAction },
): string =>
  action === "buy"
    ? singleLine(level)
    : sellerText(seller, texts, { level: singleLine(level) })(`mail.membership_line.${action}`);

/** A membership's level and recipient, each on its own line; empty for other lines. */
export const membershipFacts = (
  seller: Seller,
  { membership, types }: Pick<CartLine, "membership" | "types">,
  giftee: Cart["giftee"] = null,
): readonly string[] => {
  if (membership === null) return [];
  const name = gifteeName(giftee);
  return [
    membershipLevelText(seller, { level: types[0]?.group_name ?? "", action: membership }),
    membership === "gift" && name !== "" ? sellerText(seller, texts, { name })("mail.membership_line.gift_for") : "",
  ].filter(Boolean);
};

/** A recipient without a name is shown by e-mail address. */
const gifteeName = (giftee: Cart["giftee"]): string =>
  singleLine([giftee?.first_name, giftee?.last_name].filter(Boolean).join(" "), 100) || (giftee?.email ?? "");
