import { pause } from "../../../db/faultPoints.ts";
import { Refused } from "../../../errors/refused.ts";
import type { SellerContext } from "../../../http/requestContext.ts";
import { retireUnusedMethods } from "../autoRenewal/scheduleAutoRenewals.ts";
import { endScheduledRenewals, isGiftUsed, lockEndings, selectEndings, type EndingRow } from "./endMemberships.sql.ts";

const refusal = (description: string): Refused =>
  new Refused({ code: "ticket_state_incorrect", context: "membership", description });

/**
 * Refuses to end what tickets bought if it has been used since: a renewed membership, whose next term has to be cancelled
 * first; a charge for the next term; or a gift that its recipient has redeemed.
 */
export const requireEndable = async (
  { db, seller }: SellerContext,
  ticket_ids: readonly string[],
): Promise<readonly EndingRow[]> => {
  const endings = await selectEndings(db, seller.id, ticket_ids);
  if (endings.some(({ is_renewed }) => is_renewed))
    throw refusal("This membership has been renewed. Please cancel the order of its next term first.");
  if (endings.some(({ is_being_charged }) => is_being_charged))
    throw new Refused({ code: "payment_in_progress", context: "order" });
  if (await isGiftUsed(db, seller.id, ticket_ids)) throw refusal("This gift has been redeemed.");
  return endings;
};

/**
 * Ends what follows memberships whose tickets were cancelled, in the transaction that cancelled them: nothing is charged
 * for a next term, and saved cards that no other renewal uses are removed.
 */
export const endMemberships = async (ctx: SellerContext, ticket_ids: readonly string[]): Promise<void> => {
  await endRenewals(ctx, await lockEndable(ctx, ticket_ids));
};

/**
 * Locks the memberships that tickets bought and their automatic renewals, before they are ended or changed. Refuses in
 * the same cases.
 */
export const lockEndable = async (ctx: SellerContext, ticket_ids: readonly string[]): Promise<readonly EndingRow[]> => {
  await lockEndings(ctx.db, ctx.seller.id, ticket_ids);
  await pause("membership_endings_locked");
  return requireEndable(ctx, ticket_ids);
};

/**
 * The same for memberships whose money has already been refunded, so nothing is refused. A charge for a next term that is
 * in progress ends by itself.
 */
export const endRefundedMemberships = async (ctx: SellerContext, ticket_ids: readonly string[]): Promise<void> => {
  const { db, seller } = ctx;
  await lockEndings(db, seller.id, ticket_ids);
  const endings = await selectEndings(db, seller.id, ticket_ids);
  await endRenewals(
    ctx,
    endings.filter(({ is_being_charged }) => !is_being_charged),
  );
};

const endRenewals = async ({ db, seller }: SellerContext, endings: readonly EndingRow[]): Promise<void> => {
  const ids = endings.map(({ id }) => id);
  await endScheduledRenewals(db, seller.id, ids);
  await retireUnusedMethods(db, seller.id, ids);
};
