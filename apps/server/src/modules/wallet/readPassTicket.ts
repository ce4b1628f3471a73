import type { RequestContext } from "../../http/requestContext.ts";
import type { WalletPass } from "../../providers/wallet/wallet.ts";
import type { OrderRow } from "../orders/readOrders.ts";
import { readAllPrintedTickets, type PrintedTicket } from "../orders/tickets/readPrintedTickets.ts";
import type { TicketFacts } from "./wallet.sql.ts";

/** A ticket or a membership card, with the data for its pass. */
export type PassTicket = {
  readonly order_number: string;
  readonly ticket: PrintedTicket;
  /** Null if it never expires. */
  readonly expires: string | null;
  /** It still grants admission. */
  readonly isUsable: boolean;
};

type PassTicketQuery = {
  readonly row: TicketFacts;
  readonly order: OrderRow;
  /** The reader, if the membership card is their own and is shown to them. */
  readonly reader_id: string | undefined;
};

/** Undefined for something without a pass, such as a donation, and for a cancelled ticket. */
export const readPassTicket = async (
  { db, seller, now }: Pick<RequestContext, "db" | "seller" | "now">,
  { row, order, reader_id }: PassTicketQuery,
): Promise<PassTicket | undefined> => {
  const ticket = (await readAllPrintedTickets(db, seller, order, reader_id)).find(({ id }) => id === row.id);
  if (!ticket) return undefined;
  const expires = ticket.end_datetime ?? row.valid_to;
  const isOver = expires !== null && Temporal.Instant.compare(Temporal.Instant.from(expires), now) <= 0;
  return {
    order_number: String(order.order_number),
    ticket,
    expires,
    isUsable: row.state === "booked" && !isOver && !ticket.session_cancelled,
  };
};

export const codeAndKind = ({
  ticket,
}: PassTicket): { readonly scan_code: string; readonly kind: WalletPass["kind"] } => ({
  scan_code: ticket.scan_code,
  kind: ticket.card ? "card" : "ticket",
});
