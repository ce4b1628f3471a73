import type { JobContext } from "../http/requestContext.ts";
import { tellBuyersOfCancelledSessions } from "../modules/aftersale/cancelledSessions/tellBuyers.ts";
import type { FlagClient } from "../providers/flags/flagClient.ts";
import { sellersWithCancelledSessions } from "./dueSellers.sql.ts";
import { forEachSeller } from "./forEachSeller.ts";

/** Writes to the buyers of sessions that sellers have cancelled, or that take place after all. Safe to run concurrently, in one process or in several. */
export const tellBuyersOfCancellations = async (ctx: JobContext & Pick<FlagClient, "flagsOf">): Promise<number> =>
  forEachSeller(
    ctx,
    await sellersWithCancelledSessions(ctx.connections.acrossSellers()),
    "buyers not told of a cancelled session yet",
    (sellerCtx) => tellBuyersOfCancelledSessions({ ...sellerCtx, flags: ctx.flagsOf(sellerCtx.seller.slug) }),
  );
