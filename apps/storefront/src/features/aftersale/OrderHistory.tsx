import type { OrderEvent } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { Price, useText } from "../../shared/seller/seller.tsx";
import { aftersaleStrings } from "./aftersale.strings.ts";
import { isPositiveAmount } from "./cancel/orderVisits.ts";
import { isGiftCardMeans } from "@foyer/rules/aftersale/giftCardMeans.ts";
import css from "./Manage.module.css";
import { useOrderMoment } from "./useOrderMoment.ts";

/** For moved tickets the amount is only their price: a payment or refund has an entry of its own. */
const movesMoney = ({ kind, amount }: OrderEvent): boolean => kind !== "moved" && isPositiveAmount(amount);

/** The events in an order's history, earliest first. */
export function OrderHistory({ history }: { readonly history: readonly OrderEvent[] }) {
  const t = useText(aftersaleStrings);
  const moment = useOrderMoment();
  const label = ({ kind, tickets, means, event_name, moved }: OrderEvent): string => {
    if (kind === "bought") return t("history.bought");
    if (kind === "paid") return t("history.paid");
    if (kind === "session_cancelled" || kind === "session_reinstated")
      return t(`history.${kind}`, { event: event_name ?? "" });
    if (kind === "session_moved") {
      const [from, to] = [moved?.from, moved?.to].map((begins) => (begins ? moment(begins, moved?.timezone) : ""));
      return t("history.session_moved", { event: event_name ?? "", from: from ?? "", to: to ?? "" });
    }
    if (kind !== "refunded") return t(`history.${kind}`, { count: tickets });
    if (means === null) return t("history.refunded");
    return t(isGiftCardMeans(means) ? "history.refunded.to" : "history.refunded.to_card", { means });
  };
  return (
    <ol role="list" className={css.history}>
      {history.map((event, index) => (
        // Existing entries keep their index: new ones are added at the end.
        <li key={index}>
          <span>
            {label(event)}
            {(event.state === "pending" || event.state === "failed") && (
              <span className={css.quiet}> · {t(`history.${event.state}`)}</span>
            )}
            {event.by_venue && !event.kind.startsWith("session_") && (
              <span className={css.quiet}> · {t("history.by_venue")}</span>
            )}
          </span>
          {movesMoney(event) && <Price amount={event.amount} />}
          <time className={css.quiet} dateTime={event.at}>
            {moment(event.at)}
          </time>
        </li>
      ))}
    </ol>
  );
}
