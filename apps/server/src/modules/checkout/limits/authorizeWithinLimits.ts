import { pause } from "../../../db/faultPoints.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { clientNetworkOf } from "../../../http/limits/clientNetworkOf.ts";
import type { ProviderStatus } from "../../../providers/payments/paymentGateway.ts";
import { checkoutBatch } from "../batch/checkoutBatch.ts";
import { recordProviderStatus } from "../order/recordProviderStatus.ts";
import type { PaymentRow } from "../payment/paymentRow.ts";
import { tooManyTries, waitForCard, type Wait } from "./refuseTooManyTries.ts";
import { alreadyCounted, countTries, insertTries, lockTries, tryKeys } from "./tries.sql.ts";

type Job = {
  readonly ctx: RequestContext;
  readonly payment: PaymentRow;
  readonly clientNetwork: string | null;
  /** The card's fingerprint; null if unknown. */
  readonly fingerprint: string | null;
};

/**
 * Answers a refused try with its wait. No two jobs of a batch share a network or a card, so each job counts all earlier
 * tries.
 */
const countBatch = checkoutBatch<Job, Wait | undefined>(
  async (pipeline, seller, jobs, { commitWith }) => {
    const [countedIds, , counts] = await Promise.all([
      alreadyCounted(
        pipeline,
        seller.id,
        jobs.map(({ payment }) => payment.id),
      ),
      lockTries(pipeline, seller.id, jobs.flatMap(tryKeys)),
      countTries(
        pipeline,
        seller.id,
        jobs.map(({ payment, ...job }) => ({ ...job, cart_id: payment.cart_id })),
      ),
    ]);
    await pause("payment_attempts_locked");
    const waits = jobs.map(({ payment, fingerprint }, index) => {
      const tries = counts[index];
      if (!tries) throw new Error(`The tries of payment ${payment.id} were not counted`);
      return countedIds.has(payment.id) ? undefined : waitForCard(tries, fingerprint);
    });
    const counted = jobs
      .filter(({ payment }, index) => waits[index] === undefined && !countedIds.has(payment.id))
      .map(({ payment, ...job }) => ({ ...job, payment_id: payment.id }));
    await commitWith(insertTries(pipeline, seller.id, counted));
    return waits.map((wait) => ({ answer: () => wait }));
  },
  (job) => [job.payment.id, job.payment.cart_id, ...tryKeys(job)],
  "tries",
);

/**
 * Authorizes a payment as a counted try. A try is counted before the provider is called, so concurrent requests cannot
 * get around the limit. It stops counting when the card is accepted.
 */
export const authorizeWithinLimits = async (
  ctx: RequestContext,
  { payment, fingerprint }: Pick<Job, "payment" | "fingerprint">,
  authorize: () => Promise<ProviderStatus>,
): Promise<ProviderStatus> => {
  const wait = await countBatch.run({ ctx, payment, fingerprint, clientNetwork: clientNetworkOf(ctx) });
  if (!wait) return authorize();
  await recordProviderStatus(ctx, payment, {
    status: "failed",
    ref: null,
    code: "too_many_tries",
    message: "Too many cards were declined before.",
  });
  throw tooManyTries(wait);
};
