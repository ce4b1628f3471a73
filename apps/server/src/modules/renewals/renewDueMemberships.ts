import { cardExpiresBefore, type RenewalStep } from "@foyer/rules/membership/autoRenewal.ts";
import { crash, pause } from "../../db/faultPoints.ts";
import { transact } from "../../db/transact.ts";
import { Refused } from "../../errors/refused.ts";
import type { RenewalContext } from "./charge/holderContext.ts";
import { chargeTerm, type FailedCharge } from "./charge/chargeTerm.ts";
import { savePaymentMethod } from "./methods/savePaymentMethod.ts";
import { renewalPrice, nextRenewalStep } from "./nextRenewalStep.ts";
import { queueRenewalEmail } from "./emails/queueRenewalEmail.ts";
import {
  claimDueRenewal,
  endRenewal,
  lockRenewal,
  postponeRenewal,
  postponeRenewalMinutes,
  readRenewal,
  markAnnounced,
  markFailedCharge,
  type RenewalRow,
} from "./renewals.sql.ts";

/** Of one seller at one turn; the others have theirs a moment later. */
const maxPerRun = 50;

/** Nothing was decided, and nobody was charged: looked at again so many minutes later. */
const retryMinutes = 10;

/** Does for every renewal whose turn it is what is to be done now. Answers how many there were. */
export const renewDueMemberships = async (ctx: RenewalContext): Promise<number> => {
  let count = 0;
  for (; count < maxPerRun; count++) {
    const membership_id = await claimDueRenewal(ctx);
    if (membership_id === undefined) return count;
    crash("renewal_claimed");
    try {
      await renewMembership(ctx, membership_id);
    } catch (error) {
      // A provider that does not answer is its own trouble, and told elsewhere.
      const isOurs = !(error instanceof Refused && error.code === "unavailable");
      ctx.log[isOurs ? "error" : "warn"](
        { event: "renewal_failed", membership_id, err: error instanceof Error ? error.message : String(error) },
        "a renewal could not be looked at",
      );
      await postponeRenewalMinutes(ctx, membership_id, retryMinutes);
    }
  }
  return count;
};

/** One renewal, as far as it goes now: told, charged, tried, given up. */
const renewMembership = async (shop: RenewalContext, membership_id: string): Promise<void> => {
  const row = await readWithMethod(shop, membership_id);
  if (row?.state !== "scheduled") return;
  const step = nextRenewalStep(shop, row);
  await pause("renewal_step_decided");
  if (step.kind !== "charge") return applyNextStep(shop, membership_id);
  const result = await chargeTerm(shop, row, step.limit);
  // The order has said so.
  if (result.is === "renewed") return;
  if (result.is === "later")
    return postponeRenewal(shop, membership_id, Temporal.Instant.from(row.now).add({ minutes: retryMinutes }));
  await recordFailedCharge(shop, row, result);
  await applyNextStep(shop, membership_id);
};

/** How it is paid is asked for once there is somebody to ask. */
const readWithMethod = async (ctx: RenewalContext, membership_id: string): Promise<RenewalRow | undefined> => {
  const { db, seller } = ctx;
  const row = await readRenewal(db, seller.id, membership_id);
  if (row?.state !== "scheduled" || row.saved_payment_method_id !== null) return row;
  return (await savePaymentMethod(ctx, row)) ? readRenewal(db, seller.id, membership_id) : row;
};

/** Once for each try, whoever says it how often. */
const recordFailedCharge = (
  ctx: RenewalContext,
  { membership_id, attempts }: RenewalRow,
  failure: FailedCharge,
): Promise<void> =>
  transact(ctx, async (ctx) => {
    const row = await lockRenewal(ctx.db, ctx.seller.id, membership_id);
    if (!row || row.attempts !== attempts) return;
    await markFailedCharge(ctx, membership_id, failure);
    if (failure.next === "ask") await queueRenewalEmail(ctx, row, { is: "asked" });
    // The first is told, and what comes of the others: who is told five times the same reads none of it.
    else if (failure.next === "again" && attempts === 0)
      await queueRenewalEmail(ctx, row, { is: "failed", by: failure.by });
  });

/** What is to be done for it now that charges nothing, decided and written under its lock. */
const applyNextStep = (ctx: RenewalContext, membership_id: string): Promise<void> =>
  transact(ctx, async (ctx) => {
    const row = await lockRenewal(ctx.db, ctx.seller.id, membership_id);
    if (!row) return;
    await applyStep(ctx, row, nextRenewalStep(ctx, row));
  });

const applyStep = async (ctx: RenewalContext, row: RenewalRow, step: RenewalStep): Promise<void> => {
  const { membership_id } = row;
  switch (step.kind) {
    case "wait":
      return postponeRenewal(ctx, membership_id, step.until);
    case "charge":
      return postponeRenewal(ctx, membership_id, Temporal.Instant.from(row.now));
    case "announce": {
      const amount = renewalPrice(row);
      const { charge_at } = step;
      const currency = ctx.seller.default_currency_code;
      await markAnnounced(ctx, membership_id, { amount, currency, charge_at });
      const card_expires = cardExpiresBefore({ method: row.method ?? undefined, timezone: row.timezone }, charge_at);
      return queueRenewalEmail(ctx, row, { is: "announced", charge_at, card_expires }, `${amount} ${currency}`);
    }
    case "over":
      await (step.reason === "renewed"
        ? endRenewal(ctx, membership_id, { state: "renewed", renewed_by_id: row.followed_by })
        : endRenewal(ctx, membership_id, { state: "cancelled", error: step.reason }));
      return;
    case "stop":
      await endRenewal(ctx, membership_id, { state: "failed", error: step.reason });
      return queueRenewalEmail(ctx, row, { is: "stopped", why: step.reason });
  }
};
