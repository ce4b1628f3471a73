import type { CartReply } from "@foyer/contract/cart.ts";
import type { Seller } from "@foyer/contract/seller.ts";
import type { PlannedTicket } from "@foyer/rules/paymentPlan.ts";
import type { Database } from "../../db/connect.ts";
import type { Wire } from "../../db/statement.ts";
import type { Visitor } from "../../http/ask.ts";
import type { Ruled } from "../cart/cartMods.ts";
import { cartReply } from "../cart/readCart.ts";
import { inOrder } from "../cart/ticketsOfCarts.ts";
import type { CartCode } from "../codes/code.ts";
import { codesOfCarts, discountsOfCarts, rulesOf } from "../codes/codeDesk.ts";
import type { PaymentRow } from "./checkout.sql.ts";
import { lockTill, paymentsAtTill, ticketsAtTill, type LockedCart, type TillTicket } from "./till.sql.ts";
import { isAsRemembered, recallTill } from "./tillMemory.ts";

/** A cart at the till, locked, with all that is asked of it there. Read once, and passed on. */
export type AtTill = {
  readonly cart: LockedCart;
  /** Held or booked, in the order in which they are listed. */
  readonly tickets: readonly TillTicket[];
  /** Also those that went back whole; the earliest first. */
  readonly payments: readonly PaymentRow[];
  readonly ruled: Ruled;
  /** One of its codes is one that each buyer may use only so often: it is judged behind a lock of its own. */
  readonly limited: boolean;
  readonly order_id: string | null;
};

/**
 * Locks carts and reads what they hold, in one way there and back. Of those that are `known` only what may have changed: the
 * row, the payments, and all of it where the row says that it is not as it was.
 */
export const openTill = async (
  wire: Wire,
  seller: Pick<Seller, "id">,
  cart_ids: readonly string[],
  known: ReadonlyMap<string, AtTill> = new Map(),
): Promise<ReadonlyMap<string, AtTill>> => {
  const [carts, payments, unknown] = await Promise.all([
    lockTill(wire, seller.id, cart_ids),
    paymentsAtTill(wire, seller.id, cart_ids),
    readContents(
      wire,
      seller,
      cart_ids.filter((id) => !known.has(id)),
    ),
  ]);
  const asKnown = (cart: LockedCart): AtTill | undefined => {
    const was = known.get(cart.id);
    return was && isAsRemembered(cart, was) ? was : undefined;
  };
  const changed = carts.filter((cart) => known.has(cart.id) && !asKnown(cart)).map(({ id }) => id);
  const anew = await readContents(wire, seller, changed);
  const contentsOf = (cart: LockedCart): Contents =>
    asKnown(cart) ?? (changed.includes(cart.id) ? anew(cart.id) : unknown(cart.id));
  const paymentsOf = Map.groupBy(payments, ({ cart_id }) => cart_id);
  return new Map(
    carts.map((cart) => {
      const { tickets, ruled, limited } = contentsOf(cart);
      return [cart.id, { cart, tickets, payments: paymentsOf.get(cart.id) ?? [], ruled, limited, order_id: null }];
    }),
  );
};

/** The same for carts whose payment is under way: what is remembered of those that are leased is not read again. */
export const reopenTill = (
  { wire, db, seller }: { readonly wire: Wire; readonly db: Database; readonly seller: Pick<Seller, "id"> },
  cart_ids: readonly string[],
): Promise<ReadonlyMap<string, AtTill>> => {
  const known = cart_ids.flatMap((id): [string, AtTill][] => {
    const at = recallTill(db, id);
    return at ? [[id, at]] : [];
  });
  return openTill(wire, seller, cart_ids, new Map(known));
};

type Contents = Pick<AtTill, "tickets" | "ruled" | "limited">;

/** What carts hold, and by which codes and rules; behind their locks. */
const readContents = async (
  wire: Wire,
  seller: Pick<Seller, "id">,
  cart_ids: readonly string[],
): Promise<(cart_id: string) => Contents> => {
  if (cart_ids.length === 0)
    return () => ({ tickets: [], ruled: { codes: [], rules: [], discounts: [] }, limited: false });
  const [tickets, codes, discounts, rules] = await Promise.all([
    ticketsAtTill(wire, seller.id, cart_ids),
    codesOfCarts(wire, seller.id, cart_ids),
    discountsOfCarts(wire, seller.id, cart_ids),
    rulesOf(wire, seller.id),
  ]);
  const ofCart = <Row extends { readonly cart_id: string }>(rows: readonly Row[]) => {
    const grouped = Map.groupBy(rows, ({ cart_id }) => cart_id);
    return (cart_id: string): Row[] => grouped.get(cart_id) ?? [];
  };
  const [ticketsOf, codesOf, discountsOf] = [ofCart(tickets), ofCart(codes), ofCart(discounts)];
  return (cart_id) => {
    const own = codesOf(cart_id);
    return {
      tickets: inOrder(ticketsOf(cart_id)),
      ruled: { codes: own, rules, discounts: discountsOf(cart_id) },
      limited: hasLimited(own),
    };
  };
};

export const hasLimited = (codes: readonly CartCode[]): boolean =>
  codes.some(({ at_work, limited }) => at_work && limited);

export type Held = {
  readonly total: number;
  readonly count: number;
  /** Gift cards are among them. */
  readonly sells_gift_cards: boolean;
  /** Memberships are among them. */
  readonly sells_memberships: boolean;
  /** The tickets one by one where some of them are sold with a payment plan; else null. */
  readonly planned: readonly PlannedTicket[] | null;
};

export const isHeld = ({ state }: Pick<TillTicket, "state">): boolean => state === "held" || state === "in_cart";

/** What the held tickets cost with their fees, how many they are, and what matters for how they may be paid. */
export const heldOf = (tickets: readonly TillTicket[]): Held => {
  const held = tickets.filter(isHeld);
  const amountOf = (ticket: TillTicket): number => ticket.adjusted_value + ticket.fee_fixed + ticket.fee_percent;
  const isPlanned = held.some(({ payment_plan }) => payment_plan !== null);
  return {
    total: held.reduce((sum, ticket) => sum + amountOf(ticket), 0),
    count: held.length,
    sells_gift_cards: held.some(({ handler }) => handler === "ledger"),
    sells_memberships: held.some(({ handler }) => handler === "membership"),
    planned: isPlanned
      ? held.map((ticket) => ({ amount: amountOf(ticket), plan: ticket.payment_plan, day: ticket.local_day }))
      : null,
  };
};

/** Those that pay for something still: what went back whole pays for nothing any more, where there is no order of it. */
export const countedPayments = (payments: readonly PaymentRow[]): PaymentRow[] =>
  payments.filter(
    ({ ticket_order_id, refunded, refunding, amount }) => ticket_order_id !== null || refunded + refunding < amount,
  );

/**
 * Is all that this cart's reply tells among what was read? Gift cards and schedules are not: such a cart is read anew.
 */
export const isWhole = ({ cart, tickets, payments }: AtTill): boolean =>
  !cart.part_paid && heldOf(tickets).planned === null && payments.every(({ gateway_id }) => gateway_id !== "ledger");

/** The cart as it was locked and written, told as `readCart` tells it. */
export const replyOf = (seller: Seller, at: AtTill, visitor: Visitor | null | undefined): CartReply =>
  cartReply(
    seller,
    {
      ...at.cart,
      schedule: null,
      ticket_order_id: at.order_id,
      payments: at.payments.filter(({ state }) => state === "captured" || state === "refunded"),
      gift_cards: null,
    },
    at.tickets,
    visitor,
    at.ruled,
  );
