import { useEffect, useEffectEvent } from "react";
import { formatTimer, isTimerShown, timerLevel, type TimerLevel } from "@foyer/rules/hold/cartTimer.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { TimerLine } from "@foyer/ui/feedback/TimerLine.tsx";
import { useSaved } from "../../../shared/storage/saved.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { cartStrings } from "../cart.strings.ts";
import { useSecondsLeft } from "./useSecondsLeft.ts";

export type CartTimerProps = {
  /** The timer is at the end of a heading, whose text is its label. */
  readonly isAtHeading?: boolean;
};

/** The time left for the cart, shown more prominently as it runs out. */
export function CartTimer({ isAtHeading = false }: CartTimerProps) {
  const [{ cart_id, local_expiry }] = useSaved();
  const left = useSecondsLeft(cart_id === null ? null : local_expiry);
  const t = useText(cartStrings);
  const announce = useAnnounce();
  const level = left === null || !isTimerShown(left) ? undefined : timerLevel(left);

  // Announces each new level, not every second.
  const announceLevel = useEffectEvent((reached: Exclude<TimerLevel, "info">) => {
    const seconds = left ?? 0;
    const minutes = Math.ceil(seconds / 60);
    announce(t(`cart.level.${reached}`, { minutes, seconds, count: reached === "critical" ? seconds : minutes }));
  });
  useEffect(() => {
    if (level !== undefined && level !== "info") announceLevel(level);
  }, [level]);

  if (left === null || level === undefined) return null;
  return (
    <TimerLine
      level={level}
      label={isAtHeading ? <VisuallyHidden>{t("cart.held")}</VisuallyHidden> : t("cart.held")}
      left={formatTimer(left)}
    />
  );
}
