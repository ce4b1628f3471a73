import type { CartReply } from "@foyer/contract/shop/cart.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { PayableTicket } from "@foyer/rules/checkout/paymentPlan.ts";
import type { Database } from "../../../db/connections.ts";
import type { Pipeline } from "../../../db/statement.ts";
import type { Visitor } from "../../../http/requestContext.ts";
import type { AppliedRules } from "../../cart/read/presentCartMods.ts";
import { presentCartReply } from "../../cart/read/readCart.ts";
import { sortTickets } from "../../cart/read/readCartTickets.ts";
import type { CartCode } from "../../codes/code.ts";
import { readCartCodes, readCartDiscounts, readCheckoutRules } from "../../codes/codeContext.ts";
import type { PaymentRow } from "../checkout.sql.ts";
import {
  lockCheckoutCarts,
  checkoutPayments,
  checkoutTickets,
  type LockedCart,
  type CheckoutTicket,
} from "./lockCheckout.sql.ts";
import { isSnapshotCurrent, cachedCheckout } from "./checkoutSnapshotCache.ts";

/** A cart at the till, locked, with all that is asked of it there. Read once, and passed on. */
export type LockedCheckout = {
  readonly cart: LockedCart;
  /** Held or booked, in the order in which they are listed. */
  readonly tickets: readonly CheckoutTicket[];
  /** Also those that went back whole; the earliest first. */
  readonly payments: readonly PaymentRow[];
  readonly ruled: AppliedRules;
  /** One of its codes is one that each buyer may use only so often: it is judged behind a lock of its own. */
  readonly limited: boolean;
  readonly order_id: string | null;
};

/**
 * Locks carts and reads what they hold, in one way there and back. Of those that are `known` only what may have changed: the
 * row, the payments, and all of it where the row says that it is not as it was.
 */
export const lockCheckout = async (
  wire: Pipeline,
  seller: Pick<Seller, "id">,
  cart_ids: readonly string[],
  cached: ReadonlyMap<string, LockedCheckout> = new Map(),
): Promise<ReadonlyMap<string, LockedCheckout>> => {
  const [carts, payments, uncached] = await Promise.all([
    lockCheckoutCarts(wire, seller.id, cart_ids),
    checkoutPayments(wire, seller.id, cart_ids),
    readCheckoutContents(
      wire,
      seller,
      cart_ids.filter((id) => !cached.has(id)),
    ),
  ]);
  const ifCached = (cart: LockedCart): LockedCheckout | undefined => {
    const snapshot = cached.get(cart.id);
    return snapshot && isSnapshotCurrent(cart, snapshot) ? snapshot : undefined;
  };
  const outdated = carts.filter((cart) => cached.has(cart.id) && !ifCached(cart)).map(({ id }) => id);
  const reread = await readCheckoutContents(wire, seller, outdated);
  const contentsOf = (cart: LockedCart): CheckoutContents =>
    ifCached(cart) ?? (outdated.includes(cart.id) ? reread(cart.id) : uncached(cart.id));
  const paymentsOf = Map.groupBy(payments, ({ cart_id }) => cart_id);
  return new Map(
    carts.map((cart) => {
      const { tickets, ruled, limited } = contentsOf(cart);
      return [cart.id, { cart, tickets, payments: paymentsOf.get(cart.id) ?? [], ruled, limited, order_id: null }];
    }),
  );
};

/** The same for carts whose payment is under way: what is remembered of those that are leased is not read again. */
export const lockCachedCheckout = (
  { wire, db, seller }: { readonly wire: Pipeline; readonly db: Database; readonly seller: Pick<Seller, "id"> },
  cart_ids: readonly string[],
): Promise<ReadonlyMap<string, LockedCheckout>> => {
  const cached = cart_ids.flatMap((id): [string, LockedCheckout][] => {
    const checkout = cachedCheckout(db, id);
    return checkout ? [[id, checkout]] : [];
  });
  return lockCheckout(wire, seller, cart_ids, new Map(cached));
};

type CheckoutContents = Pick<LockedCheckout, "tickets" | "ruled" | "limited">;

/** What carts hold, and by which codes and rules; behind their locks. */
const readCheckoutContents = async (
  wire: Pipeline,
  seller: Pick<Seller, "id">,
  cart_ids: readonly string[],
): Promise<(cart_id: string) => CheckoutContents> => {
  if (cart_ids.length === 0)
    return () => ({ tickets: [], ruled: { codes: [], rules: [], discounts: [] }, limited: false });
  const [tickets, codes, discounts, rules] = await Promise.all([
    checkoutTickets(wire, seller.id, cart_ids),
    readCartCodes(wire, seller.id, cart_ids),
    readCartDiscounts(wire, seller.id, cart_ids),
    readCheckoutRules(wire, seller.id),
  ]);
  const ofCart = <Row extends { readonly cart_id: string }>(rows: readonly Row[]) => {
    const grouped = Map.groupBy(rows, ({ cart_id }) => cart_id);
    return (cart_id: string): Row[] => grouped.get(cart_id) ?? [];
  };
  const [ticketsOf, codesOf, discountsOf] = [ofCart(tickets), ofCart(codes), ofCart(discounts)];
  return (cart_id) => {
    const own = codesOf(cart_id);
    return {
      tickets: sortTickets(ticketsOf(cart_id)),
      ruled: { codes: own, rules, discounts: discountsOf(cart_id) },
      limited: hasLimitedCode(own),
    };
  };
};

export const hasLimitedCode = (codes: readonly CartCode[]): boolean =>
  codes.some(({ at_work, limited }) => at_work && limited);

export type HeldSummary = {
  readonly total: number;
  readonly count: number;
  /** Gift cards are among them. */
  readonly sells_gift_cards: boolean;
  /** Memberships are among them. */
  readonly sells_memberships: boolean;
  /** The tickets one by one where some of them are sold with a payment plan; else null. */
  readonly planned: readonly PayableTicket[] | null;
};

export const isHeld = ({ state }: Pick<CheckoutTicket, "state">): boolean => state === "held" || state === "in_cart";

/** What the held tickets cost with their fees, how many they are, and what matters for how they may be paid. */
export const heldSummary = (tickets: readonly CheckoutTicket[]): HeldSummary => {
  const held = tickets.filter(isHeld);
  const priceOf = (ticket: CheckoutTicket): number => ticket.adjusted_value + ticket.fee_fixed + ticket.fee_percent;
  const isPlanned = held.some(({ payment_plan }) => payment_plan !== null);
  return {
    total: held.reduce((sum, ticket) => sum + priceOf(ticket), 0),
    count: held.length,
    sells_gift_cards: held.some(({ handler }) => handler === "ledger"),
    sells_memberships: held.some(({ handler }) => handler === "membership"),
    planned: isPlanned
      ? held.map((ticket) => ({ amount: priceOf(ticket), plan: ticket.payment_plan, day: ticket.local_day }))
      : null,
  };
};

/** Those that pay for something still: what went back whole pays for nothing any more, where there is no order of it. */
export const effectivePayments = (payments: readonly PaymentRow[]): PaymentRow[] =>
  payments.filter(
    ({ ticket_order_id, refunded, refunding, amount }) => ticket_order_id !== null || refunded + refunding < amount,
  );

/**
 * Is all that this cart's reply tells among what was read? Gift cards and schedules are not: such a cart is read anew.
 */
export const isReplyComplete = ({ cart, tickets, payments }: LockedCheckout): boolean =>
  !cart.part_paid &&
  heldSummary(tickets).planned === null &&
  payments.every(({ gateway_id }) => gateway_id !== "ledger");

/** The cart as it was locked and written, told as `readCart` tells it. */
export const lockedCartReply = (
  seller: Seller,
  checkout: LockedCheckout,
  visitor: Visitor | null | undefined,
): CartReply =>
  presentCartReply(
    seller,
    {
      ...checkout.cart,
      schedule: null,
      ticket_order_id: checkout.order_id,
      payments: checkout.payments.filter(({ state }) => state === "captured" || state === "refunded"),
      gift_cards: null,
    },
    checkout.tickets,
    visitor,
    checkout.ruled,
  );
