import { exceedsCompLimit } from "@foyer/rules/aftersale/staffLimits.ts";
import { pause } from "../../db/faultPoints.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { lockGrants } from "../../modules/staff/grants.ts";
import { givenAwayToday } from "./comps.sql.ts";

/**
 * Refuses to give away more tickets in a day than the seller allows staff without `order.override`. Call it in the
 * transaction of the comp, before its row is inserted: other comps of the same person wait for the lock and then count this
 * one.
 */
export const requireCompLimit = async (ctx: StaffContext, tickets: number): Promise<void> => {
  const { comp_limits: limits } = ctx.seller.configuration;
  if (!limits || ctx.staff.can("order.override")) return;
  await lockGrants(ctx, ctx.staff.id);
  const before = await givenAwayToday(ctx);
  await pause("comp_limit_counted");
  if (exceedsCompLimit(limits, { before, tickets }))
    throw new Refused({ code: "comp_limit", context: "order", extra: { left: Math.max(0, limits.day - before) } });
};
