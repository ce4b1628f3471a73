import { useText } from "../../shared/seller/seller.tsx";
import { useCartDate } from "../cart/widget/useCartDate.ts";
import { openDoorTickets } from "../orders/card/openDoorTickets.ts";
import { TicketCodes } from "../orders/card/TicketCodes.tsx";
import { aftersaleStrings } from "./aftersale.strings.ts";
import css from "./Manage.module.css";
import type { OrderData } from "./OpenedOrder.tsx";

export type OrderCodesProps = Pick<OrderData, "reply" | "actions"> & { readonly order_id: string };

/**
 * The codes of the tickets that still admit. A ticket that can be sent to somebody else is not shared with its current
 * code.
 */
export function OrderCodes({ reply, actions, order_id }: OrderCodesProps) {
  const t = useText(aftersaleStrings);
  const dateOf = useCartDate();
  const tickets = openDoorTickets(reply.lines[order_id] ?? [], reply.door_ticket._data);
  if (tickets.length === 0) return null;
  const sendable = new Set(
    actions.ticket._data.filter(({ is_sendable }) => is_sendable).map(({ ticket_id }) => ticket_id),
  );
  return (
    <section className={css.part} aria-labelledby="order-codes">
      <h2 id="order-codes">{t("manage.codes", { count: tickets.length })}</h2>
      <TicketCodes
        tickets={tickets.map((ticket) => ({ ...ticket, when: dateOf(ticket) }))}
        isOneVisit={(reply.lines[order_id] ?? []).length === 1}
        isShared={({ id }) => !sendable.has(id)}
      />
    </section>
  );
}
