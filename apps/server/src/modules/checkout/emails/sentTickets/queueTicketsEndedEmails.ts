import { queueEmails } from "../../../../providers/mail/queueEmail.ts";
import type { CheckoutContext } from "../../context.ts";
import { sentTicketsAmong } from "./sentTickets.sql.ts";
import { ticketsEndedEmail } from "./ticketsEndedEmail.ts";

type Ended = {
  readonly ticket_ids: readonly string[];
  /** What ends them: the change, or the payment whose refund empties the order. */
  readonly occasion: string;
};

/**
 * Tells the recipients of these tickets that they no longer grant admission, one e-mail per sending. Runs in the
 * transaction that cancels or takes them back, while the tickets still refer to the sending.
 */
export const queueTicketsEndedEmails = async (
  { db, seller, providers }: Pick<CheckoutContext, "db" | "seller" | "providers">,
  { ticket_ids, occasion }: Ended,
): Promise<void> => {
  const sent = await sentTicketsAmong(db, seller.id, ticket_ids);
  const emails = [...Map.groupBy(sent, ({ sending_id }) => sending_id)].flatMap(([sending_id, tickets]) => {
    const [first, ...others] = tickets;
    if (!first?.email) return [];
    return {
      kind: "tickets_ended",
      ref_id: sending_id,
      occasion,
      to_address: first.email,
      email: ticketsEndedEmail(seller, providers.origin, [first, ...others]),
    };
  });
  await queueEmails(db, seller.id, emails);
};
