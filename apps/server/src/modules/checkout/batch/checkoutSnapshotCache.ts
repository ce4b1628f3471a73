import type { Database } from "../../../db/connections.ts";
import type { LockedCheckout } from "./lockedCheckout.ts";
import type { LockedCheckoutCart } from "./lockCheckout.sql.ts";

type CacheEntry = { readonly checkout: LockedCheckout; readonly cachedAt: number };

/** Carts of one seller between two requests of a payment at this server: never many. */
const maxCarts = 1000;
/** A tenth of the lease: within it no cart can expire and be held again. */
const maxAgeSeconds = 60;

/** Per seller, as each has a `Database` of its own. */
const caches = new WeakMap<Database, Map<string, CacheEntry>>();
const cacheOf = (db: Database): Map<string, CacheEntry> => {
  const existing = caches.get(db);
  if (existing) return existing;
  const cache = new Map<string, CacheEntry>();
  caches.set(db, cache);
  return cache;
};

/** Caches a cart that was read behind its lock and leased in the same transaction. */
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
 * Whether the locked cart still holds what the snapshot says. Every change gives a cart a new version, and a cart with an
 * authorized payment does not change. Its row and payments are read again anyway.
 */
export const isSnapshotCurrent = (cart: LockedCheckoutCart, { cart: snapshot }: LockedCheckout): boolean =>
  cart.state === "pending" && cart.kept && cart.version === snapshot.version;
