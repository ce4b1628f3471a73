import { randomBytes } from "node:crypto";
import type { Seller } from "@foyer/contract/seller.ts";
import { newId } from "../../db/newId.ts";
import type { Wire } from "../../db/statement.ts";
import { countedPayments, heldOf, isHeld, isWhole, type AtTill, type Held } from "./atTill.ts";
import { attemptOf, isEnough, paidBefore, type Attempt } from "./attempt.ts";
import type { Purchaser } from "./purchasers.sql.ts";
import {
  bookTickets,
  completeCarts,
  insertOrders,
  givePayments,
  writeTransitions,
  type BookedTicket,
} from "./tillWrites.sql.ts";
import type { OrderRow } from "../cart/shownOrder.ts";

/** What is to become of a cart whose money may be all there. */
export type Verdict =
  | { readonly is: "open" }
  | { readonly is: "kept" }
  | { readonly is: "paid"; readonly held: Held }
  | { readonly is: "part"; readonly held: Held; readonly attempt: Attempt };

/**
 * Is it paid for? Of a cart that is sold with a payment plan a part is enough for it to be kept, without an end and as it
 * is, until the last one makes the order.
 */
export const verdictOn = ({ cart, tickets, payments: all }: AtTill): Verdict => {
  if (cart.state !== "pending" || !cart.purchaser_identity_id) return { is: "open" };
  const held = heldOf(tickets);
  const payments = countedPayments(all);
  const attempt = attemptOf(payments, cart.version);
  const before = paidBefore(payments, cart.version);
  if (held.count === 0 || attempt.open.length > 0) return { is: "open" };
  if (before + attempt.sum === held.total) return { is: "paid", held };
  if (attempt.sum > 0 && isEnough(cart, held, { before, attempt })) return { is: "part", held, attempt };
  return cart.part_paid && attempt.sum === 0 ? { is: "kept" } : { is: "open" };
};

/** Gift cards and memberships that are sold are issued with the order, and those that paid are named in its letter: such an order is made by itself. */
export const isPlain = (at: AtTill, { held }: { readonly held: Held }): boolean =>
  isWhole(at) && !held.sells_gift_cards && !held.sells_memberships;

const scanCode = (): string => randomBytes(16).toString("hex").toUpperCase();

/** A cart that is paid for and who buys it. */
export type Paid = { readonly at: AtTill; readonly held: Held; readonly buyer: Purchaser };
/** The same as an order. */
export type Booked = { readonly at: AtTill; readonly order: OrderRow; readonly buyer: Purchaser };

/** completed: the order is there. partial: a part is paid for good, the rest is due by the cart's schedule. */
export type Completed =
  | {
      readonly outcome: "completed";
      readonly order_id: string;
      /** As it was just made, and the cart with it; absent where it was there before, or has to be read. */
      readonly booked?: Booked;
    }
  | { readonly outcome: "partial" };

/**
 * Makes orders of carts that are paid for: tickets booked and money given to them, in sets and behind the locks of the
 * carts. Answers with the carts as they are then.
 */
export const bookAll = async (wire: Wire, seller: Seller, paid: readonly Paid[]): Promise<Booked[]> => {
  if (paid.length === 0) return [];
  const made = paid.map(({ at, held, buyer }) => {
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
  const tickets = made.flatMap((one) => one.tickets);
  const [orders] = await Promise.all([
    insertOrders(
      wire,
      seller.id,
      made.map(({ order }) => order),
    ),
    bookTickets(wire, seller.id, tickets),
    completeCarts(
      wire,
      seller.id,
      made.map(({ at }) => at.cart.id),
    ),
    givePayments(
      wire,
      seller.id,
      made.map(({ order }) => order),
    ),
    writeTransitions(wire, seller.id, [
      ...tickets.map(({ id, was }) => ({ entity: "ticket" as const, id, from: was, to: "booked" })),
      ...made.map(({ at }) => ({ entity: "cart" as const, id: at.cart.id, from: "pending", to: "completed" })),
    ]),
  ]);
  const rows = new Map(orders.map((order) => [order.id, order]));
  return made.map(({ at, buyer, order: { id }, tickets }) => {
    const order = rows.get(id);
    if (!order) throw new Error("An order that was just made is not there.");
    return { order, buyer, at: bookedAt(at, id, tickets) };
  });
};

const bookedAt = (at: AtTill, order_id: string, booked: readonly BookedTicket[]): AtTill => {
  const codes = new Map(booked.map(({ id, scan_code }) => [id, scan_code]));
  return {
    ...at,
    order_id,
    cart: { ...at.cart, state: "completed", paying: false, kept: false },
    tickets: at.tickets.map((ticket) => {
      const scan_code = codes.get(ticket.id);
      return scan_code === undefined
        ? ticket
        : { ...ticket, state: "booked" as const, ticket_order_id: order_id, scan_code };
    }),
  };
};
