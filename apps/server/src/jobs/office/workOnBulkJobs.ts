import type { JobContext } from "../../http/requestContext.ts";
import { runBulkJobs } from "../../modules/aftersale/bulk/runBulkJobs.ts";
import { sellersWithBulkJobs } from "../dueSellers.sql.ts";
import { forEachSeller } from "../forEachSeller.ts";

/** Runs bulk jobs that staff have started. Safe to run concurrently, in one process or several. */
export const workOnBulkJobs = async (ctx: JobContext, stopping?: AbortSignal): Promise<number> =>
  forEachSeller(
    ctx,
    await sellersWithBulkJobs(ctx.connections.acrossSellers()),
    "a bulk job could not go on yet",
    (seller) => runBulkJobs(seller, stopping),
  );
