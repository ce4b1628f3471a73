import type { Database } from "../../db/connect.ts";
import { guardStands } from "../../db/faults.ts";
import type { AtTill } from "./atTill.ts";
import type { LockedCart } from "./till.sql.ts";

type Kept = { readonly at: AtTill; readonly since: number };

/** Carts of one seller that are being paid for at this server: a moment between two requests, and there are never many. */
const mostCarts = 1000;
/** A tenth of the shortest lease: within it no cart can have been let go and held again. */
const seconds = 60;

/** A `Database` is bound to one seller. */
const memories = new WeakMap<Database, Map<string, Kept>>();
const memoryOf = (db: Database): Map<string, Kept> => {
  const known = memories.get(db);
  if (known) return known;
  const memory = new Map<string, Kept>();
  memories.set(db, memory);
  return memory;
};

/** A cart as it was read behind its lock, by whoever leases it in the same transaction. */
export const rememberTill = (db: Database, at: AtTill): void => {
  const memory = memoryOf(db);
  memory.delete(at.cart.id);
  memory.set(at.cart.id, { at, since: performance.now() });
  for (const oldest of memory.keys()) {
    if (memory.size <= mostCarts) return;
    memory.delete(oldest);
  }
};

export const recallTill = (db: Database, cart_id: string): AtTill | undefined => {
  const kept = memoryOf(db).get(cart_id);
  return kept && performance.now() - kept.since < seconds * 1000 ? kept.at : undefined;
};

export const forgetTill = (db: Database, cart_id: string): void => void memoryOf(db).delete(cart_id);

/**
 * Does the locked cart hold what it held then? Whatever changes what a cart holds gives it a new version, and nothing
 * changes while money of it is promised. Its row and its payments are read anew all the same.
 */
export const isAsRemembered = (cart: LockedCart, { cart: was }: AtTill): boolean =>
  (cart.state === "pending" && cart.kept && cart.version === was.version) || !guardStands("till_as_remembered");
