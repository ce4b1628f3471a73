import { cartLimits } from "@foyer/contract/limits.ts";
import { statement, type Pipeline } from "../../../db/statements/statement.ts";

type ExtendedHold = { expires_at: string; expires_in: number; extensions: number; at_most_reached: boolean };

/** Extends a pending cart once. Returns undefined if it has no extension left or has reached its latest expiry. */
export const extendExpiry = async (
  pipeline: Pipeline,
  seller_id: string,
  cart_id: string,
): Promise<ExtendedHold | undefined> => {
  const [extended] = await statement<ExtendedHold>(
    pipeline,
    `update cart set extensions = extensions + 1,
       expires_at = least((expires_at at time zone 'UTC' + make_interval(secs => $3::int)) at time zone 'UTC', max_hold_until)
     where seller_id = $1 and id = $2 and state = 'pending' and extensions < $4 and expires_at < max_hold_until
     returning expires_at, floor(extract(epoch from expires_at - app_now()))::int as expires_in, extensions, expires_at >= max_hold_until as at_most_reached`,
    [seller_id, cart_id, cartLimits.extension_seconds, cartLimits.extensions],
  );
  return extended;
};
