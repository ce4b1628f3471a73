import type { JobContext } from "../http/requestContext.ts";
import { renewDueMemberships } from "../modules/renewals/renewDueMemberships.ts";
import { sellersWithDueRenewals } from "./dueSellers.sql.ts";
import { forEachSeller } from "./forEachSeller.ts";

/** Renews due memberships of all sellers. Safe to run concurrently, in one process or several. */
export const renewMemberships = async (ctx: JobContext): Promise<number> =>
  forEachSeller(
    ctx,
    await sellersWithDueRenewals(ctx.connections.acrossSellers()),
    "memberships not renewed yet",
    renewDueMemberships,
  );
