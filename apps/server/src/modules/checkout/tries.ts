import { paymentLimits } from "@foyer/contract/limits.ts";
import { pause } from "../../db/faults.ts";
import type { Ask } from "../../http/ask.ts";
import { placeOfAsk } from "../../http/place.ts";
import { Refused } from "../../http/refused.ts";
import type { Standing } from "../../outside/payments/payments.ts";
import type { PaymentRow } from "./checkout.sql.ts";
import { recordStanding } from "./completeCart.ts";
import { together } from "./together.ts";
import { insertTries, lockTries, triedAmong, triesOf, type Tries } from "./tries.sql.ts";

/** Seconds to wait, for whoever had too many cards refused. */
const waitFor = ({ ofCart, ofPlace, asked, wait }: Tries): number | undefined => {
  if (ofCart >= paymentLimits.declines_of_cart || ofPlace >= paymentLimits.declines_of_address)
    return Math.max(1, wait);
  return asked >= paymentLimits.asked_of_address ? 5 : undefined;
};

const tooMany = (retry_after: number): Refused =>
  new Refused({ code: "too_many_requests", context: "payment", extra: { retry_after } });

/** Cards are not to be tried out here (T64): said before anything is written or anybody is asked. */
export const refuseTried = (tries: Tries): void => {
  const wait = waitFor(tries);
  if (wait !== undefined && !tries.live) throw tooMany(wait);
};

/** The same for a try that is about to be counted: whatever goes on beside it. */
export const refuseTooMany = (tries: Tries): void => {
  const wait = waitFor(tries);
  if (wait !== undefined) throw tooMany(wait);
};

type Job = { readonly shop: Ask; readonly payment: PaymentRow; readonly place: string | null };

/** Seconds to wait for whoever is not asked about. Nobody of a batch shares a place with another, so each counts all before. */
const counting = together<Job, number | undefined>(
  async (wire, seller, jobs, { commitBehind }) => {
    const [tried, , all] = await Promise.all([
      triedAmong(
        wire,
        seller.id,
        jobs.map(({ payment }) => payment.id),
      ),
      lockTries(
        wire,
        seller.id,
        jobs.flatMap(({ place }) => place ?? []),
      ),
      triesOf(
        wire,
        seller.id,
        jobs.map(({ payment, place }) => ({ cart_id: payment.cart_id, place })),
      ),
    ]);
    await pause("tries_locked");
    const waits = jobs.map(({ payment }, nth) => {
      const tries = all[nth];
      if (!tries) throw new Error("A sum has a row.");
      return tried.has(payment.id) ? undefined : waitFor(tries);
    });
    const counted = jobs
      .filter(({ payment }, nth) => waits[nth] === undefined && !tried.has(payment.id))
      .map(({ payment, place }) => ({ payment_id: payment.id, place }));
    await commitBehind(insertTries(wire, seller.id, counted));
    return waits.map((wait) => ({ answer: () => wait }));
  },
  ({ payment, place }) => [payment.id, payment.cart_id, ...(place === null ? [] : [place])],
  "tries",
);

/**
 * Asks for a payment, which counts before it is asked for, so that many at once are no way round. It stops counting when
 * it is not refused.
 */
export const counted = async (ask: Ask, payment: PaymentRow, authorize: () => Promise<Standing>): Promise<Standing> => {
  const wait = await counting.with({ shop: ask, payment, place: placeOfAsk(ask) });
  if (wait === undefined) return authorize();
  await recordStanding(ask, payment, {
    status: "failed",
    ref: null,
    code: "too_many_tries",
    message: "Too many cards were refused before.",
  });
  throw tooMany(wait);
};
