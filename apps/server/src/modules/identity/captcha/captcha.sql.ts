import { sql } from "kysely";
import type { RequestContext } from "../../../http/requestContext.ts";

/** Marks an answer as used; false if it was used before. Deletes the seller's expired marks on the way. */
export const insertSpentAnswer = async (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  { tokenHash, validSeconds }: { readonly tokenHash: Buffer; readonly validSeconds: number },
): Promise<boolean> => {
  await db
    .deleteFrom("captcha_spent")
    .where("seller_id", "=", seller.id)
    .where("expires_at", "<", sql<string>`app_now()`)
    .execute();
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("captcha_spent")
    .values({
      seller_id: seller.id,
      mark: tokenHash,
      expires_at: sql<string>`app_now() + make_interval(secs => ${validSeconds})`,
    })
    .onConflict((oc) => oc.columns(["seller_id", "mark"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};
