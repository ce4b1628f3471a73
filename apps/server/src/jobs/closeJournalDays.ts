import type { JobContext } from "../http/requestContext.ts";
import { closeDays } from "../modules/journal/closeDays.ts";
import { everySeller } from "./dueSellers.sql.ts";
import { forEachSeller } from "./forEachSeller.ts";

/** Days of one seller per turn, so that a large seller does not delay the others. */
const daysInTurn = 400;

/** Sums the past days of the journal, seller by seller. Returns the number of days. */
export const closeJournalDays = async (ctx: JobContext, stopping?: AbortSignal): Promise<number> =>
  forEachSeller(
    ctx,
    await everySeller(ctx.connections.acrossSellers()),
    "days of the journal could not be summed yet",
    async (seller) => {
      let done = 0;
      while (done < daysInTurn && stopping?.aborted !== true) {
        const closed = await closeDays(seller);
        if (closed === 0) break;
        done += closed;
      }
      return done;
    },
  );
