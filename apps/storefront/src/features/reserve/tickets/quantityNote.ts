import type { TypeChoice } from "@foyer/rules/reserve/ticketChoices.ts";
import type { useDeferredText } from "../text/useDeferredText.ts";

/** Why the maximum is reached, or what the minimum is. */
export const quantityNote = (
  { quantity, min, max, limit }: TypeChoice,
  t: ReturnType<typeof useDeferredText>,
): string | undefined => {
  const isAtLimit = quantity >= max || max < min;
  // For a member without free tickets left, the note is beside the price.
  if (isAtLimit && limit && !(limit.reason === "member" && quantity === 0))
    return limit.count === 0 && (limit.reason === "group" || limit.reason === "session")
      ? t(`reserve.tickets.most.${limit.reason}.none`)
      : t(`reserve.tickets.most.${limit.reason}`, { count: limit.count });
  return min > 1 && quantity === 0 ? t("reserve.tickets.least", { count: min }) : undefined;
};
