import { Seller } from "@foyer/contract/seller.ts";
import type { Database } from "../db/connect.ts";

/** Sellers by slug, read again at most every `seconds`; an import shows within that time. */
export const sellerFinder = (acrossSellers: Database, seconds = 2) => {
  const known = new Map<string, { seller: Promise<Seller | undefined>; until: number }>();
  return (slug: string): Promise<Seller | undefined> => {
    if (!/^[a-z0-9-]{1,63}$/.test(slug)) return Promise.resolve(undefined);
    const found = known.get(slug);
    if (found && found.until > performance.now()) return found.seller;
    const seller = readSeller(acrossSellers, slug);
    seller.catch(() => known.delete(slug));
    if (known.size > 5000) known.clear();
    known.set(slug, { seller, until: performance.now() + seconds * 1000 });
    return seller;
  };
};

/** The slugs of all sellers in order, read again at most every `seconds`. */
export const slugLister = (acrossSellers: Database, seconds = 2) => {
  let known: { slugs: Promise<readonly string[]>; until: number } | undefined;
  return (): Promise<readonly string[]> => {
    if (known && known.until > performance.now()) return known.slugs;
    const slugs = acrossSellers
      .selectFrom("seller")
      .select("slug")
      .orderBy("slug")
      .execute()
      .then((rows) => rows.map(({ slug }) => slug));
    slugs.catch(() => (known = undefined));
    known = { slugs, until: performance.now() + seconds * 1000 };
    return slugs;
  };
};

/** A seller as they are at this moment. */
export const readSeller = async (db: Database, slug: string): Promise<Seller | undefined> => {
  const row = await db.selectFrom("seller").selectAll().where("slug", "=", slug).executeTakeFirst();
  if (!row) return undefined;
  return Seller.parse({ ...row, default_currency_code: row.currency });
};
