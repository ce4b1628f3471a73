import type { RequestContext } from "../../../http/requestContext.ts";
import { updateRestoreFailure } from "../release/releasedHold.sql.ts";

/** Why what a cart held cannot be had again: its places, a code of it, an allowance, or nobody sells it any more. */
export type RestoreFailure = "places" | "code" | "allowance" | "not_sold";

/** What an expired cart held could not be had again, and why not: whoever paid for it is told. */
export const recordRestoreFailure = (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  cart_id: string,
  failure: RestoreFailure,
): Promise<void> => updateRestoreFailure(db, seller.id, cart_id, failure);
