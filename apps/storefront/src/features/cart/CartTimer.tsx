import { useEffect, useEffectEvent } from "react";
import { clockText, isTimerShown, timerLevel, type TimerLevel } from "@foyer/rules/cartClock.ts";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import { TimerLine } from "@foyer/ui/TimerLine.tsx";
import { useSaved } from "../../shared/saved.ts";
import { useText } from "../../shared/seller.tsx";
import { cartStrings } from "./cart.strings.ts";
import { useSecondsLeft } from "./useSecondsLeft.ts";

/** How long the cart is still held: a quiet line that becomes insistent at the end. */
export function CartTimer() {
  const [{ cart_id, local_expiry }] = useSaved();
  const left = useSecondsLeft(cart_id === null ? null : local_expiry);
  const t = useText(cartStrings);
  const announce = useAnnounce();
  const level = left === null || !isTimerShown(left) ? undefined : timerLevel(left);

  // The level's change is said, not every second of it.
  const say = useEffectEvent((now: Exclude<TimerLevel, "info">) =>
    announce(t(`cart.level.${now}`, { minutes: Math.ceil((left ?? 0) / 60), seconds: left ?? 0 })),
  );
  useEffect(() => {
    if (level !== undefined && level !== "info") say(level);
  }, [level]);

  if (left === null || level === undefined) return null;
  return <TimerLine level={level} label={t("cart.held")} left={clockText(left)} />;
}
