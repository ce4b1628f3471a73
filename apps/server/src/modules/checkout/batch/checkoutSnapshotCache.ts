import type { Database } from "../../../db/connections.ts";
import type { LockedCheckout } from "./lockCheckout.ts";
import type { LockedCart } from "./lockCheckout.sql.ts";

type CacheEntry = { readonly checkout: LockedCheckout; readonly cachedAt: number };

/** Carts of one seller that are being paid for at this server: a moment between two requests, and there are never many. */
const maxCarts = 1000;
/** A tenth of the shortest lease: within it no cart can have been let go and held again. */
const maxAgeSeconds = 60;

/** A `Database` is bound to one seller. */
const caches = new WeakMap<Database, Map<string, CacheEntry>>();
const cacheOf = (db: Database): Map<string, CacheEntry> => {
  const existing = caches.get(db);
  if (existing) return existing;
  const cache = new Map<string, CacheEntry>();
  caches.set(db, cache);
  return cache;
};

/** A cart as it was read behind its lock, by whoever leases it in the same transaction. */
export const cacheCheckout = (db: Database, checkout: LockedCheckout): void => {
  const cache = cacheOf(db);
  cache.delete(checkout.cart.id);
  cache.set(checkout.cart.id, { checkout, cachedAt: performance.now() });
  for (const oldest of cache.keys()) {
    if (cache.size <= maxCarts) return;
    cache.delete(oldest);
  }
};

export const cachedCheckout = (db: Database, cart_id: string): LockedCheckout | undefined => {
  const entry = cacheOf(db).get(cart_id);
  return entry && performance.now() - entry.cachedAt < maxAgeSeconds * 1000 ? entry.checkout : undefined;
};

export const evictCheckout = (db: Database, cart_id: string): void => void cacheOf(db).delete(cart_id);

/**
 * Does the locked cart hold what it held then? Whatever changes what a cart holds gives it a new version, and nothing
 * changes while money of it is promised. Its row and its payments are read anew all the same.
 */
export const isSnapshotCurrent = (cart: LockedCart, { cart: snapshot }: LockedCheckout): boolean =>
  cart.state === "pending" && cart.kept && cart.version === snapshot.version;
