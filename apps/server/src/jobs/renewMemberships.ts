import type { Seller } from "@foyer/contract/seller.ts";
import type { Connections } from "../db/connect.ts";
import type { Ask } from "../http/ask.ts";
import { renewDue } from "../modules/renewals/renewDue.ts";
import type { Outside } from "../outside/outside.ts";

export type RenewDeps = {
  readonly connections: Connections;
  readonly outside: Outside;
  readonly findSeller: (slug: string) => Promise<Seller | undefined>;
  readonly log: Ask["log"];
};

/** Renews what renews itself, of every seller with something to do. Safe to run twice at once, or in several processes. */
export const renewMemberships = async ({ connections, outside, findSeller, log }: RenewDeps): Promise<number> => {
  const sellers = await connections
    .acrossSellers()
    .selectFrom("seller as s")
    .select("s.slug")
    .where((due) =>
      due.exists(
        due
          .selectFrom("auto_renewal as a")
          .select("a.membership_id")
          .whereRef("a.seller_id", "=", "s.id")
          .where("a.state", "=", "scheduled")
          .where(({ fn, eb }) => eb("a.next_at", "<=", fn<string>("app_now", []))),
      ),
    )
    .execute();
  let done = 0;
  for (const { slug } of sellers) {
    try {
      const seller = await findSeller(slug);
      if (seller) done += await renewDue({ db: connections.of(seller.id), seller, outside, log });
    } catch (error) {
      log.error({ seller: slug, err: error instanceof Error ? error.message : String(error) }, "not renewed yet");
    }
  }
  return done;
};
