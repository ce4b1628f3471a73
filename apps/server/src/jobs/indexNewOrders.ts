import type { JobContext } from "../http/requestContext.ts";
import { indexOrders } from "../modules/orders/search/indexOrders.ts";
import { sellersWithOrdersToIndex } from "./dueSellers.sql.ts";
import { forEachSeller } from "./forEachSeller.ts";

/** Batches of one seller in a turn, so that a large one does not keep the others waiting. */
const batchesInTurn = 20;

/** Writes the words by which staff find orders, of all that were made or changed since. Returns their number. */
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
