import type { JobContext } from "../../http/requestContext.ts";
import { runCodeBatches } from "../../modules/codes/batches/runCodeBatches.ts";
import { sellersWithCodeBatches } from "../dueSellers.sql.ts";
import { forEachSeller } from "../forEachSeller.ts";

/** Creates promo codes that staff have requested in bulk. Safe to run concurrently, in one process or several. */
export const makePromoCodes = async (ctx: JobContext, stopping?: AbortSignal): Promise<number> =>
  forEachSeller(
    ctx,
    await sellersWithCodeBatches(ctx.connections.acrossSellers()),
    "codes could not be made yet",
    (seller) => runCodeBatches(seller, stopping),
  );
