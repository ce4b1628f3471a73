import type { Database } from "../../db/connections.ts";

/** Across sellers: which of them have a host of their own. */
export const listSellerHosts = (acrossSellers: Database): Promise<{ slug: string; host: string }[]> =>
  acrossSellers
    .selectFrom("seller")
    .select(["slug", "host"])
    .where("host", "is not", null)
    .$narrowType<{ host: string }>()
    .execute();
