import type { JobContext } from "../http/requestContext.ts";
import { closeDays } from "../modules/journal/closeDays.ts";
import { forEachSeller } from "./forEachSeller.ts";
import { claimTurn, endTurn, sellersInTurn } from "./turns/jobTurns.sql.ts";

/** Days of one seller per turn, so that a large seller does not delay the others. */
const daysInTurn = 400;

/** Sums the past days of the journal, for each seller once in `everyHours`. Returns the number of days. */
export const closeJournalDays = async (
  ctx: JobContext,
  everyHours: number,
  stopping?: AbortSignal,
): Promise<number> => {
  const turn = { job: "journal_days", everyHours } as const;
  return forEachSeller(
    ctx,
    await sellersInTurn(ctx.connections.acrossSellers(), turn),
    "days of the journal could not be summed yet",
    async (shop) => {
      if (stopping?.aborted || !(await claimTurn(shop.db, shop.seller.id, turn))) return 0;
      let done = 0;
      let isFinished = false;
      while (!isFinished && done < daysInTurn && !stopping?.aborted) {
        const closed = await closeDays(shop);
        done += closed;
        isFinished = closed === 0;
      }
      if (!isFinished) await endTurn(shop.db, shop.seller.id, { ...turn, isFinished, continues_after: null });
      return done;
    },
  );
};
