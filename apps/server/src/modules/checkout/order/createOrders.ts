import { randomBytes } from "node:crypto";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { changePolicyOf, type ChangePolicy } from "@foyer/rules/aftersale/changePolicy.ts";
import { newOrderedId } from "../../../db/newId.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import { writeJournal } from "../../../providers/journal/writeJournal.sql.ts";
import { queueForSearch } from "../../../providers/search/queueForSearch.sql.ts";
import type { TicketOrderRow } from "../../cart/read/readTicketOrder.ts";
import {
  assignPayments,
  bookTickets,
  completeCarts,
  insertOrders,
  writeTransitions,
  type BookedTicket,
  type NewOrder,
} from "../batch/checkoutWrites.sql.ts";
import { orderEntry } from "./journalEntries.ts";
import { isHeld } from "../batch/heldTickets.ts";
import {
  effectivePayments,
  heldSummary,
  isReplyComplete,
  type HeldSummary,
  type LockedCheckout,
} from "../batch/lockedCheckout.ts";
import { attemptOf, canCheckOut, paidBefore, type Attempt } from "../payment/attempt.ts";
import type { RefundRow } from "../refund/refunds.sql.ts";
import type { CartPurchaser } from "../purchaser/purchasers.sql.ts";

/** The order that a completed cart has changed. */
export const changedOrderId = ({ cart }: LockedCheckout): string | undefined =>
  cart.state === "completed" ? cart.change?.order_id : undefined;

/**
 * What the payments of a cart allow: `open`, not enough is paid yet; `paid`, the order can be made; `instalment`, an
 * instalment has just been paid; `awaits_instalment`, earlier ones were recorded, and nothing has been paid since.
 */
export type CompletionDecision =
  | { readonly kind: "open" }
  | { readonly kind: "awaits_instalment" }
  | { readonly kind: "paid"; readonly held: HeldSummary }
  | { readonly kind: "instalment"; readonly held: HeldSummary; readonly attempt: Attempt };

/**
 * Whether a cart is paid. A cart with a payment plan is kept from its first instalment on; the last instalment makes the
 * order.
 */
export const decideCompletion = (checkout: LockedCheckout): CompletionDecision => {
  const { cart, payments: all } = checkout;
  if (cart.state !== "pending" || !cart.purchaser_identity_id) return { kind: "open" };
  const held = heldSummary(checkout);
  const payments = effectivePayments(all);
  const attempt = attemptOf(payments, cart.version);
  const before = paidBefore(payments, cart.version);
  if (held.count === 0 || attempt.undecided.length > 0) return { kind: "open" };
  if (before + attempt.total === held.total) return { kind: "paid", held };
  if (attempt.total > 0 && canCheckOut(cart, held, { before, attempt })) return { kind: "instalment", held, attempt };
  return cart.part_paid && attempt.total === 0 ? { kind: "awaits_instalment" } : { kind: "open" };
};

/**
 * Whether the order can be made in a batch. Sold gift cards and memberships are issued in the order's transaction, and
 * the e-mail names gift cards that paid; such an order gets a transaction of its own, and so does a change of an order.
 */
export const canBatch = (checkout: LockedCheckout, { held }: { readonly held: HeldSummary }): boolean =>
  checkout.cart.change === null && isReplyComplete(checkout) && !held.sells_gift_cards && !held.sells_memberships;

export type PaidCart = {
  readonly checkout: LockedCheckout;
  readonly held: HeldSummary;
  readonly purchaser: CartPurchaser;
  /** Its confirmation is not sent (holdFreeConfirmations.ts). */
  readonly holdsConfirmation?: boolean;
  /**
   * The payment whose capture is recorded in the same transaction. Its order and its state are written in one row
   * version.
   */
  readonly capturedPayment?: string | undefined;
};
/** An order that was just made, and its cart as it is now. */
export type BookedOrder = {
  readonly checkout: LockedCheckout;
  readonly order: TicketOrderRow;
  readonly purchaser: CartPurchaser;
};

/** partial: an instalment is paid, and the rest is due according to the cart's schedule. */
export type CompletedCart =
  | {
      readonly outcome: "completed";
      readonly order_id: string;
      /** Absent if the order already existed, or if its cart has to be read. */
      readonly booked?: BookedOrder;
      /** The refunds of a change of an order; the caller sends them. */
      readonly refunds?: readonly RefundRow[];
    }
  | { readonly outcome: "partial" };

/** A paid cart with the order that it becomes. */
export type OrderDraft = PaidCart & { readonly order: NewOrder; readonly tickets: readonly BookedTicket[] };

/**
 * Makes the orders of paid carts: books tickets and assigns payments, with one statement per table, while the carts are
 * locked.
 */
export const createOrders = async (
  pipeline: Pipeline,
  seller: Seller,
  paid: readonly PaidCart[],
): Promise<BookedOrder[]> => {
  const drafts = draftOrders(seller, paid);
  const [booked] = await Promise.all([
    insertOrderDrafts(pipeline, seller, drafts),
    writeJournal(pipeline, seller.id, drafts.map(orderEntry)),
  ]);
  return booked;
};

/** Builds the orders before they are inserted, so that the rows that refer to them can be sent directly after them. */
export const draftOrders = (seller: Seller, paid: readonly PaidCart[]): OrderDraft[] =>
  paid.map((cart) => draftOrder(seller, cart));

export const insertOrderDrafts = async (
  pipeline: Pipeline,
  seller: Seller,
  drafts: readonly OrderDraft[],
): Promise<BookedOrder[]> => {
  if (drafts.length === 0) return [];
  const orders = drafts.map(({ order }) => order);
  const cart_ids = orders.map(({ cart_id }) => cart_id);
  const tickets = drafts.flatMap((draft) => draft.tickets);
  const [inserted] = await Promise.all([
    insertOrders(pipeline, seller.id, orders),
    bookTickets(pipeline, seller.id, tickets),
    completeCarts(pipeline, seller.id, cart_ids),
    assignPayments(
      pipeline,
      seller.id,
      drafts.filter(hasOtherPayments).map(({ order }) => order),
    ),
    queueForSearch(
      pipeline,
      seller.id,
      orders.map(({ id }) => id),
    ),
    writeTransitions(pipeline, seller.id, [
      ...tickets.map(({ id, was }) => ({ entity: "ticket" as const, id, from: was, to: "booked" })),
      ...cart_ids.map((id) => ({ entity: "cart" as const, id, from: "pending", to: "completed" })),
    ]),
  ]);
  const rows = new Map(inserted.map((order) => [order.id, order]));
  return drafts.map(({ checkout, purchaser, order: { id }, tickets }) => {
    const order = rows.get(id);
    if (!order) throw new Error(`Order ${id} was not inserted`);
    return { order, purchaser, checkout: bookedCheckout(checkout, id, tickets) };
  });
};

/** Whether payments were captured earlier, as instalments or by another server: these are read under the cart's lock. */
const hasOtherPayments = ({ checkout, capturedPayment }: PaidCart): boolean =>
  checkout.payments.some(({ id, state }) => state === "captured" && id !== capturedPayment);

export const newTicketCode = (): string => randomBytes(16).toString("hex").toUpperCase();

const draftOrder = (seller: Seller, paid: PaidCart): OrderDraft => {
  const { checkout, held, purchaser, holdsConfirmation = false } = paid;
  const id = newOrderedId();
  return {
    ...paid,
    order: {
      id,
      identity_id: purchaser.id,
      owner_identity_id: checkout.cart.identity_id,
      cart_id: checkout.cart.id,
      currency: seller.default_currency_code,
      total: held.total,
      scan_code: newTicketCode(),
      confirmation_held: holdsConfirmation,
      change_policies: changePolicies(seller, checkout),
      invoice_settings: seller.configuration.invoice ?? null,
      gift_aid: purchaser.gift_aid_eligible === true,
    },
    tickets: checkout.tickets.filter(isHeld).map((ticket) => ({
      id: ticket.id,
      was: ticket.state,
      ticket_order_id: id,
      scan_code: newTicketCode(),
    })),
  };
};

/** The rules for changes after the sale, by event, as they are today. Later settings do not affect them. */
export const changePolicies = (
  { configuration }: Seller,
  { tickets }: Pick<LockedCheckout, "tickets">,
): Record<string, ChangePolicy> =>
  Object.fromEntries(
    tickets
      .filter(isHeld)
      .map(({ event_template_id, event_category, event_self_edit }) => [
        event_template_id,
        changePolicyOf(configuration.self_edit, { category: event_category, self_edit: event_self_edit ?? undefined }),
      ]),
  );

const bookedCheckout = (
  checkout: LockedCheckout,
  order_id: string,
  booked: readonly BookedTicket[],
): LockedCheckout => {
  const scanCodes = new Map(booked.map(({ id, scan_code }) => [id, scan_code]));
  return {
    ...checkout,
    order_id,
    cart: { ...checkout.cart, state: "completed", paying: false, leased_until_settled: false },
    tickets: checkout.tickets.map((ticket) => {
      const scan_code = scanCodes.get(ticket.id);
      return scan_code === undefined
        ? ticket
        : { ...ticket, state: "booked" as const, ticket_order_id: order_id, scan_code };
    }),
  };
};
