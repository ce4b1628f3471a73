import type { StaffContext } from "../../http/staff/staffContext.ts";
import { termsByLevel, termsByPeriod, termsValidBefore } from "./memberships.sql.ts";
import { byKey, type AskedReport, type SpanFigures } from "./reportRows.ts";

/**
 * Each level has its own opening and closing figures; periods have a common opening, and each begins with the closing of
 * the one before.
 */
export const membershipFigures = async (
  { db, seller }: StaffContext,
  { span, by }: AskedReport,
): Promise<SpanFigures> => {
  const days = { ...span, timezone: seller.timezone };
  if (by === "level") return byKey(await termsByLevel(db, seller.id, days));
  return {
    ...byKey(await termsByPeriod(db, seller.id, days, by)),
    opening: await termsValidBefore(db, seller.id, days),
  };
};
