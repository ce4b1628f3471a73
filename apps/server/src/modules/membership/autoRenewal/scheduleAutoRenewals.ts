import { sellerRenewalPeriods, renewalSchedule } from "@foyer/rules/membership/autoRenewal.ts";
import { autoRenewPrompt } from "@foyer/rules/membership/renewalOptions.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import {
  selectConsentPayment,
  insertAutoRenewal,
  markRenewed,
  selectCartAutoRenewal,
  retireUnusedMethodRows,
  type CartAutoRenewal,
} from "./autoRenewals.sql.ts";
import type { NewMembership } from "../issue/issueMemberships.sql.ts";
import type { IssueContext } from "../issue/issueContext.ts";

/** Consent to automatic renewal: given with this order's payment, or earlier, when the order itself is an automatic renewal. */
export type AutoRenewConsent =
  | { readonly payment_id: string; readonly auto?: undefined }
  | { readonly auto: CartAutoRenewal };

/** Undefined if the order does not renew automatically. */
export const readAutoRenewConsent = async (
  { db, seller }: IssueContext,
  order_id: string,
): Promise<AutoRenewConsent | undefined> => {
  const autoRenewal = await selectCartAutoRenewal(db, seller.id, order_id);
  if (autoRenewal) return { auto: autoRenewal };
  const payment_id = await selectConsentPayment(db, seller.id, order_id);
  return payment_id === undefined ? undefined : { payment_id };
};

/**
 * Runs in the order's transaction, for terms that were just paid: marks the previous terms as renewed, and schedules the
 * next automatic renewal if the payer agreed to it and has not cancelled since.
 */
export const scheduleAutoRenewals = async (
  ctx: IssueContext,
  memberships: readonly NewMembership[],
  own: NewMembership | undefined,
  enrolment: RenewalEnrolment,
): Promise<void> => {
  const { db, seller } = ctx;
  const following = memberships.flatMap(({ id, renews_id }) => (renews_id === null ? [] : [{ id, renews_id }]));
  if (following.length > 0) await markRenewed(db, seller.id, following);
  await scheduleHolderRenewal(ctx, own, enrolment);
  if (following.length > 0)
    await retireUnusedMethodRows(
      db,
      seller.id,
      following.map(({ renews_id }) => renews_id),
    );
};

type RenewalEnrolment = {
  readonly consent: AutoRenewConsent | undefined;
  readonly payer_id: string | undefined;
  readonly timezone: string;
  readonly now: string;
};

const scheduleHolderRenewal = async (
  { db, seller }: IssueContext,
  own: NewMembership | undefined,
  { consent, payer_id, timezone, now }: RenewalEnrolment,
): Promise<void> => {
  if (!consent || !own || own.valid_to === null || payer_id === undefined) return;
  if (autoRenewPrompt(seller.configuration) === "never") return;
  // Cancelled while it was being charged: this term is paid for and is the last one.
  if (consent.auto && consent.auto.state !== "scheduled") return;
  const plan = renewalSchedule(
    { valid_from: own.valid_from, valid_to: own.valid_to, timezone },
    sellerRenewalPeriods(seller.configuration),
  );
  await insertAutoRenewal(db, seller.id, {
    membership_id: own.id,
    identity_id: payer_id,
    payment_id: consent.auto ? consent.auto.payment_id : consent.payment_id,
    saved_payment_method_id: consent.auto?.saved_payment_method_id ?? null,
    due_at: plan.due_at.toString(),
    // After a new payment the saved payment method is fetched at once.
    next_at: consent.auto ? plan.announce_at.toString() : now,
  });
};

/** Retires payment methods of renewals that ended or were renewed, unless another scheduled renewal uses them. */
export const retireUnusedMethods = (
  db: Pipeline,
  seller_id: string,
  membership_ids: readonly string[],
): Promise<void> => retireUnusedMethodRows(db, seller_id, membership_ids);
