import { renewalDaysOf, renewalPlan } from "@foyer/rules/autoRenewal.ts";
import { autoRenewAsk } from "@foyer/rules/renewals.ts";
import type { Wire } from "../../db/statement.ts";
import { agreedIn, enrol, markRenewed, renewingInCart, retireUnused, type Renewing } from "./autoRenewals.sql.ts";
import type { NewMembership } from "./issue.sql.ts";
import type { Shop } from "./issueMemberships.ts";

/** Who pays for the terms to come, and since when: with a payment just made, or as before, with nobody there. */
export type Agreed = { readonly payment_id: string; readonly auto?: undefined } | { readonly auto: Renewing };

/** What was agreed to with an order that was just paid; undefined: nothing renews itself. */
export const agreedFor = async ({ db, seller }: Shop, order_id: string): Promise<Agreed | undefined> => {
  const auto = await renewingInCart(db, seller.id, order_id);
  if (auto) return { auto };
  const payment_id = await agreedIn(db, seller.id, order_id);
  return payment_id === undefined ? undefined : { payment_id };
};

/**
 * Terms that were just paid: those that they follow are not charged for again, and they renew themselves in turn where their
 * payer agreed, or agreed before and has not cancelled since. In the transaction of the order.
 */
export const enrolRenewals = async (
  shop: Shop,
  memberships: readonly NewMembership[],
  own: NewMembership | undefined,
  agreement: Agreement,
): Promise<void> => {
  const { db, seller } = shop;
  const following = memberships.flatMap(({ id, renews_id }) => (renews_id === null ? [] : [{ id, renews_id }]));
  if (following.length > 0) await markRenewed(db, seller.id, following);
  await enrolOwn(shop, own, agreement);
  if (following.length > 0)
    await retireUnused(
      db,
      seller.id,
      following.map(({ renews_id }) => renews_id),
    );
};

type Agreement = {
  readonly agreed: Agreed | undefined;
  readonly payer_id: string | undefined;
  readonly timezone: string;
  readonly now: string;
};

const enrolOwn = async (
  { db, seller }: Shop,
  own: NewMembership | undefined,
  { agreed, payer_id, timezone, now }: Agreement,
): Promise<void> => {
  if (!agreed || !own || own.valid_to === null || payer_id === undefined) return;
  if (autoRenewAsk(seller.configuration) === "never") return;
  // Cancelled while the money was taken: this term is paid for, and the last.
  if (agreed.auto && agreed.auto.state !== "scheduled") return;
  const plan = renewalPlan(
    { valid_from: own.valid_from, valid_to: own.valid_to, timezone },
    renewalDaysOf(seller.configuration),
  );
  await enrol(db, seller.id, {
    membership_id: own.id,
    identity_id: payer_id,
    payment_id: agreed.auto ? agreed.auto.payment_id : agreed.payment_id,
    saved_payment_method_id: agreed.auto?.saved_payment_method_id ?? null,
    due_at: plan.due_at.toString(),
    // What is kept of a payment is asked for at once.
    next_at: agreed.auto ? plan.announce_at.toString() : now,
  });
};

/** Ended, or their next term is there: what they were paid with is shown and kept no longer than something is paid with it. */
export const retireMethodsOf = (wire: Wire, seller_id: string, membership_ids: readonly string[]): Promise<void> =>
  retireUnused(wire, seller_id, membership_ids);
