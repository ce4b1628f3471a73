import type { ReactNode } from "react";
import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { useText } from "../../shared/seller/seller.tsx";
import { CartLineItem } from "../cart/widget/CartLineItem.tsx";
import { ordersStrings } from "../orders/orders.strings.ts";
import { aftersaleStrings } from "./aftersale.strings.ts";
import css from "./Manage.module.css";

export type OrderLinesProps = {
  readonly reply: OrderReply;
  readonly order_id: string;
  /** The actions for the tickets of a date. */
  readonly actionOf?: ((line: CartLine) => ReactNode) | undefined;
};

/** The lines of an order by date, with venue and types; cancelled, past and used ones are marked. */
export function OrderLines({ reply, order_id, actionOf }: OrderLinesProps) {
  const t = useText(aftersaleStrings);
  const orders = useText(ordersStrings);
  const lines = reply.lines[order_id] ?? [];
  const placeOf = ({ event_template_id }: CartLine): string | undefined => {
    const event = reply.event_template?._data.find(({ id }) => id === event_template_id);
    const venue = reply.venue?._data.find(({ id }) => id === event?.venue_id);
    return venue && [venue.name, venue.address].filter(Boolean).join(", ");
  };
  return (
    <section className={css.part} aria-labelledby="order-visits">
      <h2 id="order-visits" tabIndex={-1}>
        {t("manage.visits")}
      </h2>
      {lines.length === 0 ? (
        <p>{t("manage.no_visits")}</p>
      ) : (
        <ul role="list">
          {lines.map((line) => (
            <CartLineItem
              key={line.event_session_id ?? line.event_template_id}
              line={line}
              giftee={reply.giftees[order_id]}
              extra={
                <>
                  {placeOf(line) && <p className={css.place}>{placeOf(line)}</p>}
                  {line.flag && (
                    <p className={css.flag}>
                      <Tag tone={line.flag === "cancelled" ? "warning" : "neutral"}>
                        {orders(`complete.flag.${line.flag}`)}
                      </Tag>
                    </p>
                  )}
                </>
              }
              action={actionOf?.(line)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
