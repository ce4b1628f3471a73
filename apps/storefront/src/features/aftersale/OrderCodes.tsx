import type { OrderReply } from "@foyer/contract/shop/orders.ts";
import { useText } from "../../shared/seller/seller.tsx";
import { useCartDate } from "../cart/widget/useCartDate.ts";
import { TicketCodes } from "../orders/TicketCodes.tsx";
import { aftersaleStrings } from "./aftersale.strings.ts";
import css from "./Manage.module.css";
import type { OrderLinesProps } from "./OrderLines.tsx";

/** The codes of the tickets that still open a door. */
export function OrderCodes({ reply, order_id }: OrderLinesProps) {
  const t = useText(aftersaleStrings);
  const dateOf = useCartDate();
  const closed = closedTickets(reply, order_id);
  const tickets = reply.door_ticket._data.filter(({ id }) => !closed.has(id));
  if (tickets.length === 0) return null;
  return (
    <section className={css.part} aria-labelledby="order-codes">
      <h2 id="order-codes">{t("manage.codes")}</h2>
      <TicketCodes
        tickets={tickets.map((ticket) => ({ ...ticket, when: dateOf(ticket) }))}
        isOneVisit={(reply.lines[order_id] ?? []).length === 1}
      />
    </section>
  );
}

/** A session that is over or cancelled admits nobody any more. */
const closedTickets = ({ lines }: OrderReply, order_id: string): ReadonlySet<string> =>
  new Set(
    (lines[order_id] ?? [])
      .filter(({ flag }) => flag === "past" || flag === "cancelled")
      .flatMap(({ types }) => types.flatMap(({ ticket_ids }) => ticket_ids)),
  );
