import type { BulkAction } from "@foyer/contract/office/bulk.ts";
import { isDayFirstEnglish, withoutWeekdayComma } from "@foyer/rules/dates/englishDates.ts";
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
import type { BulkJobRow } from "./bulkJobs.sql.ts";
import { movesOfJob, type MovedVisitRow } from "./movedVisits.sql.ts";

const texts = {
  "mail.bulk.view": "View your order",
  "mail.bulk.choose": "Choose now",
  "mail.bulk.choice": "You have until {date} to choose: your money back, or another time.",
  "mail.bulk.else.move": "If you don't choose, we will move your visit to another time.",
  "mail.bulk.else.cancel": "If you don't choose, you will get your money back.",
  "mail.bulk.else.gift_card": "If you don't choose, you will get a gift card instead.",
  "mail.bulk.moved_from": "Was",
  "mail.bulk.moved_to": "Now",
} as const;

type BulkMessage = { readonly subject: string | null; readonly message: string | null };

/** Until when a buyer can choose, and what the job does if they do not choose. */
export type BulkChoice = { readonly from_day: string; readonly otherwise: Exclude<BulkAction, "write"> };

export const bulkChoiceOf = ({
  action,
  from_day,
  offers_choice,
}: {
  readonly action: BulkAction;
  readonly from_day?: string | null | undefined;
  readonly offers_choice?: boolean | undefined;
}): BulkChoice | undefined =>
  offers_choice === true && action !== "write" && from_day ? { from_day, otherwise: action } : undefined;

/**
 * The e-mail of a job to the buyer of an order: the venue's own text, the old and the new time of moved sessions, and the
 * link to the order.
 */
export const bulkEmail = (
  ctx: CheckoutContext,
  order: OrderRow,
  { subject, message }: BulkMessage,
  { moves = [], choice }: { readonly moves?: readonly MovedVisitRow[]; readonly choice?: BulkChoice | undefined } = {},
): EmailMessage => {
  const { seller, providers } = ctx;
  const title = singleLine(subject ?? "");
  const translate = sellerText(seller, texts, choice ? { date: lastDay(choice, seller.locale) } : {});
  const [first = "", ...others] = (message ?? "").split(/\n\s*\n/).map((part) => singleLine(part, 5000));
  return emailLayout(seller, providers.origin, {
    subject: title,
    title,
    intro: first,
    // Attaches the calendar, so that calendars show the new time.
    attachments: moves.length > 0 ? [{ make: "calendar" as const, ticket_order_id: order.id }] : [],
    parts: [
      ...moves.map((visit) => movedVisit(visit, ctx.seller)),
      ...others.filter((text) => text !== "").map((text) => ({ kind: "text" as const, text })),
      ...(choice ? choiceParts(choice, translate) : []),
      {
        kind: "action" as const,
        link: {
          label: translate(choice ? "mail.bulk.choose" : "mail.bulk.view"),
          path: `/${seller.slug}/manage/${order.id}?token=${orderToken(ctx, order.id)}` as const,
        },
      },
    ],
  });
};

const choiceParts = (
  { otherwise }: BulkChoice,
  translate: (key: keyof typeof texts) => string,
): readonly EmailPart[] => [
  { kind: "text", text: translate("mail.bulk.choice") },
  { kind: "text", text: translate(`mail.bulk.else.${otherwise}`) },
];

/** The last day on which buyers can choose, in words. */
const lastDay = ({ from_day }: BulkChoice, locale: string): string => {
  const day = Temporal.PlainDate.from(from_day)
    .subtract({ days: 1 })
    .toLocaleString(locale, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  return isDayFirstEnglish(locale) ? withoutWeekdayComma(day) : day;
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

/** Queues the e-mail once per job and order. Returns false if there is no address. */
export const queueBulkEmail = async (
  ctx: CheckoutContext,
  job: BulkMessage & Pick<BulkJobRow, "id" | "action" | "from_day" | "offers_choice">,
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
    email: bulkEmail(ctx, order, job, { moves, choice: bulkChoiceOf(job) }),
  });
  return true;
};
