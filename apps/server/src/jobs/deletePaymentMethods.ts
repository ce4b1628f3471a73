import { sql } from "kysely";
import { forgetDueMethods } from "../modules/renewals/methods/forgetDueMethods.ts";
import { queueMethodsToForget } from "../modules/renewals/methods/forgetMethods.sql.ts";
import type { RenewalContext } from "./renewMemberships.ts";

/**
 * Has providers forget what nothing is paid with any more, of every seller with something to do. Safe to run twice at once,
 * or in several processes.
 */
export const deletePaymentMethods = async ({
  connections,
  providers,
  findSeller,
  log,
}: RenewalContext): Promise<number> => {
  const db = connections.acrossSellers();
  await queueMethodsToForget(db);
  const sellers = await db
    .selectFrom("seller as s")
    .select("s.slug")
    .where((due) =>
      due.exists(
        due
          .selectFrom("method_to_forget as f")
          .select("f.id")
          .whereRef("f.seller_id", "=", "s.id")
          .where("f.forgotten_at", "is", null)
          .where(sql<boolean>`f.next_at <= app_now()`),
      ),
    )
    .execute();
  let deleted = 0;
  for (const { slug } of sellers) {
    try {
      const seller = await findSeller(slug);
      if (seller) deleted += await forgetDueMethods({ db: connections.forSeller(seller.id), seller, providers, log });
    } catch (error) {
      log.error({ seller: slug, err: error instanceof Error ? error.message : String(error) }, "not forgotten yet");
    }
  }
  return deleted;
};
