import type { TypeChoice } from "@foyer/rules/reserve/ticketChoices.ts";
import type { useDeferredText } from "../text/useDeferredText.ts";

/** Why no more can be chosen, or how many at least. */
export const quantityNote = (
  { quantity, min, max, limit }: TypeChoice,
  t: ReturnType<typeof useDeferredText>,
): string | undefined => {
  const isAtLimit = quantity >= max || max < min;
  // A member without free tickets left sees it beside the price.
  if (isAtLimit && limit && !(limit.reason === "member" && quantity === 0))
    return t(`reserve.tickets.most.${limit.reason}`, { count: limit.count });
  return min > 1 && quantity === 0 ? t("reserve.tickets.least", { count: min }) : undefined;
};
