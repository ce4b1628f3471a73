import { sql } from "kysely";
import type { SellerDb } from "../context.ts";

/** How long after its purchaser was saved a payment can be expected to start, even on a slow phone. */
const freshSeconds = 120;

/** The visitor who saved themselves as purchaser by the cart's link, and whether that was recent. */
export const linkPurchaserOf = ({ db, seller }: SellerDb, identity_id: string) =>
  db
    .selectFrom("identity")
    .select([
      sql<string | null>`meta->>'kept_by'`.as("kept_by"),
      sql<boolean>`coalesce((meta->>'kept_at')::timestamptz > app_now() - make_interval(secs => ${freshSeconds}), false)`.as(
        "isFresh",
      ),
    ])
    .where("seller_id", "=", seller.id)
    .where("id", "=", identity_id)
    .executeTakeFirstOrThrow();
