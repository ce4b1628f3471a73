import type { RequestContext } from "../../../http/requestContext.ts";
import { updateRestoreFailure } from "./restoreCart.sql.ts";

/** Why an expired cart cannot be restored: no capacity left, a code or an allowance used up, or no longer on sale. */
export type RestoreFailure = "places" | "code" | "allowance" | "not_sold";

/** Records why an expired cart could not be restored. The person who paid for it is told. */
export const recordRestoreFailure = (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  cart_id: string,
  failure: RestoreFailure,
): Promise<void> => updateRestoreFailure(db, seller.id, cart_id, failure);
