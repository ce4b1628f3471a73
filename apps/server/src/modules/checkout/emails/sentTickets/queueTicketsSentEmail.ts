import { queueEmail } from "../../../../providers/mail/queueEmail.ts";
import { sendingToken } from "../../../cart/read/readTicketOrder.ts";
import type { CheckoutContext } from "../../context.ts";
import { sentTicketsAmong } from "./sentTickets.sql.ts";
import { ticketsSentEmail } from "./ticketsSentEmail.ts";

export type TicketsToAnnounce = {
  readonly sending_id: string;
  readonly email: string;
  readonly sender_name: string | null;
  readonly message: string | null;
  readonly ticket_ids: readonly string[];
};

/** Sends the recipient of tickets their link, in the transaction that gives them the tickets. */
export const queueTicketsSentEmail = async (
  ctx: CheckoutContext,
  { ticket_ids, email: to_address, ...sending }: TicketsToAnnounce,
): Promise<void> => {
  const { db, seller, providers } = ctx;
  const email = ticketsSentEmail(seller, providers.origin, {
    ...sending,
    token: sendingToken(ctx, sending.sending_id),
    tickets: await sentTicketsAmong(db, seller.id, ticket_ids),
  });
  await queueEmail(ctx, { kind: "tickets_sent", ref_id: sending.sending_id, to_address, email });
};
