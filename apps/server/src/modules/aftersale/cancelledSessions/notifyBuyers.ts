import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { queueEmails } from "../../../providers/mail/queueEmail.ts";
import { orderToken } from "../../cart/read/readTicketOrder.ts";
import {
  buyersOfSession,
  forgetReinstated,
  recordCancelledSession,
  takeCancelledSession,
} from "./cancelledSessions.sql.ts";
import { sessionCancelledEmail } from "./sessionCancelledEmail.ts";

/** E-mails that are put into the outbox with one statement. */
const emailsPerStatement = 500;

type SellerJobContext = Pick<RequestContext, "db" | "seller" | "providers">;

/**
 * Writes to everybody with booked tickets for sessions that the seller has cancelled, once per session and order: they
 * choose between their money and another time. The history of their orders says so too. Returns the number of e-mails.
 */
export const notifyBuyersOfCancelledSessions = async (ctx: SellerJobContext): Promise<number> => {
  await forgetReinstated(ctx.db, ctx.seller.id);
  let emails = 0;
  for (;;) {
    const queued = await transact(ctx, (tx) => notifyBuyersOfOne({ ...ctx, ...tx }));
    if (queued === undefined) return emails;
    emails += queued;
  }
};

const notifyBuyersOfOne = async (ctx: SellerJobContext): Promise<number | undefined> => {
  const { db, seller, providers } = ctx;
  const session = await takeCancelledSession(db, seller.id);
  if (!session) return undefined;
  await recordCancelledSession(db, seller.id, session);
  const buyers = await buyersOfSession(db, seller.id, session.id);
  const emails = buyers.map((buyer) => ({
    kind: "session_cancelled",
    ref_id: buyer.order_id,
    occasion: `${session.id} ${session.notified_at}`,
    to_address: buyer.email,
    email: sessionCancelledEmail(seller, providers.origin, { session, buyer, token: orderToken(ctx, buyer.order_id) }),
  }));
  for (let start = 0; start < emails.length; start += emailsPerStatement)
    await queueEmails(db, seller.id, emails.slice(start, start + emailsPerStatement));
  return emails.length;
};
