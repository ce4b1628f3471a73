import type { JobContext } from "../../http/requestContext.ts";
import { endGiftCards, sellersWithEndedCards } from "../../modules/giftcards/endGiftCards.ts";
import { forEachSeller } from "../forEachSeller.ts";

/** Removes the balance of gift cards that have expired. Safe to run concurrently, in one process or several. */
export const endCards = async (ctx: JobContext, stopping?: AbortSignal): Promise<number> =>
  forEachSeller(
    ctx,
    await sellersWithEndedCards(ctx.connections.acrossSellers()),
    "gift cards past their end could not be ended yet",
    (seller) => endGiftCards(seller, stopping),
  );
