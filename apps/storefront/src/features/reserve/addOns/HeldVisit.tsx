import type { Cart } from "@foyer/contract/shop/cart.ts";
import { formatTimer } from "@foyer/rules/hold/cartTimer.ts";
import { Icon } from "@foyer/ui/action/Icon.tsx";
import { Price, useText } from "../../../shared/seller/seller.tsx";
import { useCartTimer } from "../../cart/expiry/useCartTimer.ts";
import { countTickets } from "../../cart/widget/countTickets.ts";
import { useCartDate } from "../../cart/widget/useCartDate.ts";
import css from "./AddOns.module.css";
import { addOnsStrings } from "./addOns.strings.ts";

/** '3 tickets held · 14:52', each visit and the total. */
export function HeldVisit({ cart }: { readonly cart: Cart }) {
  const t = useText(addOnsStrings);
  const dateOf = useCartDate();
  const timer = useCartTimer();
  const visits = cart.lines.filter(({ event_template_id }) => event_template_id === cart.anchor?.event_template_id);
  return (
    <div className={css.held}>
      <p className={css.state}>
        <Icon name="check" size="small" />
        <span>{t("add_ons.held", { count: countTickets(cart) })}</span>
        {timer && (
          <span className={css.timer} data-level={timer.level} role="timer" aria-live="off">
            {formatTimer(timer.left)}
          </span>
        )}
      </p>
      {visits.map((visit) => {
        const date = dateOf(visit);
        return (
          <p className={css.visit} key={visit.event_session_id}>
            {visit.name}
            {date && `, ${date}`}
          </p>
        );
      })}
      <p className={css.total}>
        <span>{t("add_ons.total")}</span> <Price amount={cart.payment_due_by_credit_card} />
      </p>
    </div>
  );
}
