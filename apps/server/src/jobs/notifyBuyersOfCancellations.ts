import type { JobContext } from "../http/requestContext.ts";
import { notifyBuyersOfCancelledSessions } from "../modules/aftersale/cancelledSessions/notifyBuyers.ts";
import { sellersWithCancelledSessions } from "./dueSellers.sql.ts";
import { forEachSeller } from "./forEachSeller.ts";

/** Writes to the buyers of sessions that sellers have cancelled. Safe to run concurrently, in one process or in several. */
export const notifyBuyersOfCancellations = async (ctx: JobContext): Promise<number> =>
  forEachSeller(
    ctx,
    await sellersWithCancelledSessions(ctx.connections.acrossSellers()),
    "buyers not told of a cancelled session yet",
    notifyBuyersOfCancelledSessions,
  );
