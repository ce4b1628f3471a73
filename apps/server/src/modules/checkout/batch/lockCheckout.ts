import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Database } from "../../../db/connections.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import { sortTickets } from "../../cart/read/readCartTickets.ts";
import type { CartCode } from "../../codes/code.ts";
import { readCartCodes, readCartDiscounts, readCheckoutRules } from "../../codes/codeContext.ts";
import { readCheckoutChanges } from "../change/checkoutChange.ts";
import type { SellerDb } from "../context.ts";
import { cachedCheckout, isSnapshotCurrent } from "./checkoutSnapshotCache.ts";
import {
  lockCheckoutCarts,
  readCheckoutPayments,
  readCheckoutTickets,
  type LockedCheckoutCart,
} from "./lockCheckout.sql.ts";
import { heldSummary, type HeldSummary, type LockedCheckout } from "./lockedCheckout.ts";

/** Locks one cart until the transaction ends. */
export const lockCheckoutCart = async (
  { db, seller }: SellerDb,
  cart_id: string,
): Promise<LockedCheckoutCart | undefined> => {
  const [cart] = await lockCheckoutCarts(db, seller.id, [cart_id]);
  return cart;
};

/** What a locked cart holds, and the amounts of a change of an order. */
export const readHeldSummary = async (
  { db, seller }: SellerDb,
  cart: LockedCheckoutCart,
): Promise<HeldSummary & Pick<LockedCheckout, "change">> => {
  const tickets = await readCheckoutTickets(db, seller.id, [cart.id]);
  const change = (await readCheckoutChanges(db, seller, [{ cart, tickets }])).get(cart.id) ?? null;
  return { ...heldSummary({ tickets, change }), change };
};

type CheckoutContents = Pick<LockedCheckout, "tickets" | "appliedRules" | "hasLimitedCode">;

/**
 * Locks carts and reads their contents in one round trip. For a cached cart, only the row and the payments are read, and
 * the rest in a second round trip if the row shows that the cart has changed. Carts that change an order need another
 * round trip.
 */
export const lockCheckout = async (
  pipeline: Pipeline,
  seller: Seller,
  cart_ids: readonly string[],
  cached: ReadonlyMap<string, LockedCheckout> = new Map(),
): Promise<ReadonlyMap<string, LockedCheckout>> => {
  const [carts, payments, uncached] = await Promise.all([
    lockCheckoutCarts(pipeline, seller.id, cart_ids),
    readCheckoutPayments(pipeline, seller.id, cart_ids),
    readContents(
      pipeline,
      seller,
      cart_ids.filter((id) => !cached.has(id)),
    ),
  ]);
  const ifCurrent = (cart: LockedCheckoutCart): LockedCheckout | undefined => {
    const snapshot = cached.get(cart.id);
    return snapshot && isSnapshotCurrent(cart, snapshot) ? snapshot : undefined;
  };
  const outdated = carts.filter((cart) => cached.has(cart.id) && !ifCurrent(cart)).map(({ id }) => id);
  const reread = await readContents(pipeline, seller, outdated);
  const contentsOf = (cart: LockedCheckoutCart): CheckoutContents =>
    ifCurrent(cart) ?? (outdated.includes(cart.id) ? reread(cart.id) : uncached(cart.id));
  const paymentsOf = Map.groupBy(payments, ({ cart_id }) => cart_id);
  const withContents = carts.map((cart) => ({ ...contentsOf(cart), cart }));
  const changes = await readCheckoutChanges(pipeline, seller, withContents);
  return new Map(
    withContents.map(({ cart, tickets, appliedRules, hasLimitedCode }) => {
      const checkout: LockedCheckout = {
        cart,
        change: changes.get(cart.id) ?? null,
        tickets,
        payments: paymentsOf.get(cart.id) ?? [],
        appliedRules,
        hasLimitedCode,
        order_id: null,
      };
      return [cart.id, checkout];
    }),
  );
};

/** The same for carts with a payment in progress, which are usually in the cache. */
export const lockCachedCheckout = (
  { pipeline, db, seller }: { readonly pipeline: Pipeline; readonly db: Database; readonly seller: Seller },
  cart_ids: readonly string[],
): Promise<ReadonlyMap<string, LockedCheckout>> => {
  const cached = cart_ids.flatMap((id): [string, LockedCheckout][] => {
    const checkout = cachedCheckout(db, id);
    return checkout ? [[id, checkout]] : [];
  });
  return lockCheckout(pipeline, seller, cart_ids, new Map(cached));
};

/** Tickets, codes and rules of carts, read after they are locked. */
const readContents = async (
  pipeline: Pipeline,
  seller: Pick<Seller, "id">,
  cart_ids: readonly string[],
): Promise<(cart_id: string) => CheckoutContents> => {
  if (cart_ids.length === 0)
    return () => ({ tickets: [], appliedRules: { codes: [], rules: [], discounts: [] }, hasLimitedCode: false });
  const reads = {
    tickets: readCheckoutTickets(pipeline, seller.id, cart_ids),
    codes: readCartCodes(pipeline, seller.id, cart_ids),
    discounts: readCartDiscounts(pipeline, seller.id, cart_ids),
    rules: readCheckoutRules(pipeline, seller.id),
  };
  await Promise.all(Object.values(reads));
  const rules = await reads.rules;
  const ticketsOf = byCart(await reads.tickets);
  const codesOf = byCart(await reads.codes);
  const discountsOf = byCart(await reads.discounts);
  return (cart_id) => {
    const codes = codesOf(cart_id);
    return {
      tickets: sortTickets(ticketsOf(cart_id)),
      appliedRules: { codes, rules, discounts: discountsOf(cart_id) },
      hasLimitedCode: includesLimitedCode(codes),
    };
  };
};

const byCart = <Row extends { readonly cart_id: string }>(rows: readonly Row[]): ((cart_id: string) => Row[]) => {
  const grouped = Map.groupBy(rows, ({ cart_id }) => cart_id);
  return (cart_id) => grouped.get(cart_id) ?? [];
};

/** Whether an applied code has a limit per buyer. */
export const includesLimitedCode = (codes: readonly CartCode[]): boolean =>
  codes.some(({ is_applied, limited }) => is_applied && limited);
