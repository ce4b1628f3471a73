import type { RequestContext } from "../../../http/requestContext.ts";
import { updateRestoreFailure } from "./restoreCart.sql.ts";

/**
 * Why an expired cart cannot be restored: no capacity left, a code or an allowance used up, no longer on sale, or the
 * order that it changes no longer has what the change gives up.
 */
export type RestoreFailure = "places" | "code" | "allowance" | "not_sold" | "order";

/** Records why an expired cart could not be restored. The payer is told by e-mail. */
export const recordRestoreFailure = (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  cart_id: string,
  failure: RestoreFailure,
): Promise<void> => updateRestoreFailure(db, seller.id, cart_id, failure);
