import type {
  PaymentPage,
  MoneyQueueRow,
  readMoneyQueue,
  readPaymentAtDesk,
} from "@foyer/contract/office/money/money.ts";
import { queueLimit } from "@foyer/contract/office/money/money.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { reviewsOf, reviewTexts, type PaymentForReview } from "../../modules/checkout/reconcile/reviewPayment.ts";
import { readDisputesOf } from "./readDispute.ts";
import { isNotified } from "../../modules/checkout/reconcile/moneyNotices.ts";
import { lastEntryOf } from "../../modules/audit/staleVersion.ts";
import { namesOf } from "../../modules/staff/accounts.ts";
import { isSecretEmail } from "../../providers/mail/secretEmails.ts";
import { paymentUrlOf } from "../../providers/payments/gatewayRegistry.ts";
import {
  findPaymentFacts,
  readAttempts,
  readEmailsOf,
  readMoneyNotes,
  readOpenWebhooks,
  readOwners,
  readPaidTickets,
  readProviderEvents,
  readRefundsOf,
  readStates,
  readUnsentEmails,
  type PaymentFacts,
} from "./money.sql.ts";

type PaymentState = Pick<PaymentFacts, "state" | "amount" | "refunded" | "refunding" | "order_number" | "reported">;

/** What an action depends on: if it has changed since, the action is refused. A dispute changes `reported` alone. */
export const versionOf = ({ state, amount, refunded, refunding, order_number, reported }: PaymentState): string =>
  [state, amount, refunded, refunding, order_number ?? "-", reported].join(".");

/** The refundable amount in minor units. Pending refunds are already deducted. */
export const refundableOf = ({ state, amount, refunded, refunding }: Omit<PaymentState, "reported">): number =>
  state === "captured" ? amount - refunded - refunding : 0;

const stateOf = (payment: PaymentState & Pick<PaymentFacts, "currency" | "gateway_id" | "cart_number">) => {
  const { state, amount, refunded, currency, gateway_id, order_number, cart_number } = payment;
  return {
    state,
    amount: toDecimal(amount, currency),
    refunded: toDecimal(refunded, currency),
    left: toDecimal(refundableOf(payment), currency),
    currency,
    gateway_id,
    order_number,
    cart_number,
    version: versionOf(payment),
  };
};

type People = Pick<MoneyQueueRow, "taken_by" | "notes">;

/** Who has taken each payment, and the notes of staff on it. */
const readPeople = async (
  { db, seller }: StaffContext,
  payment_ids: readonly string[],
): Promise<(payment_id: string) => People> => {
  const [owners, notes] = [
    await readOwners(db, seller.id, payment_ids),
    await readMoneyNotes(db, seller.id, payment_ids),
  ];
  const names = await namesOf(db, [
    ...owners.map(({ taken_by }) => taken_by),
    ...notes.map(({ staff_id }) => staff_id),
  ]);
  const person = (id: string) => ({ id, name: names.get(id) ?? "Somebody" });
  const notesOf = Map.groupBy(notes, ({ payment_id }) => payment_id);
  return (payment_id) => {
    const owner = owners.find((one) => one.payment_id === payment_id);
    return {
      taken_by: owner ? person(owner.taken_by) : null,
      notes: (notesOf.get(payment_id) ?? []).map(({ id, text, staff_id, created_at }) => ({
        id,
        text,
        by: person(staff_id),
        at: created_at,
      })),
    };
  };
};

const reviewOf = ({ reason, since, sum, currency, detail }: PaymentForReview) => {
  const { what, help } = reviewTexts[reason];
  return { reason, what, help, since, sum: toDecimal(sum, currency), detail };
};

const rowOf = (payment: PaymentForReview, people: People): MoneyQueueRow => {
  const { payment_id, reason } = payment;
  return { payment_id, ...reviewOf(payment), can: [...reviewTexts[reason].can], ...stateOf(payment), ...people };
};

/** Everything that needs attention: the list of `foyer payments`, e-mails that were given up, and webhooks that failed. */
export const readQueue = async (ctx: StaffContext): Promise<StaffReply<typeof readMoneyQueue>> => {
  const { db, seller } = ctx;
  const found = await reviewsOf(ctx);
  const emails = await readUnsentEmails(db, seller.id, queueLimit + 1);
  const webhooks = await readOpenWebhooks(db, seller.id, queueLimit + 1);
  const listed = found.slice(0, queueLimit);
  const peopleOf = await readPeople(
    ctx,
    listed.map(({ payment_id }) => payment_id),
  );
  return {
    payments: listed.map((payment) => rowOf(payment, peopleOf(payment.payment_id))),
    emails: emails.slice(0, queueLimit).map((email) => ({ ...email, keeps_address: isSecretEmail(email.kind) })),
    webhooks: webhooks.slice(0, queueLimit),
    more: [found, emails, webhooks].some(({ length }) => length > queueLimit),
    notifies_me: await isNotified(ctx, ctx.staff.id),
  };
};

/** A payment of the seller. One of another seller is not found. */
export const requirePayment = async (
  { db, seller }: Pick<StaffContext, "db" | "seller">,
  payment_id: string,
): Promise<PaymentFacts> => {
  const payment = await findPaymentFacts(db, seller.id, payment_id);
  if (!payment) throw new Refused({ code: "not_found", context: "payment" });
  return payment;
};

const meansOf = ({ card }: PaymentFacts): string | null =>
  card?.brand !== undefined && card.last4 !== undefined ? `${card.brand} ${card.last4}` : null;

export const readPayment = async (
  ctx: StaffContext,
  { payment_id }: StaffReceived<typeof readPaymentAtDesk>,
): Promise<PaymentPage> => {
  const { db, seller } = ctx;
  const payment = await requirePayment(ctx, payment_id);
  const { currency, gateway_id, provider_ref, failure, created_at, ticket_order_id, is_test } = payment;
  const money = (amount: number): string => toDecimal(amount, currency);
  const reviews = (await reviewsOf(ctx)).filter((one) => one.payment_id === payment_id);
  const peopleOf = await readPeople(ctx, [payment_id]);
  const attempts = await readAttempts(db, seller.id, payment.cart_id);
  const tickets = await readPaidTickets(db, seller.id, payment);
  const refunds = await readRefundsOf(db, seller.id, payment_id);
  const events = await readProviderEvents(db, seller.id, payment_id);
  const shown = {
    means: meansOf(payment),
    tickets: tickets.map((ticket) => ({ ...ticket, price: money(ticket.price) })),
    refunds: refunds.map((refund) => ({ ...refund, amount: money(refund.amount) })),
    emails: await readEmailsOf(db, seller.id, [payment_id, ...(ticket_order_id === null ? [] : [ticket_order_id])]),
  };
  return {
    id: payment_id,
    ...stateOf(payment),
    ...shown,
    ...(await readDisputesOf(ctx, payment, shown)),
    provider_ref,
    provider_url: paymentUrlOf(gateway_id, provider_ref),
    failure,
    is_test,
    created_at,
    last_change: (await lastEntryOf(db, seller.id, { kind: "payment", id: payment_id })) ?? null,
    review: reviews.map(reviewOf),
    can: [...new Set(reviews.flatMap(({ reason }) => reviewTexts[reason].can))],
    ...peopleOf(payment_id),
    states: await readStates(db, seller.id, payment_id),
    attempts: attempts.map((attempt) => ({ ...attempt, amount: money(attempt.amount) })),
    events: events.map((event) => ({ ...event, amount: money(event.amount) })),
  };
};
