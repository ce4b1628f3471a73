import type { GiftLevel } from "@foyer/contract/shop/membershipLevel.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { applyDiscounts, type Discount } from "@foyer/rules/pricing/discounts.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { GiftLevelRow } from "./giftLevels.sql.ts";

/** The levels that these discounts reduce, each priced for its minimum number of people. */
export const giftLevels = (
  seller: Seller,
  rows: readonly GiftLevelRow[],
  discounts: readonly Discount[],
): GiftLevel[] =>
  rows.flatMap(({ types, name, rank, ...ids }): GiftLevel[] => {
    const party = types.flatMap((type) => Array.from({ length: type.min }, () => type));
    const price = party.reduce((sum, { face_value }) => sum + face_value, 0);
    const discountedPrice = applyDiscounts(party, discounts, sellerAmountStep(seller)).prices.reduce(
      (sum, amount) => sum + amount,
      0,
    );
    if (discountedPrice === price) return [];
    const { default_currency_code } = seller;
    return [
      {
        ...ids,
        name,
        _rank: rank,
        currency_amount: toDecimal(price, default_currency_code),
        discounted_amount: toDecimal(discountedPrice, default_currency_code),
      },
    ];
  });
