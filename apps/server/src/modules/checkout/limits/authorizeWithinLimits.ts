import { pause } from "../../../db/faultPoints.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { clientNetworkOf } from "../../../http/limits/clientNetworkOf.ts";
import type { ProviderStatus } from "../../../providers/payments/paymentGateway.ts";
import { checkoutBatch } from "../batch/checkoutBatch.ts";
import { recordProviderStatus } from "../order/recordProviderStatus.ts";
import type { PaymentRow } from "../payment/paymentRow.ts";
import { retryAfterSeconds, tooManyTries } from "./refuseTooManyTries.ts";
import { alreadyCounted, countTries, insertTries, lockTries } from "./tries.sql.ts";

type Job = { readonly ctx: RequestContext; readonly payment: PaymentRow; readonly clientNetwork: string | null };

/** Answers with the seconds to wait for a refused try. No two jobs of a batch share a network, so each counts all before it. */
const countBatch = checkoutBatch<Job, number | undefined>(
  async (pipeline, seller, jobs, { commitWith }) => {
    const [countedIds, , counts] = await Promise.all([
      alreadyCounted(
        pipeline,
        seller.id,
        jobs.map(({ payment }) => payment.id),
      ),
      lockTries(
        pipeline,
        seller.id,
        jobs.flatMap(({ clientNetwork }) => clientNetwork ?? []),
      ),
      countTries(
        pipeline,
        seller.id,
        jobs.map(({ payment, clientNetwork }) => ({ cart_id: payment.cart_id, clientNetwork })),
      ),
    ]);
    await pause("payment_attempts_locked");
    const waits = jobs.map(({ payment }, index) => {
      const tries = counts[index];
      if (!tries) throw new Error(`The tries of payment ${payment.id} were not counted`);
      return countedIds.has(payment.id) ? undefined : retryAfterSeconds(tries);
    });
    const counted = jobs
      .filter(({ payment }, index) => waits[index] === undefined && !countedIds.has(payment.id))
      .map(({ payment, clientNetwork }) => ({ payment_id: payment.id, clientNetwork }));
    await commitWith(insertTries(pipeline, seller.id, counted));
    return waits.map((wait) => ({ answer: () => wait }));
  },
  ({ payment, clientNetwork }) => [payment.id, payment.cart_id, ...(clientNetwork === null ? [] : [clientNetwork])],
  "tries",
);

/**
 * Authorizes a payment as a counted try. A try counts before the provider is called, so concurrent requests cannot get
 * around the limit; it stops counting when the card is accepted.
 */
export const authorizeWithinLimits = async (
  ctx: RequestContext,
  payment: PaymentRow,
  authorize: () => Promise<ProviderStatus>,
): Promise<ProviderStatus> => {
  const retryAfter = await countBatch.run({ ctx, payment, clientNetwork: clientNetworkOf(ctx) });
  if (retryAfter === undefined) return authorize();
  await recordProviderStatus(ctx, payment, {
    status: "failed",
    ref: null,
    code: "too_many_tries",
    message: "Too many cards were declined before.",
  });
  throw tooManyTries(retryAfter);
};
