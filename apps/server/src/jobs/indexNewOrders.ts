import type { JobContext } from "../http/requestContext.ts";
import { indexOrders } from "../modules/orders/search/indexOrders.ts";
import { sellersWithOrdersToIndex } from "./dueSellers.sql.ts";
import { forEachSeller } from "./forEachSeller.ts";

/** Batches of one seller per turn, so that a large seller does not delay the others. */
const batchesInTurn = 20;

/**
 * Indexes the words by which staff find orders, for all orders created or changed since the last run. Returns their
 * number.
 */
export const indexNewOrders = async (ctx: JobContext, stopping?: AbortSignal): Promise<number> =>
  forEachSeller(
    ctx,
    await sellersWithOrdersToIndex(ctx.connections.acrossSellers()),
    "orders could not be indexed for search yet",
    async (seller) => {
      let done = 0;
      for (let batch = 0; batch < batchesInTurn && stopping?.aborted !== true; batch++) {
        const taken = await indexOrders(seller);
        if (taken === 0) break;
        done += taken;
      }
      return done;
    },
  );
