import type { PaymentPage } from "@foyer/contract/office/money/money.ts";
import { disputeEvidence } from "@foyer/rules/checkout/disputeEvidence.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { formatDateTime } from "../../modules/checkout/emails/formatDateTime.ts";
import { moneyFormatter } from "../../providers/mail/moneyFormatter.ts";
import { readDisputes, readEntries, readEvidencePurchaser } from "./disputes.sql.ts";
import type { PaymentFacts } from "./money.sql.ts";

type Shown = Pick<PaymentPage, "means" | "tickets" | "refunds" | "emails">;

/**
 * The disputes of a payment, and what is known about it as text. The purchaser is named only to staff who can read orders.
 */
export const readDisputesOf = async (
  ctx: StaffContext,
  payment: PaymentFacts,
  { means, tickets, refunds, emails }: Shown,
): Promise<Pick<PaymentPage, "disputes" | "evidence">> => {
  const { db, seller, staff } = ctx;
  const { id, currency, ticket_order_id, order_number, created_at } = payment;
  const disputes = await readDisputes(db, seller.id, id);
  if (disputes.length === 0) return { disputes: [], evidence: null };
  const format = moneyFormatter(seller, currency);
  const moment = (start_datetime: string): string =>
    formatDateTime(
      { start_datetime, timezone: seller.timezone, all_day: false, ticket_date_time: null },
      seller.locale,
    );
  const scans = ticket_order_id === null ? [] : await readEntries(db, seller.id, ticket_order_id);
  const purchaser =
    ticket_order_id !== null && staff.can("order.read")
      ? await readEvidencePurchaser(db, seller.id, ticket_order_id)
      : undefined;
  return {
    disputes: disputes.map((dispute) => ({ ...dispute, amount: toDecimal(dispute.amount, currency) })),
    evidence: disputeEvidence({
      amount: format(toDecimal(payment.amount, currency)),
      paid_at: moment(created_at),
      means,
      order_number,
      purchaser,
      tickets,
      scans: scans.map(({ at, ticket }) => ({ at: moment(at), ticket })),
      emails: emails.map((email) => ({ ...email, at: moment(email.at) })),
      refunds: refunds.map(({ amount, state, at }) => ({ amount: format(amount), state, at: moment(at) })),
    }),
  };
};
