import type { GiftLevel } from "@foyer/contract/shop/membershipLevel.ts";
import { levelOptionPrice, type LevelOption } from "@foyer/rules/membership/party/partyForm.ts";
import { fromDecimal } from "@foyer/rules/values/money.ts";

/** The price of a level for a gift code, in minor units. Members beyond those included in the gift are paid for. */
export const giftLevelPrice = (
  level: LevelOption,
  counts: Readonly<Record<string, number>>,
  { offered, currency }: { readonly offered: readonly GiftLevel[]; readonly currency: string },
) => {
  const gift = offered.find(({ ticket_group_id }) => ticket_group_id === level.group.id);
  const included = levelOptionPrice(level, {}, currency);
  const surcharge = levelOptionPrice(level, counts, currency).price - included.price;
  return {
    price: (fromDecimal(gift?.discounted_amount ?? "", currency) ?? included.price) + surcharge,
    before: (fromDecimal(gift?.currency_amount ?? "", currency) ?? included.before) + surcharge,
    fees: 0,
  };
};
