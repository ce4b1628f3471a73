import { randomBytes } from "node:crypto";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { newId } from "../../../db/newId.ts";
import type { Pipeline } from "../../../db/statement.ts";
import {
  effectivePayments,
  heldSummary,
  isHeld,
  isReplyComplete,
  type LockedCheckout,
  type HeldSummary,
} from "../batch/lockCheckout.ts";
import { attemptOf, canCheckOut, paidBefore, type Attempt } from "../payment/attempt.ts";
import type { Purchaser } from "../purchaser/purchasers.sql.ts";
import {
  bookTickets,
  completeCarts,
  insertOrders,
  assignPayments,
  writeTransitions,
  type BookedTicket,
} from "../batch/checkoutWrites.sql.ts";
import type { TicketOrderRow } from "../../cart/read/readTicketOrder.ts";

/** What is to become of a cart whose money may be all there. */
export type CompletionDecision =
  | { readonly is: "open" }
  | { readonly is: "kept" }
  | { readonly is: "paid"; readonly held: HeldSummary }
  | { readonly is: "part"; readonly held: HeldSummary; readonly attempt: Attempt };

/**
 * Is it paid for? Of a cart that is sold with a payment plan a part is enough for it to be kept, without an end and as it
 * is, until the last one makes the order.
 */
export const decideCompletion = ({ cart, tickets, payments: all }: LockedCheckout): CompletionDecision => {
  if (cart.state !== "pending" || !cart.purchaser_identity_id) return { is: "open" };
  const held = heldSummary(tickets);
  const payments = effectivePayments(all);
  const attempt = attemptOf(payments, cart.version);
  const before = paidBefore(payments, cart.version);
  if (held.count === 0 || attempt.undecided.length > 0) return { is: "open" };
  if (before + attempt.total === held.total) return { is: "paid", held };
  if (attempt.total > 0 && canCheckOut(cart, held, { before, attempt })) return { is: "part", held, attempt };
  return cart.part_paid && attempt.total === 0 ? { is: "kept" } : { is: "open" };
};

/** Gift cards and memberships that are sold are issued with the order, and those that paid are named in its letter: such an order is made by itself. */
export const canBatch = (at: LockedCheckout, { held }: { readonly held: HeldSummary }): boolean =>
  isReplyComplete(at) && !held.sells_gift_cards && !held.sells_memberships;

const scanCode = (): string => randomBytes(16).toString("hex").toUpperCase();

/** A cart that is paid for and who buys it. */
export type PaidCart = { readonly at: LockedCheckout; readonly held: HeldSummary; readonly buyer: Purchaser };
/** The same as an order. */
export type BookedOrder = { readonly at: LockedCheckout; readonly order: TicketOrderRow; readonly buyer: Purchaser };

/** completed: the order is there. partial: a part is paid for good, the rest is due by the cart's schedule. */
export type CompletedCart =
  | {
      readonly outcome: "completed";
      readonly order_id: string;
      /** As it was just made, and the cart with it; absent where it was there before, or has to be read. */
      readonly booked?: BookedOrder;
    }
  | { readonly outcome: "partial" };

/**
 * Makes orders of carts that are paid for: tickets booked and money given to them, in sets and behind the locks of the
 * carts. Answers with the carts as they are then.
 */
export const createOrders = async (
  wire: Pipeline,
  seller: Seller,
  paid: readonly PaidCart[],
): Promise<BookedOrder[]> => {
  if (paid.length === 0) return [];
  const drafts = paid.map(({ at, held, buyer }) => {
    const { cart, tickets } = at;
    const id = newId();
    return {
      at,
      buyer,
      order: {
        id,
        identity_id: buyer.id,
        owner_identity_id: cart.identity_id,
        cart_id: cart.id,
        currency: seller.default_currency_code,
        total: held.total,
        scan_code: scanCode(),
      },
      tickets: tickets.filter(isHeld).map((ticket): BookedTicket => ({
        id: ticket.id,
        was: ticket.state,
        ticket_order_id: id,
        scan_code: scanCode(),
      })),
    };
  });
  const tickets = drafts.flatMap((draft) => draft.tickets);
  const [orders] = await Promise.all([
    insertOrders(
      wire,
      seller.id,
      drafts.map(({ order }) => order),
    ),
    bookTickets(wire, seller.id, tickets),
    completeCarts(
      wire,
      seller.id,
      drafts.map(({ at }) => at.cart.id),
    ),
    assignPayments(
      wire,
      seller.id,
      drafts.map(({ order }) => order),
    ),
    writeTransitions(wire, seller.id, [
      ...tickets.map(({ id, was }) => ({ entity: "ticket" as const, id, from: was, to: "booked" })),
      ...drafts.map(({ at }) => ({ entity: "cart" as const, id: at.cart.id, from: "pending", to: "completed" })),
    ]),
  ]);
  const rows = new Map(orders.map((order) => [order.id, order]));
  return drafts.map(({ at, buyer, order: { id }, tickets }) => {
    const order = rows.get(id);
    if (!order) throw new Error("An order that was just made is not there.");
    return { order, buyer, at: bookedCheckout(at, id, tickets) };
  });
};

const bookedCheckout = (
  checkout: LockedCheckout,
  order_id: string,
  booked: readonly BookedTicket[],
): LockedCheckout => {
  const codes = new Map(booked.map(({ id, scan_code }) => [id, scan_code]));
  return {
    ...checkout,
    order_id,
    cart: { ...checkout.cart, state: "completed", paying: false, kept: false },
    tickets: checkout.tickets.map((ticket) => {
      const scan_code = codes.get(ticket.id);
      return scan_code === undefined
        ? ticket
        : { ...ticket, state: "booked" as const, ticket_order_id: order_id, scan_code };
    }),
  };
};
