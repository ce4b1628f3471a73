import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { writeEntries } from "../../audit/audit.ts";
import { queueEmails } from "../../../providers/mail/queueEmail.ts";
import { orderToken } from "../../cart/read/readTicketOrder.ts";
import {
  buyersOfSession,
  orderNumbers,
  recordCancelledSession,
  recordReinstatedSession,
  takeCancelledSession,
  takeReinstatedSession,
  type BuyerOfSession,
  type CancelledSession,
} from "./cancelledSessions.sql.ts";
import { sessionCancelledEmail } from "./sessionCancelledEmail.ts";
import { sessionReinstatedEmail } from "./sessionReinstatedEmail.ts";

/** The number of e-mails written to the outbox in one statement. */
const emailsPerStatement = 500;

type SellerJobContext = Pick<RequestContext, "db" | "seller" | "providers" | "flags">;

/**
 * Notifies everybody with booked tickets for sessions that the seller has cancelled, once per session and order: they
 * choose between a refund and another time. Buyers who were notified and still have the tickets are also notified when
 * the session is reinstated. The history of their orders records both. Returns the number of e-mails.
 */
export const notifyBuyersOfCancelledSessions = async (ctx: SellerJobContext): Promise<number> =>
  (await untilNoneIsLeft(ctx, notifyOfReinstated)) + (await untilNoneIsLeft(ctx, notifyOfCancelled));

type NotifyOfOne = (ctx: SellerJobContext) => Promise<number | undefined>;

/** Handles one session after the other, each in a transaction of its own. */
const untilNoneIsLeft = async (ctx: SellerJobContext, notifyOfOne: NotifyOfOne): Promise<number> => {
  let emails = 0;
  for (;;) {
    const sent = await transact(ctx, (tx) => notifyOfOne({ ...ctx, ...tx }));
    if (sent === undefined) return emails;
    emails += sent;
  }
};

const notifyOfCancelled: NotifyOfOne = async (ctx) => {
  const { db, seller, providers, flags } = ctx;
  const session = await takeCancelledSession(db, seller.id);
  if (!session) return undefined;
  const orders = await recordCancelledSession(db, seller.id, session);
  await auditSession(ctx, session, { kind: "session_cancelled", orders });
  const buyers = await buyersOfSession(db, seller.id, session.id);
  const emails = buyers.map((buyer) => ({
    kind: "session_cancelled",
    ref_id: buyer.order_id,
    occasion: `${session.id} ${session.notified_at}`,
    to_address: buyer.email,
    email: sessionCancelledEmail(seller, providers.origin, {
      session,
      // An order's page can move tickets only if it is the newer one.
      buyer: { ...buyer, can_move: buyer.can_move && flags.newer_manage },
      token: orderToken(ctx, buyer.order_id),
    }),
  }));
  return queueAll(ctx, emails);
};

const notifyOfReinstated: NotifyOfOne = async (ctx) => {
  const { db, seller, providers } = ctx;
  const session = await takeReinstatedSession(db, seller.id);
  if (!session) return undefined;
  const notified = await recordReinstatedSession(db, seller.id, session);
  await auditSession(ctx, session, { kind: "session_reinstated", orders: notified });
  const buyers: readonly BuyerOfSession[] = notified.size > 0 ? await buyersOfSession(db, seller.id, session.id) : [];
  const emails = buyers
    .filter(({ order_id }) => notified.has(order_id))
    .map((buyer) => ({
      kind: "session_reinstated",
      ref_id: buyer.order_id,
      occasion: `${session.id} ${session.notified_at}`,
      to_address: buyer.email,
      email: sessionReinstatedEmail(seller, providers.origin, {
        session,
        buyer,
        token: orderToken(ctx, buyer.order_id),
      }),
    }));
  return queueAll(ctx, emails);
};

/** Records in the audit log for which orders a session was recorded. */
const auditSession = async (
  { db, seller }: SellerJobContext,
  { id, event_name }: CancelledSession,
  { kind, orders }: { readonly kind: "session_cancelled" | "session_reinstated"; readonly orders: ReadonlySet<string> },
): Promise<void> => {
  if (orders.size === 0) return;
  const scope = { db, seller, actor: "job", via: "job", staff_id: null, roles: [], requestId: null } as const;
  const numbers = await orderNumbers(db, seller.id, orders);
  await writeEntries(
    scope,
    numbers.map((number) => ({
      action: `order.${kind}` as const,
      entity: { kind: "order", id: String(number) } as const,
      after: { event_session_id: id, event: event_name },
    })),
  );
};

const queueAll = async (
  { db, seller }: SellerJobContext,
  emails: Parameters<typeof queueEmails>[2],
): Promise<number> => {
  for (let start = 0; start < emails.length; start += emailsPerStatement)
    await queueEmails(db, seller.id, emails.slice(start, start + emailsPerStatement));
  return emails.length;
};
