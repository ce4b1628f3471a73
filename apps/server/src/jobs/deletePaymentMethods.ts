import type { JobContext } from "../http/requestContext.ts";
import { forgetDueMethods } from "../modules/renewals/methods/forgetDueMethods.ts";
import { queueMethodsToForget } from "../modules/renewals/methods/forgetMethods.sql.ts";
import { sellersWithMethodsToDelete } from "./dueSellers.sql.ts";
import { forEachSeller } from "./forEachSeller.ts";

/**
 * Deletes saved payment methods that are no longer used at their providers. Safe to run concurrently, in one process or
 * several.
 */
export const deletePaymentMethods = async (ctx: JobContext): Promise<number> => {
  const db = ctx.connections.acrossSellers();
  await queueMethodsToForget(db);
  return forEachSeller(
    ctx,
    await sellersWithMethodsToDelete(db),
    "saved payment methods not deleted yet",
    forgetDueMethods,
  );
};
