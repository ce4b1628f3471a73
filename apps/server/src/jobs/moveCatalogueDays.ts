import type { JobContext } from "../http/requestContext.ts";
import { applyNewDays } from "../catalogue/apply/applyNewDays.ts";
import { sellersOfAnotherDay } from "../catalogue/revisions/catalogueDay.sql.ts";
import { forEachSeller } from "./forEachSeller.ts";

/** Puts new days on sale for each seller after its midnight. Returns the number of sellers whose catalogue was applied. */
export const moveCatalogueDays = async (ctx: JobContext): Promise<number> =>
  forEachSeller(
    ctx,
    await sellersOfAnotherDay(ctx.connections.acrossSellers()),
    "new days of the catalogue are not on sale",
    async (seller) => ((await applyNewDays(seller)) ? 1 : 0),
  );
