import { transact } from "../../db/transact.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { findDaysToClose, sumDays, lockDays } from "./journalDays.sql.ts";

/** Few, so that one transaction stays short on the first run after an upgrade. */
const daysInBatch = 7;

/** Sums the next days that are over. Returns how many, or 0 if none is left. */
export const closeDays = async (ctx: Pick<RequestContext, "db" | "seller">): Promise<number> => {
  const days = await findDaysToClose(ctx.db, ctx.seller.id, daysInBatch);
  if (days.length === 0) return 0;
  await transact(ctx, async ({ db, seller }) => {
    await lockDays(db, seller.id, days);
    await sumDays(db, seller.id, days);
  });
  return days.length;
};
