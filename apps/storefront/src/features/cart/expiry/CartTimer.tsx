import { formatTimer } from "@foyer/rules/hold/cartTimer.ts";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { TimerLine } from "@foyer/ui/feedback/TimerLine.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { cartStrings } from "../cart.strings.ts";
import { useCartTimer } from "./useCartTimer.ts";

export type CartTimerProps = {
  /** The timer is at the end of a heading, whose text is its label. */
  readonly isAtHeading?: boolean;
};

/** The time left for the cart, shown more prominently as it runs out. */
export function CartTimer({ isAtHeading = false }: CartTimerProps) {
  const t = useText(cartStrings);
  const timer = useCartTimer();
  if (!timer) return null;
  return (
    <TimerLine
      level={timer.level}
      label={isAtHeading ? <VisuallyHidden>{t("cart.held")}</VisuallyHidden> : t("cart.held")}
      left={formatTimer(timer.left)}
    />
  );
}
