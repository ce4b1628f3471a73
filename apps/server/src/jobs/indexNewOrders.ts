import type { JobContext } from "../http/requestContext.ts";
import { indexedAtOnce, indexOrders } from "../modules/orders/search/indexOrders.ts";
import { leavesRestToOthers } from "./turns/claimBySeller.ts";
import { sellersWithOrdersToIndex } from "./dueSellers.sql.ts";

/** Batches of one seller per turn, so that a large seller does not delay the others. */
const batchesInTurn = 20;

/**
 * Indexes the words by which staff find orders, for all orders created or changed since the last run. Returns their
 * number. A seller whose orders cannot be indexed is logged, and tried again in the next run.
 */
export const indexNewOrders = async (
  { connections, log }: Pick<JobContext, "connections" | "log">,
  stopping?: AbortSignal,
): Promise<number> => {
  const isLeftToOthers = leavesRestToOthers();
  let indexed = 0;
  for (const { id, slug } of await sellersWithOrdersToIndex(connections.acrossSellers())) {
    if (stopping?.aborted) break;
    try {
      const ofSeller = await indexOrdersOf({ db: connections.forSeller(id), seller: { id } }, stopping);
      indexed += ofSeller;
      if (isLeftToOthers(ofSeller)) break;
    } catch (error) {
      const err = error instanceof Error ? error.message : String(error);
      log.error({ seller: slug, err }, "orders could not be indexed for search yet");
    }
  }
  return indexed;
};

const indexOrdersOf = async (ctx: Parameters<typeof indexOrders>[0], stopping?: AbortSignal): Promise<number> => {
  let indexed = 0;
  for (let batch = 0; batch < batchesInTurn && stopping?.aborted !== true; batch++) {
    const inBatch = await indexOrders(ctx);
    indexed += inBatch;
    if (inBatch < indexedAtOnce) break;
  }
  return indexed;
};
