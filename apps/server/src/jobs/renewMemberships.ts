import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Connections } from "../db/connections.ts";
import type { RequestContext } from "../http/requestContext.ts";
import { renewDueMemberships } from "../modules/renewals/renewDueMemberships.ts";
import type { Providers } from "../providers/providers.ts";

export type RenewalContext = {
  readonly connections: Connections;
  readonly providers: Providers;
  readonly findSeller: (slug: string) => Promise<Seller | undefined>;
  readonly log: RequestContext["log"];
};

/** Renews what renews itself, of every seller with something to do. Safe to run twice at once, or in several processes. */
export const renewMemberships = async ({
  connections,
  providers,
  findSeller,
  log,
}: RenewalContext): Promise<number> => {
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
      if (seller) done += await renewDueMemberships({ db: connections.forSeller(seller.id), seller, providers, log });
    } catch (error) {
      log.error({ seller: slug, err: error instanceof Error ? error.message : String(error) }, "not renewed yet");
    }
  }
  return done;
};
