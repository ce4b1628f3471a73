import { moveCost, type MovedTicket, type NewPrice } from "@foyer/rules/aftersale/move/moveCost.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { useMoney, useSeller, useText } from "../../../shared/seller/seller.tsx";
import { rescheduleStrings } from "../aftersale.strings.ts";

/**
 * '+$5.00', '$3.00 back' or 'No extra cost': the cost of moving tickets to a time; undefined if it is not known.
 * `isLowest`: other times of the day may cost more, so it says 'from' or 'up to'.
 */
export const useCostText = (tickets: readonly MovedTicket[]) => {
  const t = useText(rescheduleStrings);
  const money = useMoney();
  const { default_currency_code: currency } = useSeller();
  return (price: NewPrice | null, isLowest = false): string | undefined => {
    if (price === null) return undefined;
    const cost = moveCost(tickets, price, currency);
    if (cost === 0) return t("move.no_cost");
    const amount = money(toDecimal(Math.abs(cost), currency));
    if (cost > 0) return t(isLowest ? "move.more.from" : "move.more", { amount });
    return t(isLowest ? "move.back.up_to" : "move.back", { amount });
  };
};
