import { cardExpiresBefore, type RenewalStep } from "@foyer/rules/membership/autoRenewal.ts";
import { crash, pause } from "../../db/faultPoints.ts";
import { transact } from "../../db/transact.ts";
import { Refused } from "../../errors/refused.ts";
import type { CheckoutJobContext } from "../checkout/context.ts";
import { chargeTerm, type FailedCharge } from "./charge/chargeTerm.ts";
import { savePaymentMethod } from "./methods/savePaymentMethod.ts";
import { renewalPrice } from "./renewalPrice.ts";
import { decideRenewalStep } from "./decideRenewalStep.ts";
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

/** The most renewals per seller and run, so that one seller does not delay the others. */
const maxPerRun = 50;

/** The minutes after which a renewal without a result is processed again. */
const retryMinutes = 10;

/** Processes every renewal that is due and returns their number. */
export const renewDueMemberships = async (ctx: CheckoutJobContext): Promise<number> => {
  let count = 0;
  for (; count < maxPerRun; count++) {
    const membership_id = await claimDueRenewal(ctx);
    if (membership_id === undefined) return count;
    crash("renewal_claimed");
    try {
      await renewMembership(ctx, membership_id);
    } catch (error) {
      const isOutage = error instanceof Refused && error.code === "unavailable";
      ctx.log[isOutage ? "warn" : "error"](
        { event: "renewal_failed", membership_id, err: error instanceof Error ? error.message : String(error) },
        "renewal could not be processed",
      );
      await postponeRenewalMinutes(ctx, membership_id, retryMinutes);
    }
  }
  return count;
};

/** Takes the next step of one renewal: announces, charges or ends it. */
const renewMembership = async (ctx: CheckoutJobContext, membership_id: string): Promise<void> => {
  const row = await readWithMethod(ctx, membership_id);
  if (row?.state !== "scheduled") return;
  const step = decideRenewalStep(ctx, row);
  await pause("renewal_step_decided");
  if (step.kind !== "charge") return applyNextStep(ctx, membership_id);
  const result = await chargeTerm(ctx, row, step.limit);
  // The order has ended this renewal.
  if (result.kind === "renewed") return;
  if (result.kind === "later")
    return postponeRenewal(ctx, membership_id, Temporal.Instant.from(row.now).add({ minutes: retryMinutes }));
  await recordFailedCharge(ctx, row, result);
  await applyNextStep(ctx, membership_id);
};

/** Reads a renewal, and requests its saved method from the provider if that has not been done yet. */
const readWithMethod = async (ctx: CheckoutJobContext, membership_id: string): Promise<RenewalRow | undefined> => {
  const { db, seller } = ctx;
  const row = await readRenewal(db, seller.id, membership_id);
  if (row?.state !== "scheduled" || row.saved_payment_method_id !== null) return row;
  return (await savePaymentMethod(ctx, row)) ? readRenewal(db, seller.id, membership_id) : row;
};

/** Records a failed attempt once, even if two servers report it. */
const recordFailedCharge = (
  ctx: CheckoutJobContext,
  { membership_id, attempts }: RenewalRow,
  failure: FailedCharge,
): Promise<void> =>
  transact(ctx, async (ctx) => {
    const row = await lockRenewal(ctx.db, ctx.seller.id, membership_id);
    if (!row || row.attempts !== attempts) return;
    await markFailedCharge(ctx, membership_id, failure);
    if (failure.next === "ask") await queueRenewalEmail(ctx, row, { kind: "asked" });
    // Only the first failure and the final outcome send an e-mail.
    else if (failure.next === "again" && attempts === 0)
      await queueRenewalEmail(ctx, row, { kind: "failed", by: failure.by });
  });

/** Decides and applies the next step under the renewal's lock. Charges nothing. */
const applyNextStep = (ctx: CheckoutJobContext, membership_id: string): Promise<void> =>
  transact(ctx, async (ctx) => {
    const row = await lockRenewal(ctx.db, ctx.seller.id, membership_id);
    if (!row) return;
    await applyStep(ctx, row, decideRenewalStep(ctx, row));
  });

const applyStep = async (ctx: CheckoutJobContext, row: RenewalRow, step: RenewalStep): Promise<void> => {
  const { membership_id } = row;
  switch (step.kind) {
    case "wait":
      return postponeRenewal(ctx, membership_id, step.until);
    case "charge":
      return postponeRenewal(ctx, membership_id, Temporal.Instant.from(row.now));
    case "announce": {
      const amount = renewalPrice(ctx.seller, row);
      const { charge_at } = step;
      const currency = ctx.seller.default_currency_code;
      await markAnnounced(ctx, membership_id, { amount, currency, charge_at });
      const card_expires = cardExpiresBefore({ method: row.method ?? undefined, timezone: row.timezone }, charge_at);
      // A term is announced again if its price has changed or its end was moved.
      const occasion = `${amount} ${currency} ${row.valid_to ?? ""}`;
      return queueRenewalEmail(ctx, row, { kind: "announced", charge_at, card_expires }, occasion);
    }
    case "over":
      await (step.reason === "renewed"
        ? endRenewal(ctx, membership_id, { state: "renewed", renewed_by_id: row.followed_by })
        : endRenewal(ctx, membership_id, { state: "cancelled", error: step.reason }));
      return;
    case "stop":
      await endRenewal(ctx, membership_id, { state: "failed", error: step.reason });
      return queueRenewalEmail(ctx, row, { kind: "stopped", reason: step.reason });
  }
};
