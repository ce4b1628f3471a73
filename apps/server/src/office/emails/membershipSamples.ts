import { cardEmail } from "../../modules/membership/cards/cardEmail.ts";
import { giftConfirmationEmail, giftEmail, type GiftedMembership } from "../../modules/membership/gifts/giftEmails.ts";
import {
  renewalEmail,
  type EmailedRenewal,
  type RenewalNotice,
} from "../../modules/renewals/emails/queueRenewalEmail.ts";
import { sampleId, sampleName, sampleToken, type Composer, type MadeUpOrder } from "./sampleOrder.ts";

const level = "Friends";

const giftOf = ({ now, timezone }: MadeUpOrder): GiftedMembership => ({
  level_name: level,
  code: "SAMPLE-GIFT",
  physical_card: false,
  last_day: Temporal.Instant.from(now).toZonedDateTimeISO(timezone).toPlainDate().add({ years: 1 }),
  to: sampleName,
  from: "Charles Babbage",
});

const renewalOf = ({ currency, minor, now, timezone, visit }: MadeUpOrder): EmailedRenewal => ({
  payer_name: "Ada",
  level_name: level,
  paid: minor,
  currency,
  party: [
    {
      membership_id: sampleId,
      ticket_type_id: sampleId,
      holder_name: sampleName,
      holder_email: null,
      names: "yes",
      emails: null,
      currency_amount: minor,
      fee_fixed_outside: 0,
      fee_percent_outside: 0,
      is_sold: true,
    },
  ],
  method: { gateway_id: "test", brand: "visa", last4: "4242", exp_month: null, exp_year: null },
  timezone,
  valid_from: now,
  valid_to: visit.end,
  ticket_order_id: sampleId,
});

/** An e-mail about an automatic renewal. */
const renewal =
  (noticeOf: (order: MadeUpOrder) => RenewalNotice): Composer =>
  ({ seller, origin, order }) =>
    renewalEmail({ seller, origin, token: sampleToken }, renewalOf(order), noticeOf(order));

/** E-mails about memberships: cards, gifts and automatic renewals. */
export const membershipSamples = {
  membership_card: ({ seller, origin, order: { timezone, now, visit } }) =>
    cardEmail(seller, origin, {
      level_name: "Friends",
      timezone,
      physical_card: false,
      renewed: false,
      own: {
        id: sampleId,
        member_number: "M-1001",
        type_name: "Member",
        holder_name: sampleName,
        valid_from: now,
        valid_to: visit.start,
      },
      others: [],
    }),
  membership_gift: ({ seller, origin, order }) => giftEmail(seller, origin, giftOf(order)),
  membership_given: ({ seller, origin, order }) =>
    giftConfirmationEmail(seller, origin, { ...giftOf(order), email: "ada@example.com" }),
  auto_renew_announced: renewal(({ visit }) => ({
    kind: "announced",
    charge_at: Temporal.Instant.from(visit.start),
    card_expires: false,
  })),
  auto_renew_expires: renewal(({ visit }) => ({
    kind: "announced",
    charge_at: Temporal.Instant.from(visit.start),
    card_expires: true,
  })),
  auto_renew_failed: renewal(() => ({ kind: "failed", by: "card" })),
  auto_renew_asked: renewal(() => ({ kind: "asked" })),
  auto_renew_stopped: renewal(() => ({ kind: "stopped", reason: "declined" })),
  auto_renew_cancelled: renewal(() => ({ kind: "cancelled" })),
} as const satisfies Readonly<Record<string, Composer>>;
