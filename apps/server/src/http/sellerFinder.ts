import { Seller } from "@foyer/contract/shop/seller.ts";
import type { Database } from "../db/connections.ts";

/** Finds sellers by slug. Caches each for `seconds`, so an import takes effect within that time. */
export const sellerFinder = (acrossSellers: Database, seconds = 2) => {
  const cache = new Map<string, { seller: Promise<Seller | undefined>; until: number }>();
  return (slug: string): Promise<Seller | undefined> => {
    if (!/^[a-z0-9-]{1,63}$/.test(slug)) return Promise.resolve(undefined);
    const cached = cache.get(slug);
    if (cached && cached.until > performance.now()) return cached.seller;
    const seller = readSeller(acrossSellers, slug);
    seller.catch(() => cache.delete(slug));
    if (cache.size > 5000) cache.clear();
    cache.set(slug, { seller, until: performance.now() + seconds * 1000 });
    return seller;
  };
};

/** Lists the slugs of all sellers in alphabetical order. Caches them for `seconds`. */
export const slugLister = (acrossSellers: Database, seconds = 2) => {
  let cached: { slugs: Promise<readonly string[]>; until: number } | undefined;
  return (): Promise<readonly string[]> => {
    if (cached && cached.until > performance.now()) return cached.slugs;
    const slugs = acrossSellers
      .selectFrom("seller")
      .select("slug")
      .orderBy("slug")
      .execute()
      .then((rows) => rows.map(({ slug }) => slug));
    slugs.catch(() => (cached = undefined));
    cached = { slugs, until: performance.now() + seconds * 1000 };
    return slugs;
  };
};

/** Reads a seller without the cache. */
export const readSeller = async (db: Database, slug: string): Promise<Seller | undefined> => {
  const row = await db.selectFrom("seller").selectAll().where("slug", "=", slug).executeTakeFirst();
  if (!row) return undefined;
  return Seller.parse({ ...row, default_currency_code: row.currency });
};
