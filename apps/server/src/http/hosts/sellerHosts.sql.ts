import type { Database } from "../../db/connections.ts";

/** The sellers that have a host of their own. Reads across sellers. */
export const listSellerHosts = (acrossSellers: Database): Promise<{ slug: string; host: string }[]> =>
  acrossSellers
    .selectFrom("seller")
    .select(["slug", "host"])
    .where("host", "is not", null)
    .$narrowType<{ host: string }>()
    .execute();
