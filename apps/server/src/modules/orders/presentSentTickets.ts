import type { SentTicket } from "@foyer/contract/shop/aftersale/sentTicket.ts";
import { shortenEmail } from "@foyer/rules/values/text/shortenEmail.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { sendingsOfOrders } from "./sentTickets.sql.ts";
import { presentShownTicket } from "./tickets/presentShownTicket.ts";
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
  order_id: string,
  ticket: PrintedTicket,
  { email, sent_at }: { readonly email: string | null; readonly sent_at: string },
): SentTicket => ({ ...presentShownTicket(order_id, ticket), sent_to: shortenEmail(email), sent_at });
