import { paymentLimits } from "@foyer/contract/limits.ts";
import { pause } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { placeOfAsk } from "../../http/place.ts";
import { Refused } from "../../http/refused.ts";
import type { Standing } from "../../outside/payments/payments.ts";
import type { PaymentRow } from "./checkout.sql.ts";
import { recordStanding } from "./recordStanding.ts";
import { insertTry, isTried, lockTries, triesOf, type Tries } from "./tries.sql.ts";

/** Seconds to wait, for whoever had too many cards refused. */
const waitFor = ({ ofCart, ofPlace, asked, wait }: Tries): number | undefined => {
  if (ofCart >= paymentLimits.declines_of_cart || ofPlace >= paymentLimits.declines_of_address)
    return Math.max(1, wait);
  return asked >= paymentLimits.asked_of_address ? 5 : undefined;
};

const tooMany = (retry_after: number): Refused =>
  new Refused({ code: "too_many_requests", context: "payment", extra: { retry_after } });

/** Cards are not to be tried out here (T64): said before anything is written or anybody is asked. */
export const refuseTried = async (ask: Ask, cart_id: string): Promise<void> => {
  const tries = await triesOf(ask, cart_id, placeOfAsk(ask));
  const wait = waitFor(tries);
  if (wait !== undefined && !tries.live) throw tooMany(wait);
};

/**
 * Asks for a payment, which counts before it is asked for, so that many at once are no way round. It stops counting when
 * it is not refused.
 */
export const counted = async (
  ask: Ask,
  { id, cart_id }: PaymentRow,
  authorize: () => Promise<Standing>,
): Promise<Standing> => {
  const place = placeOfAsk(ask);
  const wait = await transact(ask, async (ask) => {
    if (await isTried(ask, id)) return undefined;
    if (place !== null) await lockTries(ask, place);
    await pause("tries_locked");
    const wait = waitFor(await triesOf(ask, cart_id, place));
    if (wait === undefined) await insertTry(ask, id, place);
    return wait;
  });
  if (wait === undefined) return authorize();
  await recordStanding(ask, id, {
    status: "failed",
    ref: null,
    code: "too_many_tries",
    message: "Too many cards were refused before.",
  });
  throw tooMany(wait);
};
