import type { JobContext } from "../../http/requestContext.ts";
import { endGiftCards, sellersWithEndedCards } from "../../modules/giftcards/endGiftCards.ts";
import { forEachSeller } from "../forEachSeller.ts";

/** Takes off what is left on gift cards whose end has passed. Safe to run concurrently, in one process or in several. */
export const endCards = async (ctx: JobContext, stopping?: AbortSignal): Promise<number> =>
  forEachSeller(
    ctx,
    await sellersWithEndedCards(ctx.connections.acrossSellers()),
    "gift cards past their end could not be ended yet",
    (seller) => endGiftCards(seller, stopping),
  );
