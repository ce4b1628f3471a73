import { sql } from "kysely";
import { forgetDue } from "../modules/renewals/forgetMethods.ts";
import { findMethodsToForget } from "../modules/renewals/forgetMethods.sql.ts";
import type { RenewDeps } from "./renewMemberships.ts";

/**
 * Has providers forget what nothing is paid with any more, of every seller with something to do. Safe to run twice at once,
 * or in several processes.
 */
export const forgetMethods = async ({ connections, outside, findSeller, log }: RenewDeps): Promise<number> => {
  const everywhere = connections.acrossSellers();
  await findMethodsToForget(everywhere);
  const sellers = await everywhere
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
  let done = 0;
  for (const { slug } of sellers) {
    try {
      const seller = await findSeller(slug);
      if (seller) done += await forgetDue({ db: connections.of(seller.id), seller, outside, log });
    } catch (error) {
      log.error({ seller: slug, err: error instanceof Error ? error.message : String(error) }, "not forgotten yet");
    }
  }
  return done;
};
