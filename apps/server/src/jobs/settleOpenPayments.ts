import type { JobContext } from "../http/requestContext.ts";
import { deleteOldPaymentTries } from "../modules/checkout/limits/tries.sql.ts";
import { reconcileProvider, reconcileSeconds } from "../modules/checkout/reconcile/reconcileProvider.ts";
import { settlePayments } from "../modules/checkout/reconcile/settlePayments.ts";
import { settleRefunds } from "../modules/checkout/refund/refundPayment.ts";
import { sellersWithStalePayments, sellersWithStaleRefunds, sellersWithGatewayKeys } from "./dueSellers.sql.ts";
import { forEachSeller } from "./forEachSeller.ts";

/** A payment that has not changed for this long is settled; a buyer who is still paying is not disturbed. */
export const staleAfterSeconds = 30;

const failure = "payments not settled yet";
/** A purchase in a preview is handled like every purchase. */
const withPreviews = { withPreviews: true } as const;

/** Settles stale payments and unfinished refunds of all sellers. */
export const settleOpenPayments = async (ctx: JobContext, olderThanSeconds = staleAfterSeconds): Promise<number> => {
  const db = ctx.connections.acrossSellers();
  const withPayments = await sellersWithStalePayments(db, olderThanSeconds);
  const withRefunds = await sellersWithStaleRefunds(db, olderThanSeconds);
  return (
    (await forEachSeller(ctx, withPayments, failure, (shop) => settlePayments(shop, olderThanSeconds), withPreviews)) +
    (await forEachSeller(ctx, withRefunds, failure, (shop) => settleRefunds(shop, olderThanSeconds), withPreviews))
  );
};

/** Looks up refunds and disputes at the providers of all sellers, for each at most every `everySeconds`. */
export const reconcileProviders = async (ctx: JobContext, everySeconds = reconcileSeconds): Promise<number> => {
  const sellers = await sellersWithGatewayKeys(ctx.connections.acrossSellers());
  await deleteOldPaymentTries(ctx.connections.acrossSellers());
  return forEachSeller(ctx, sellers, failure, (shop) => reconcileProvider(shop, everySeconds));
};
