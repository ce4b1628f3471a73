import { markPassesChanged } from "../../../providers/wallet/passChanges.sql.ts";
import type { CheckoutContext } from "../context.ts";
import { queueTicketsEndedEmails } from "../emails/queueTicketsEndedEmails.ts";
import { cancelTickets, type CancelledByChange } from "./cancelTickets.sql.ts";

type Cancellation = {
  /** Distinguishes several e-mails to one recipient. */
  readonly occasion: string;
  /** Without it all booked tickets of the order are cancelled. */
  readonly change?: CancelledByChange;
};

/**
 * Cancels booked tickets of an order. Whoever had some of them sent on is told that they no longer open the door, and so
 * are the wallets with passes of them.
 */
export const cancelTicketsAndNotify = async (
  ctx: CheckoutContext,
  order_id: string,
  { occasion, change }: Cancellation,
): Promise<void> => {
  const ticket_ids = await cancelTickets(ctx, order_id, change);
  await markPassesChanged(ctx.db, ctx.seller.id, ticket_ids);
  await queueTicketsEndedEmails(ctx, { ticket_ids, occasion });
};
