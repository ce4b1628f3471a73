import { useEffect, useEffectEvent } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { isTimerShown, localExpiry, timerLevel, type TimerLevel } from "@foyer/rules/hold/cartTimer.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { useSecondsLeft } from "../../cart/expiry/useSecondsLeft.ts";
import { changeStrings } from "../aftersale.strings.ts";

/** Whole seconds until an open change expires by this browser's clock; null while a payment holds it. */
export const useChangeSecondsLeft = (
  cart: Pick<Cart, "expires_in" | "payment_in_progress"> | undefined,
  /** When the cart was received from the server, in epoch milliseconds. */
  knownAt: number,
): number | null => useSecondsLeft(cart && !cart.payment_in_progress ? localExpiry(cart.expires_in, knownAt) : null);

/** Announces each new level, not every second. */
export const useAnnouncedLevel = (left: number | null): TimerLevel | undefined => {
  const t = useText(changeStrings);
  const announce = useAnnounce();
  const level = left === null || !isTimerShown(left) ? undefined : timerLevel(left);
  const announceLevel = useEffectEvent((reached: Exclude<TimerLevel, "info">) => {
    const seconds = left ?? 0;
    const minutes = Math.ceil(seconds / 60);
    announce(t(`change.level.${reached}`, { minutes, seconds, count: reached === "critical" ? seconds : minutes }));
  });
  useEffect(() => {
    if (level !== undefined && level !== "info") announceLevel(level);
  }, [level]);
  return level;
};
