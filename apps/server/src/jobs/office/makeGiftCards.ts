import type { JobContext } from "../../http/requestContext.ts";
import { runGiftCardBatches } from "../../modules/giftcards/batches/makeCards.ts";
import { sellersWithGiftCardBatches } from "../dueSellers.sql.ts";
import { forEachSeller } from "../forEachSeller.ts";

/** Creates gift cards that staff have issued in bulk. Safe to run concurrently, in one process or several. */
export const makeGiftCards = async (ctx: JobContext, stopping?: AbortSignal): Promise<number> =>
  forEachSeller(
    ctx,
    await sellersWithGiftCardBatches(ctx.connections.acrossSellers()),
    "gift cards could not be made yet",
    (seller) => runGiftCardBatches(seller, stopping),
  );
