import type { EmailPart } from "../../../providers/mail/emailParts.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import { orderToken } from "../../cart/read/readTicketOrder.ts";
import type { CheckoutContext } from "../../checkout/context.ts";
import type { OrderRow } from "../../orders/readOrders.ts";
import { formatDateTime } from "../../checkout/emails/formatDateTime.ts";
import { purchaserOfOrder } from "../orderChanges.sql.ts";
import { movesOfJob, type MovedVisitRow } from "./movedVisits.sql.ts";

const texts = {
  "mail.bulk.view": "View your order",
  "mail.bulk.moved_from": "Was",
  "mail.bulk.moved_to": "Now",
} as const;

type BulkMessage = { readonly subject: string | null; readonly message: string | null };

/**
 * What a job writes to the buyer of an order: the venue's own words, the old and the new time of sessions that were moved with
 * it, and the link to the order.
 */
export const bulkEmail = (
  ctx: CheckoutContext,
  order: OrderRow,
  { subject, message }: BulkMessage,
  moves: readonly MovedVisitRow[] = [],
): EmailMessage => {
  const { seller, providers } = ctx;
  const title = singleLine(subject ?? "");
  const [first = "", ...others] = (message ?? "").split(/\n\s*\n/).map((part) => singleLine(part, 5000));
  return emailLayout(seller, providers.origin, {
    subject: title,
    title,
    intro: first,
    // Calendars show the new time.
    attachments: moves.length > 0 ? [{ make: "calendar" as const, ticket_order_id: order.id }] : [],
    parts: [
      ...moves.map((visit) => movedVisit(visit, ctx.seller)),
      ...others.filter((text) => text !== "").map((text) => ({ kind: "text" as const, text })),
      {
        kind: "action" as const,
        link: {
          label: sellerText(seller, texts, {})("mail.bulk.view"),
          path: `/${seller.slug}/manage/${order.id}?token=${orderToken(ctx, order.id)}` as const,
        },
      },
    ],
  });
};

const movedVisit = (visit: MovedVisitRow, seller: CheckoutContext["seller"]): EmailPart => {
  const t = sellerText(seller, texts, {});
  const times = { timezone: visit.timezone, ticket_date_time: visit.ticket_date_time, all_day: false };
  const timeOf = (start_datetime: string): string =>
    singleLine(formatDateTime({ ...times, start_datetime }, seller.locale));
  return {
    kind: "item",
    name: singleLine(visit.event_name),
    facts: [],
    rows: [
      { label: t("mail.bulk.moved_from"), value: timeOf(visit.moved_from) },
      { label: t("mail.bulk.moved_to"), value: timeOf(visit.moved_to) },
    ],
  };
};

/** Queues it, once a job and order. False without an address. */
export const queueBulkEmail = async (
  ctx: CheckoutContext,
  job: BulkMessage & { readonly id: string },
  order: OrderRow,
): Promise<boolean> => {
  const { email: to_address } = await purchaserOfOrder(ctx, order.identity_id);
  if (!to_address) return false;
  const moves = await movesOfJob(ctx.db, ctx.seller.id, { bulk_job_id: job.id, order_id: order.id });
  await queueEmail(ctx, {
    kind: "bulk_message",
    ref_id: order.id,
    occasion: job.id,
    to_address,
    email: bulkEmail(ctx, order, job, moves),
  });
  return true;
};
