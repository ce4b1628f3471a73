import { cartLimits } from "@foyer/contract/limits.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";
import type { HoldMinutes } from "./hold.sql.ts";

/** How long a hold lasts, and how long it can last with all its extensions. */
export const holdMinutesOf = ({ hold_minutes }: Configuration): HoldMinutes => {
  const hold = hold_minutes ?? cartLimits.hold_minutes;
  return {
    hold,
    atMost: hold * cartLimits.max_hold_factor + (cartLimits.extension_seconds * cartLimits.extensions) / 60,
  };
};
