import { markPassesChanged } from "../../../providers/wallet/passChanges.sql.ts";
import type { CheckoutContext } from "../context.ts";
import { queueTicketsEndedEmails } from "../emails/sentTickets/queueTicketsEndedEmails.ts";
import { cancelTickets, type CancelledByChange } from "./cancelTickets.sql.ts";

type Cancellation = {
  /** Distinguishes several e-mails to one recipient. */
  readonly occasion: string;
  /** If absent, all booked tickets of the order are cancelled. */
  readonly change?: CancelledByChange;
};

/**
 * Cancels booked tickets of an order. Recipients of tickets that were sent on are told that these no longer grant
 * admission, and wallets with passes for the tickets are updated. Returns the ids of the cancelled tickets.
 */
export const cancelTicketsAndNotify = async (
  ctx: CheckoutContext,
  order_id: string,
  { occasion, change }: Cancellation,
): Promise<readonly string[]> => {
  const ticket_ids = await cancelTickets(ctx, order_id, change);
  await markPassesChanged(ctx.db, ctx.seller.id, ticket_ids);
  await queueTicketsEndedEmails(ctx, { ticket_ids, occasion });
  return ticket_ids;
};
