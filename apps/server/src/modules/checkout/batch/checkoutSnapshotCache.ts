import { BoundedCache } from "../../../cache/boundedCache.ts";
import type { Database } from "../../../db/connections.ts";
import type { LockedCheckout } from "./lockedCheckout.ts";
import type { LockedCheckoutCart } from "./lockCheckout.sql.ts";

/** A tenth of the lease, so that no cart can expire and be held again while its snapshot is cached. */
const maxAgeSeconds = 60;
const bytesPerRow = 2048;

/** Carts between two requests of a payment at this server, of which there are never many. */
const cache = new BoundedCache<LockedCheckout>({
  maxEntries: 2000,
  maxBytes: 32 * 1024 * 1024,
  bytesOf: ({ tickets, payments }) => bytesPerRow * (1 + tickets.length + payments.length),
});

/** A number for each database handle, so that servers in one process do not share snapshots. */
const handleNumbers = new WeakMap<Database, number>();
let handleCount = 0;
const keyOf = (db: Database, cart_id: string): string => {
  const handle = handleNumbers.get(db) ?? ++handleCount;
  handleNumbers.set(db, handle);
  return `${handle} ${cart_id}`;
};

/**
 * Caches a cart that was read after it was locked, and leased in the same transaction. A change of an order depends on
 * more than its own cart, so it is never cached.
 */
export const cacheCheckout = (db: Database, checkout: LockedCheckout): void => {
  if (checkout.cart.change === null)
    cache.set(keyOf(db, checkout.cart.id), checkout, performance.now() + maxAgeSeconds * 1000);
};

export const cachedCheckout = (db: Database, cart_id: string): LockedCheckout | undefined =>
  cache.get(keyOf(db, cart_id));

export const evictCheckout = (db: Database, cart_id: string): void => cache.delete(keyOf(db, cart_id));

/**
 * Whether the snapshot still matches the locked cart's contents. Every change gives a cart a new version, and a cart with
 * an authorized payment does not change. Its row and payments are read again anyway.
 */
export const isSnapshotCurrent = (cart: LockedCheckoutCart, { cart: snapshot }: LockedCheckout): boolean =>
  cart.state === "pending" && cart.leased_until_settled && cart.version === snapshot.version;
