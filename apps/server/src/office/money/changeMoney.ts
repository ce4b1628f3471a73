import type {
  addMoneyNote,
  finishReview,
  refundPaymentAtDesk,
  retryWebhook,
  sendEmailAgain,
  settlePaymentAtDesk,
  takeReview,
} from "@foyer/contract/office/money/moneyActions.ts";
import type { EmailChoice } from "@foyer/contract/office/orders/deskActions.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import type { Database } from "../../db/connections.ts";
import { newId } from "../../db/newId.ts";
import type { Within } from "../../db/transact.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing, type AuditRecord } from "../../modules/audit/audit.ts";
import { staleVersion } from "../../modules/audit/staleVersion.ts";
import { finishReviewOf, lockForReview, refundReviewed } from "../../modules/checkout/reconcile/reviewPayment.ts";
import { settlePayment } from "../../modules/checkout/reconcile/settlePayments.ts";
import { reopenWebhook, retryEvent } from "../../modules/checkout/webhooks/receiveWebhook.ts";
import { namesOf } from "../../modules/staff/accounts.ts";
import { addSentence } from "../../providers/mail/emailLayout.ts";
import { chosenEmail } from "../../providers/mail/emailOptions.ts";
import { isSecretEmail } from "../../providers/mail/secretEmails.ts";
import { requireRoom } from "../limits/requireRoom.ts";
import { insertMoneyNote, leavePayment, lockUnsentEmail, requeueEmail, takePayment } from "./money.sql.ts";
import { refundableOf, requirePayment, versionOf } from "./readMoney.ts";

const entityOf = (payment_id: string) => ({ kind: "payment", id: payment_id }) as const;

/** Refuses an action on a payment that has changed since it was shown: says who changed it, and what its state is now. */
const requireVersion = async (
  ctx: Pick<StaffContext, "db" | "seller">,
  { payment_id, version }: { readonly payment_id: string; readonly version: string },
): Promise<void> => {
  const payment = await requirePayment(ctx, payment_id);
  if (versionOf(payment) === version) return;
  const { state, refunded, currency, order_number } = payment;
  const extra = { state, refunded: toDecimal(refunded, currency), order_number };
  throw await staleVersion(ctx, entityOf(payment_id), { context: "payment", extra });
};

/**
 * The transaction of a change of a payment: compares its version behind the locks that the change takes, so that of two
 * people one is refused, and writes the audit log entry.
 */
const paymentTransaction =
  (
    staff: StaffContext,
    {
      payment_id,
      version,
      email,
      record,
    }: {
      readonly payment_id: string;
      readonly version: string;
      /** What staff chose for the e-mail. */
      readonly email?: EmailChoice | undefined;
      readonly record: Omit<AuditRecord, "entity">;
    },
  ): Within =>
  <C extends { readonly db: Database }, R>(ctx: C, work: (ctx: C) => Promise<R>): Promise<R> =>
    changing(staff, async (tx) => {
      await lockForReview(tx, payment_id);
      await requireVersion(tx, { payment_id, version });
      const result = await work({ ...ctx, db: tx.db, emailOptions: email });
      await audit(tx, { ...record, entity: entityOf(payment_id) });
      return result;
    });

/** Asks the provider and settles the payment, like the job that does so for abandoned payments. */
export const settleAtDesk = async (
  ctx: StaffContext,
  { payment_id, version }: StaffReceived<typeof settlePaymentAtDesk>,
): Promise<Nothing> => {
  const { state } = await requirePayment(ctx, payment_id);
  const within = paymentTransaction(ctx, {
    payment_id,
    version,
    record: { action: "payment.settled", before: { state } },
  });
  await within(ctx, async () => undefined);
  await settlePayment(ctx, payment_id);
  return {};
};

/** Returns minor units; undefined for all that is left. */
export const requireAmount = (given: string | undefined, currency: string): number | undefined => {
  const amount = given === undefined ? undefined : fromDecimal(given, currency);
  if (given !== undefined && (amount === undefined || amount <= 0))
    throw new Refused({ code: "validation_failed", context: "payment", extra: { fields: ["amount"] } });
  return amount;
};

export const nothingLeft = async (ctx: StaffContext, payment_id: string): Promise<Refused> => {
  const payment = await requirePayment(ctx, payment_id);
  const left = toDecimal(refundableOf(payment), payment.currency);
  return new Refused({ code: "refund_too_much", context: "payment", extra: { left } });
};

/**
 * Refunds all or part of a payment, regardless of the order's policy; what was spent of the order's gift cards only if the
 * caller may override.
 */
export const refundAtDesk = async (
  ctx: StaffContext,
  { payment_id, version, amount: given, reason, email }: StaffReceived<typeof refundPaymentAtDesk>,
): Promise<StaffReply<typeof refundPaymentAtDesk>> => {
  const { currency } = await requirePayment(ctx, payment_id);
  const amount = requireAmount(given, currency);
  const after = { refund: given ?? "all", ...chosenEmail(email) };
  const record = { action: "payment.refunded", after, reason } as const;
  const within = paymentTransaction(ctx, { payment_id, version, email, record });
  const mayOverride = ctx.staff.can("order.override");
  const made = await refundReviewed(ctx, { payment_id, amount, mayOverride, within });
  if (made === "busy") throw new Refused({ code: "payment_in_progress", context: "order" });
  if (made === "nothing_left") throw await nothingLeft(ctx, payment_id);
  const outcome = made.state === "succeeded" || made.state === "failed" ? made.state : "pending";
  return { outcome, amount: toDecimal(made.amount, currency), failure: made.failure };
};

/** Removes a payment from the list, and its assignment. */
export const finishAtDesk = async (
  ctx: StaffContext,
  { payment_id, version, reason }: StaffReceived<typeof finishReview>,
): Promise<Nothing> => {
  const within = paymentTransaction(ctx, { payment_id, version, record: { action: "payment.reviewed", reason } });
  await within(ctx, async (ctx) => {
    await finishReviewOf(ctx, payment_id);
    await leavePayment(ctx.db, ctx.seller.id, payment_id);
  });
  return {};
};

/** Assigns a payment to the caller, or unassigns it. */
export const takeAtDesk = async (
  ctx: StaffContext,
  { payment_id, is_taken }: StaffReceived<typeof takeReview>,
): Promise<Nothing> => {
  const { staff, seller } = ctx;
  await requirePayment(ctx, payment_id);
  await changing(ctx, async (ctx) => {
    const owner = await takePayment(ctx.db, seller.id, { payment_id, staff_id: staff.id });
    if (owner !== undefined && owner !== staff.id) {
      const names = await namesOf(ctx.db, [owner]);
      throw new Refused({
        code: "stale_version",
        context: "payment",
        extra: { taken_by: names.get(owner) ?? "Somebody" },
      });
    }
    if (!is_taken) await leavePayment(ctx.db, seller.id, payment_id);
    await audit(ctx, { action: "payment.taken", entity: entityOf(payment_id), after: { taken: is_taken } });
  });
  return {};
};

/** Adds a note, visible only to staff. Its text is not copied to the audit log, which cannot be erased. */
export const noteOnPayment = async (
  ctx: StaffContext,
  { payment_id, text }: StaffReceived<typeof addMoneyNote>,
): Promise<StaffReply<typeof addMoneyNote>> => {
  await requirePayment(ctx, payment_id);
  const id = newId();
  await changing(ctx, async (ctx) => {
    await requireRoom(ctx, "payment_notes", payment_id);
    await insertMoneyNote(ctx.db, ctx.seller.id, { id, payment_id, text, staff_id: ctx.staff.id });
    await audit(ctx, { action: "payment.note_added", entity: entityOf(payment_id) });
  });
  return { id };
};

/**
 * Sends an e-mail that was given up again, to the same address or to another one. An e-mail with a one-time code or a login
 * link gives access to an account, so it is sent to no other address.
 */
export const sendAgain = async (
  ctx: StaffContext,
  { email_id, to, sentence }: StaffReceived<typeof sendEmailAgain>,
): Promise<Nothing> => {
  await changing(ctx, async (ctx) => {
    const found = await lockUnsentEmail(ctx.db, ctx.seller.id, email_id);
    if (!found) throw new Refused({ code: "not_found", context: "payment" });
    const { kind, message } = found;
    if (to !== undefined && isSecretEmail(kind))
      throw new Refused({ code: "validation_failed", context: "payment", extra: { fields: ["to"] } });
    if (sentence && isSecretEmail(kind))
      throw new Refused({ code: "validation_failed", context: "payment", extra: { fields: ["sentence"] } });
    const sent = await requeueEmail(ctx.db, ctx.seller.id, {
      id: email_id,
      to: to ?? null,
      message: sentence ? addSentence(message, sentence) : null,
    });
    if (!sent) throw new Refused({ code: "not_found", context: "payment" });
    await audit(ctx, {
      action: "email.sent_again",
      entity: { kind: "email", id: email_id },
      after: { kind: sent.kind, ...chosenEmail({ is_sent: true, sentence }) },
      personal: { identity_id: email_id, after: { to: sent.to_address } },
    });
  });
  return {};
};

/**
 * Reads a webhook's event from the provider again. The webhook's content is not trusted, so effects that were already
 * applied are not repeated.
 */
export const retryWebhookAtDesk = async (
  ctx: StaffContext,
  { gateway_id, event_id }: StaffReceived<typeof retryWebhook>,
): Promise<StaffReply<typeof retryWebhook>> => {
  // Other text cannot be the name of an event.
  const key = { gateway_id: gateway_id as CardGatewayId, id: event_id };
  await changing(ctx, async (ctx) => {
    if (!(await reopenWebhook(ctx, key))) throw new Refused({ code: "not_found", context: "payment" });
    await audit(ctx, { action: "webhook.tried_again", entity: { kind: "webhook", id: event_id } });
  });
  return { outcome: await retryEvent(ctx, key) };
};
