import type { SentTicket } from "@foyer/contract/shop/aftersale/sentTicket.ts";
import { shortenEmail } from "@foyer/rules/values/text/shortenEmail.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { sendingsOfOrders } from "./sentTickets.sql.ts";
import type { PrintedTicket } from "./tickets/readPrintedTickets.ts";

type OfOrder = { readonly order_id: string; readonly tickets: readonly PrintedTicket[] };

/** The tickets that the buyer has sent on, with their recipients and without their codes. */
export const presentSentTickets = async (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  orders: readonly OfOrder[],
): Promise<SentTicket[]> => {
  const withSent = orders.filter(({ tickets }) => tickets.some(({ sending_id }) => sending_id !== null));
  if (withSent.length === 0) return [];
  const ids = withSent.map(({ order_id }) => order_id);
  const sendings = new Map((await sendingsOfOrders(db, seller.id, ids)).map((sending) => [sending.id, sending]));
  return withSent.flatMap(({ order_id, tickets }) =>
    tickets.flatMap((ticket) => {
      const sending = sendings.get(ticket.sending_id ?? "");
      return sending ? [presentSentTicket(order_id, ticket, sending)] : [];
    }),
  );
};

const presentSentTicket = (
  ticket_order_id: string,
  ticket: PrintedTicket,
  { email, sent_at }: { readonly email: string | null; readonly sent_at: string },
): SentTicket => ({
  id: ticket.id,
  ticket_order_id,
  event_name: ticket.event_name,
  type_name: ticket.type_name,
  admit_name: ticket.admit_name,
  seat_name: ticket.seat_name,
  local_day: ticket.local_day,
  local_start: ticket.local_start,
  all_day: ticket.all_day,
  ticket_date_time: ticket.ticket_date_time,
  is_used: ticket.is_used,
  sent_to: shortenEmail(email),
  sent_at,
});
