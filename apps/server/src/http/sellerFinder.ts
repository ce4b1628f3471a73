import { sql, type Selectable } from "kysely";
import { LoginMethod, Seller, unknownLoginMethod } from "@foyer/contract/shop/seller.ts";
import { withUsableLoginPaths } from "@foyer/rules/account/loginPaths.ts";
import { hasWords } from "@foyer/rules/values/text/hasWords.ts";
import { BoundedCache } from "../cache/boundedCache.ts";
import type { Database } from "../db/connections.ts";
import type { SellerTable } from "../db/schema/sellers.ts";

/** The number of sellers in memory at a time. A server may have more that nobody visits. */
const sellerBounds = { maxEntries: 10_000, maxBytes: 64 * 1024 * 1024 } as const;
/** Unknown slugs, so that a broken link that many follow is not looked up each time. */
const unknownBounds = { maxEntries: 1000, maxBytes: 1024 * 1024, bytesOf: () => 0 } as const;
/**
 * The parsed objects of a row take about three times the bytes of its JSON, including what is derived from them. The JSON is
 * kept too.
 */
const bytesPerCharacter = 4;
/** How long a parsed row is kept, in case it is still the same when it is read again. */
const parsedMs = 10 * 60_000;

type ParsedSeller = { readonly seller: Seller; readonly json: string; readonly freshUntil: number };

/**
 * Finds sellers by slug. Each is read again after `seconds`, so an import takes effect within that time. A row that has
 * not changed is not parsed again: its parts, by which much is kept that is derived from them, stay the same objects.
 */
export const sellerFinder = (acrossSellers: Database, seconds = 2) => {
  const sellers = new BoundedCache<ParsedSeller>({
    ...sellerBounds,
    bytesOf: ({ json }) => bytesPerCharacter * json.length,
  });
  const unknown = new BoundedCache<string>(unknownBounds);
  /** One for each seller that is being read. */
  const pending = new Map<string, Promise<Seller | undefined>>();

  const read = async (slug: string): Promise<Seller | undefined> => {
    const startedAt = performance.now();
    const row = await readSellerRow(acrossSellers, slug);
    const freshUntil = startedAt + seconds * 1000;
    if (!row) {
      sellers.delete(slug);
      unknown.set(slug, "unknown", freshUntil);
      return undefined;
    }
    const json = JSON.stringify(row);
    const earlier = sellers.get(slug);
    const seller = earlier?.json === json ? { ...earlier.seller } : parseSeller(row);
    if (seconds > 0) sellers.set(slug, { seller, json, freshUntil }, startedAt + parsedMs);
    return seller;
  };

  return (slug: string): Promise<Seller | undefined> => {
    if (!/^[a-z0-9-]{1,63}$/.test(slug)) return Promise.resolve(undefined);
    const found = sellers.get(slug);
    if (found && found.freshUntil > performance.now()) return Promise.resolve(found.seller);
    if (unknown.get(slug) !== undefined) return Promise.resolve(undefined);
    const reading = pending.get(slug) ?? read(slug).finally(() => pending.delete(slug));
    pending.set(slug, reading);
    return reading;
  };
};

/** Lists the slugs of all sellers except previews, in alphabetical order. Caches them for `seconds`. */
export const slugLister = (acrossSellers: Database, seconds = 2) => {
  let cached: { slugs: Promise<readonly string[]>; until: number } | undefined;
  return (): Promise<readonly string[]> => {
    if (cached && cached.until > performance.now()) return cached.slugs;
    const slugs = acrossSellers
      .selectFrom("seller")
      .select("slug")
      .where("preview_of", "is", null)
      .orderBy("slug")
      .execute()
      .then((rows) => rows.map(({ slug }) => slug));
    slugs.catch(() => (cached = undefined));
    cached = { slugs, until: performance.now() + seconds * 1000 };
    return slugs;
  };
};

const sellerColumns = [
  "id",
  "slug",
  "name",
  "currency",
  "locale",
  "timezone",
  "meta",
  "theme",
  "strings",
  "web",
  "configuration",
  "host",
  "suspended_at",
  "preview_ends_at",
  "catalogue_version",
  "created_at",
] as const satisfies readonly (keyof SellerTable)[];

type SellerRow = Pick<Selectable<SellerTable>, (typeof sellerColumns)[number]>;

/** A preview that has ended is not found. */
const readSellerRow = (db: Database, slug: string): Promise<SellerRow | undefined> =>
  db
    .selectFrom("seller")
    .select(sellerColumns)
    .where("slug", "=", slug)
    .where(sql<boolean>`(preview_ends_at is null or preview_ends_at > app_now())`)
    .executeTakeFirst();

const parseSeller = (row: SellerRow): Seller => {
  const seller = Seller.parse({
    ...row,
    configuration: withKnownLogin(row.configuration),
    web: withoutBlankPages(row.web),
    host: row.host ?? undefined,
    ...(row.suspended_at !== null && { is_suspended: true }),
    ...(row.preview_ends_at !== null && { preview_until: row.preview_ends_at }),
    default_currency_code: row.currency,
  });
  return { ...seller, configuration: withUsableLoginPaths(seller.configuration) };
};

/** Reads a seller without the cache. A preview that has ended is not found. */
export const findSellerBySlug = async (db: Database, slug: string): Promise<Seller | undefined> => {
  const row = await readSellerRow(db, slug);
  return row && parseSeller(row);
};

/** A login method that an earlier or later version wrote must not break the seller's shop. */
const withKnownLogin = (configuration: unknown): unknown => {
  if (typeof configuration !== "object" || configuration === null || !("authentication" in configuration))
    return configuration;
  return LoginMethod.safeParse(configuration.authentication).success
    ? configuration
    : { ...configuration, authentication: unknownLoginMethod };
};

const isWritten = (page: unknown): boolean =>
  typeof page !== "object" ||
  page === null ||
  !("html" in page) ||
  typeof page.html !== "string" ||
  hasWords(page.html);

/** Terms and pages without a word do not exist: nobody can read or accept them. */
const withoutBlankPages = (web: unknown): unknown => {
  if (typeof web !== "object" || web === null) return web;
  const { terms, pages, ...others } = web as { readonly terms?: unknown; readonly pages?: unknown };
  return {
    ...others,
    ...(terms !== undefined && isWritten(terms) && { terms }),
    ...(typeof pages === "object" &&
      pages !== null && { pages: Object.fromEntries(Object.entries(pages).filter(([, page]) => isWritten(page))) }),
  };
};
