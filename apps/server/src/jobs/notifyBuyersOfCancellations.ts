import type { JobContext } from "../http/requestContext.ts";
import { notifyBuyersOfCancelledSessions } from "../modules/aftersale/cancelledSessions/notifyBuyers.ts";
import type { FlagClient } from "../providers/flags/flagClient.ts";
import { sellersWithCancelledSessions } from "./dueSellers.sql.ts";
import { forEachSeller } from "./forEachSeller.ts";

/**
 * Notifies the buyers of sessions that sellers have cancelled or reinstated. Safe to run concurrently, in one process or
 * several.
 */
export const notifyBuyersOfCancellations = async (ctx: JobContext & Pick<FlagClient, "flagsOf">): Promise<number> =>
  forEachSeller(
    ctx,
    await sellersWithCancelledSessions(ctx.connections.acrossSellers()),
    "buyers not notified of a cancelled session yet",
    (sellerCtx) => notifyBuyersOfCancelledSessions({ ...sellerCtx, flags: ctx.flagsOf(sellerCtx.seller.slug) }),
  );
