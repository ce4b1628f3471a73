import { sql } from "kysely";
import type { RequestContext } from "../../../http/requestContext.ts";

/** Marks an answer as used; false if it was used before. Also deletes the seller's expired marks. */
export const insertSpentAnswer = async (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  { tokenHash, validSeconds }: { readonly tokenHash: Buffer; readonly validSeconds: number },
): Promise<boolean> => {
  await db
    .deleteFrom("spent_captcha")
    .where("seller_id", "=", seller.id)
    .where("expires_at", "<", sql<string>`app_now()`)
    .execute();
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("spent_captcha")
    .values({
      seller_id: seller.id,
      token_hash: tokenHash,
      expires_at: sql<string>`app_now() + make_interval(secs => ${validSeconds})`,
    })
    .onConflict((oc) => oc.columns(["seller_id", "token_hash"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};
