import { pause } from "../../db/faultPoints.ts";
import { lockSlots } from "../../db/lockSlots.sql.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";

/**
 * Counts what a seller or a person may have at most so many of, behind a lock that lasts until the transaction ends: of two
 * calls at the limit, the second one counts what the first one made. `what` names the rows that are counted together.
 */
export const countLocked = async (
  { db, seller }: Pick<StaffContext, "db" | "seller">,
  what: string,
  count: () => Promise<number>,
): Promise<number> => {
  await lockSlots(db, seller.id, "office_limit", [what]);
  const counted = await count();
  await pause("office_limit_counted");
  return counted;
};
