import { sql } from "kysely";
import type { RequestContext } from "../../../http/requestContext.ts";

/** A payment begins at once after its buyer was kept; a slow telephone included. */
const freshSeconds = 120;

/** Who put themselves down as the purchaser of a cart by its link, and whether that was just now. */
export const linkPurchaserOf = ({ db, seller }: Pick<RequestContext, "db" | "seller">, identity_id: string) =>
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
