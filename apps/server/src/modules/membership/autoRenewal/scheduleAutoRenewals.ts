import { sellerRenewalPeriods, renewalSchedule } from "@foyer/rules/membership/autoRenewal.ts";
import { autoRenewPrompt } from "@foyer/rules/membership/renewalOptions.ts";
import type { Pipeline } from "../../../db/statement.ts";
import {
  selectConsentPayment,
  insertAutoRenewal,
  markRenewed,
  selectCartAutoRenewal,
  retireUnusedMethodRows,
  type CartAutoRenewal,
} from "./autoRenewals.sql.ts";
import type { NewMembership } from "../issue/issueMemberships.sql.ts";
import type { MembershipContext } from "../issue/issueMemberships.ts";

/** Who pays for the terms to come, and since when: with a payment just made, or as before, with nobody there. */
export type AutoRenewConsent =
  | { readonly payment_id: string; readonly auto?: undefined }
  | { readonly auto: CartAutoRenewal };

/** What was agreed to with an order that was just paid; undefined: nothing renews itself. */
export const readAutoRenewConsent = async (
  { db, seller }: MembershipContext,
  order_id: string,
): Promise<AutoRenewConsent | undefined> => {
  const autoRenewal = await selectCartAutoRenewal(db, seller.id, order_id);
  if (autoRenewal) return { auto: autoRenewal };
  const payment_id = await selectConsentPayment(db, seller.id, order_id);
  return payment_id === undefined ? undefined : { payment_id };
};

/**
 * Terms that were just paid: those that they follow are not charged for again, and they renew themselves in turn where their
 * payer agreed, or agreed before and has not cancelled since. In the transaction of the order.
 */
export const scheduleAutoRenewals = async (
  ctx: MembershipContext,
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
  { db, seller }: MembershipContext,
  own: NewMembership | undefined,
  { consent, payer_id, timezone, now }: RenewalEnrolment,
): Promise<void> => {
  if (!consent || !own || own.valid_to === null || payer_id === undefined) return;
  if (autoRenewPrompt(seller.configuration) === "never") return;
  // Cancelled while the money was taken: this term is paid for, and the last.
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
    // What is kept of a payment is asked for at once.
    next_at: consent.auto ? plan.announce_at.toString() : now,
  });
};

/** Ended, or their next term is there: what they were paid with is shown and kept no longer than something is paid with it. */
export const retireUnusedMethods = (
  db: Pipeline,
  seller_id: string,
  membership_ids: readonly string[],
): Promise<void> => retireUnusedMethodRows(db, seller_id, membership_ids);
