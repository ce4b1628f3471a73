import { BoundedCache } from "../../../cache/boundedCache.ts";
import type { Database } from "../../../db/connections.ts";
import type { LockedCheckout } from "./lockedCheckout.ts";
import type { LockedCheckoutCart } from "./lockCheckout.sql.ts";

/** Within it no cart can expire and be held again: it is a tenth of the lease. */
const maxAgeSeconds = 60;
const bytesPerRow = 2048;

/** Carts between two requests of a payment at this server: never many. */
const cache = new BoundedCache<LockedCheckout>({
  maxEntries: 2000,
  maxBytes: 32 * 1024 * 1024,
  bytesOf: ({ tickets, payments }) => bytesPerRow * (1 + tickets.length + payments.length),
});

/** A number for each handle: one server's snapshots are not another's. */
const handleNumbers = new WeakMap<Database, number>();
let handleCount = 0;
const keyOf = (db: Database, cart_id: string): string => {
  const handle = handleNumbers.get(db) ?? ++handleCount;
  handleNumbers.set(db, handle);
  return `${handle} ${cart_id}`;
};

/**
 * Caches a cart that was read behind its lock and leased in the same transaction. What a change of an order comes to
 * depends on more than its own cart, so it is never cached.
 */
export const cacheCheckout = (db: Database, checkout: LockedCheckout): void => {
  if (checkout.cart.change === null)
    cache.set(keyOf(db, checkout.cart.id), checkout, performance.now() + maxAgeSeconds * 1000);
};

export const cachedCheckout = (db: Database, cart_id: string): LockedCheckout | undefined =>
  cache.get(keyOf(db, cart_id));

export const evictCheckout = (db: Database, cart_id: string): void => cache.delete(keyOf(db, cart_id));

/**
 * Whether the locked cart still holds what the snapshot says. Every change gives a cart a new version, and a cart with an
 * authorized payment does not change. Its row and payments are read again anyway.
 */
export const isSnapshotCurrent = (cart: LockedCheckoutCart, { cart: snapshot }: LockedCheckout): boolean =>
  cart.state === "pending" && cart.leased_until_settled && cart.version === snapshot.version;
