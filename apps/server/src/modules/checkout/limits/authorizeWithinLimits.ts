import { paymentLimits } from "@foyer/contract/limits.ts";
import { pause } from "../../../db/faultPoints.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { clientNetworkOf } from "../../../http/limits/clientNetworkOf.ts";
import { Refused } from "../../../errors/refused.ts";
import type { ProviderStatus } from "../../../providers/payments/paymentGateway.ts";
import type { PaymentRow } from "../checkout.sql.ts";
import { recordProviderStatus } from "../order/completeCart.ts";
import { checkoutBatch } from "../batch/checkoutBatch.ts";
import { insertTries, lockTries, alreadyCounted, countTries, type TryCounts } from "./tries.sql.ts";

/** Seconds to wait, for whoever had too many cards refused. */
const retryAfterSeconds = ({ ofCart, ofPlace, asked, wait }: TryCounts): number | undefined => {
  if (ofCart >= paymentLimits.declines_of_cart || ofPlace >= paymentLimits.declines_of_address)
    return Math.max(1, wait);
  return asked >= paymentLimits.concurrent_of_address ? 5 : undefined;
};

const tooManyRequests = (retry_after: number): Refused =>
  new Refused({ code: "too_many_requests", context: "payment", extra: { retry_after } });

/** Cards are not to be tried out here (T64): said before anything is written or anybody is asked. */
export const refuseTooManyUnlessLive = (tries: TryCounts): void => {
  const wait = retryAfterSeconds(tries);
  if (wait !== undefined && !tries.live) throw tooManyRequests(wait);
};

/** The same for a try that is about to be counted: whatever goes on beside it. */
export const refuseTooManyTries = (tries: TryCounts): void => {
  const wait = retryAfterSeconds(tries);
  if (wait !== undefined) throw tooManyRequests(wait);
};

type Job = { readonly shop: RequestContext; readonly payment: PaymentRow; readonly clientNetwork: string | null };

/** Seconds to wait for whoever is not asked about. Nobody of a batch shares a place with another, so each counts all before. */
const countBatch = checkoutBatch<Job, number | undefined>(
  async (wire, seller, jobs, { commitWith }) => {
    const [countedIds, , all] = await Promise.all([
      alreadyCounted(
        wire,
        seller.id,
        jobs.map(({ payment }) => payment.id),
      ),
      lockTries(
        wire,
        seller.id,
        jobs.flatMap(({ clientNetwork }) => clientNetwork ?? []),
      ),
      countTries(
        wire,
        seller.id,
        jobs.map(({ payment, clientNetwork }) => ({ cart_id: payment.cart_id, clientNetwork })),
      ),
    ]);
    await pause("payment_attempts_locked");
    const waits = jobs.map(({ payment }, index) => {
      const tries = all[index];
      if (!tries) throw new Error("A sum has a row.");
      return countedIds.has(payment.id) ? undefined : retryAfterSeconds(tries);
    });
    const counted = jobs
      .filter(({ payment }, index) => waits[index] === undefined && !countedIds.has(payment.id))
      .map(({ payment, clientNetwork }) => ({ payment_id: payment.id, clientNetwork }));
    await commitWith(insertTries(wire, seller.id, counted));
    return waits.map((wait) => ({ answer: () => wait }));
  },
  ({ payment, clientNetwork }) => [payment.id, payment.cart_id, ...(clientNetwork === null ? [] : [clientNetwork])],
  "tries",
);

/**
 * Asks for a payment, which counts before it is asked for, so that many at once are no way round. It stops counting when
 * it is not refused.
 */
export const authorizeWithinLimits = async (
  ctx: RequestContext,
  payment: PaymentRow,
  authorize: () => Promise<ProviderStatus>,
): Promise<ProviderStatus> => {
  const retryAfter = await countBatch.run({ shop: ctx, payment, clientNetwork: clientNetworkOf(ctx) });
  if (retryAfter === undefined) return authorize();
  await recordProviderStatus(ctx, payment, {
    status: "failed",
    ref: null,
    code: "too_many_tries",
    message: "Too many cards were refused before.",
  });
  throw tooManyRequests(retryAfter);
};
