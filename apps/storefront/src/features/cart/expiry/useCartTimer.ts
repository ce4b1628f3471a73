import { useEffect, useEffectEvent } from "react";
import { isTimerShown, timerLevel, type TimerLevel } from "@foyer/rules/hold/cartTimer.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { useSaved } from "../../../shared/storage/saved.ts";
import { cartStrings } from "../cart.strings.ts";
import { useSecondsLeft } from "./useSecondsLeft.ts";

export type ShownTimer = { readonly left: number; readonly level: TimerLevel };

/** The time left for the cart, if it is to be shown. Announces each new level, not every second. */
export const useCartTimer = (): ShownTimer | undefined => {
  const [{ cart_id, local_expiry }] = useSaved();
  const left = useSecondsLeft(cart_id === null ? null : local_expiry);
  const t = useText(cartStrings);
  const announce = useAnnounce();
  const level = left === null || !isTimerShown(left) ? undefined : timerLevel(left);

  const announceLevel = useEffectEvent((reached: Exclude<TimerLevel, "info">) => {
    const seconds = left ?? 0;
    const minutes = Math.ceil(seconds / 60);
    announce(t(`cart.level.${reached}`, { minutes, seconds, count: reached === "critical" ? seconds : minutes }));
  });
  useEffect(() => {
    if (level !== undefined && level !== "info") announceLevel(level);
  }, [level]);

  return left === null || level === undefined ? undefined : { left, level };
};
