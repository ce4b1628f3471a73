import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { EmailPart } from "../../../providers/mail/emailParts.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";
import { singleLine } from "../../../providers/mail/sellerText.ts";
import { formatDateTime } from "./formatDateTime.ts";
import { membershipFacts } from "./membershipFacts.ts";

/** The contents of a cart: an e-mail part for each line, with the number and price of each type. */
export const cartItems = (seller: Seller, cart: Cart): readonly EmailPart[] => {
  const money = moneyFormatter(seller, cart.currency);
  return cart.lines.map((line) => ({
    kind: "item",
    name: singleLine(line.name),
    facts: [...membershipFacts(seller, line, cart.giftee), formatDateTime(line, seller.locale)].filter(Boolean),
    rows: line.types.map((type) => ({
      label: `${type.count} × ${singleLine(type.name)}`,
      value: money(type.price),
    })),
  }));
};
