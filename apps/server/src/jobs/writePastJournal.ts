import type { JobContext } from "../http/requestContext.ts";
import { backfillJournal } from "../modules/journal/backfillJournal.ts";
import { sellersWithPastToJournal } from "./dueSellers.sql.ts";
import { forEachSeller } from "./forEachSeller.ts";

/** Batches of one seller in a turn, so that a large one does not keep the others waiting. */
const batchesInTurn = 20;

/** Writes what happened before there was a journal into it. Returns the number of batches. */
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
