import type { GiftLevel } from "@foyer/contract/shop/membershipLevel.ts";
import { levelOptionPrice, type LevelOption } from "@foyer/rules/membership/party/partyForm.ts";
import type { Coins } from "@foyer/rules/reserve/ticketChoices.ts";
import { fromDecimal } from "@foyer/rules/values/money.ts";

/** The price of a level for a gift code, in minor units. Members beyond those included in the gift are paid for. */
export const giftLevelPrice = (
  level: LevelOption,
  counts: Readonly<Record<string, number>>,
  { offered, coins }: { readonly offered: readonly GiftLevel[]; readonly coins: Coins },
) => {
  const gift = offered.find(({ ticket_group_id }) => ticket_group_id === level.group.id);
  const included = levelOptionPrice(level, {}, coins);
  const surcharge = levelOptionPrice(level, counts, coins).price - included.price;
  const { currency } = coins;
  return {
    price: (fromDecimal(gift?.discounted_amount ?? "", currency) ?? included.price) + surcharge,
    before: (fromDecimal(gift?.currency_amount ?? "", currency) ?? included.before) + surcharge,
    fees: 0,
  };
};
