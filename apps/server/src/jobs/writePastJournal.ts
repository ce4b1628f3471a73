import type { JobContext } from "../http/requestContext.ts";
import { backfillJournal } from "../modules/journal/backfillJournal.ts";
import { sellersWithPastToJournal } from "./dueSellers.sql.ts";
import { forEachSeller } from "./forEachSeller.ts";

/** Batches of one seller per turn, so that a large seller does not delay the others. */
const batchesInTurn = 20;

/** Writes journal entries for what happened before the journal existed. Returns the number of batches. */
export const writePastJournal = async (ctx: JobContext, stopping?: AbortSignal): Promise<number> =>
  forEachSeller(
    ctx,
    await sellersWithPastToJournal(ctx.connections.acrossSellers()),
    "the past could not be written into the journal yet",
    async (seller) => {
      let done = 0;
      while (done < batchesInTurn && stopping?.aborted !== true && (await backfillJournal(seller))) done += 1;
      return done;
    },
  );
