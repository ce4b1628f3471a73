import { randomBytes } from "node:crypto";
import { crash, pause } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { issueGiftCards } from "../ledger/issueGiftCards.ts";
import { issueMemberships } from "../membership/issueMemberships.ts";
import {
  bookTickets,
  completeCartRow,
  givePaymentsToOrder,
  heldTickets,
  heldTotal,
  insertOrder,
  lockCart,
  orderOfCart,
  paymentsOf,
  writeMoves,
  type LockedCart,
  type PaymentRow,
} from "./checkout.sql.ts";
import { attemptOf, isEnough, paidBefore } from "./parts.ts";
import { queueConfirmation } from "./queueConfirmation.ts";
import { queuePartPaid } from "./queuePartPaid.ts";
import { balanceOfCart } from "./schedule.ts";
import { freezeParts, keepPartPaid } from "./schedule.sql.ts";

export type Shop = Pick<Ask, "db" | "seller" | "outside">;
/** completed: the order is there. partial: a part is paid for good, the rest is due by the cart's schedule. */
export type Completed = { readonly outcome: "completed"; readonly order_id: string } | { readonly outcome: "partial" };

const scanCode = (): string => randomBytes(16).toString("hex").toUpperCase();

/**
 * The single place where a cart becomes an order: tickets booked, money given to the order, mail in the outbox, all in
 * one transaction under the cart's lock. Of a cart that is sold with a payment plan a part is enough for it to be kept,
 * without an end and as it is, until the last one makes the order. Said again, it finds what is there. Undefined when the
 * money is not all taken yet.
 */
export const completeCart = async (outer: Shop, cart_id: string): Promise<Completed | undefined> => {
  const completed = await transact(outer, async (ask): Promise<Completed | undefined> => {
    const cart = await lockCart(ask, cart_id);
    if (!cart) return undefined;
    const order = await orderOfCart(ask, cart_id);
    if (order) return { outcome: "completed", order_id: order.id };
    await pause("after_order_check");
    if (cart.state !== "pending" || !cart.purchaser_identity_id) return undefined;

    const held = await heldTotal(ask, cart_id);
    const payments = await paymentsOf(ask, cart_id);
    const attempt = attemptOf(payments, cart.version);
    const before = paidBefore(payments, cart.version);
    if (held.count === 0 || attempt.open.length > 0) return undefined;
    if (before + attempt.sum === held.total) return book(ask, cart, cart.purchaser_identity_id, held);
    if (attempt.sum > 0 && isEnough(cart, held, { before, attempt })) return keepPart(ask, cart, held, attempt.parts);
    return cart.part_paid && attempt.sum === 0 ? { outcome: "partial" } : undefined;
  });
  if (completed?.outcome === "completed") crash("after_order_commit");
  return completed;
};

/** The first part that is taken fixes the schedule by which the others are due. */
const keepPart = async (
  ask: Shop,
  cart: LockedCart,
  held: Awaited<ReturnType<typeof heldTotal>>,
  taken: readonly Pick<PaymentRow, "id">[],
): Promise<Completed> => {
  if (!cart.part_paid) {
    const { parts } = await balanceOfCart(ask, cart, held, 0);
    await freezeParts(ask, cart.id, parts);
  }
  await keepPartPaid(ask, cart.id);
  await queuePartPaid(
    ask,
    cart.id,
    taken.map(({ id }) => id),
  );
  return { outcome: "partial" };
};

const book = async (
  ask: Shop,
  cart: { id: string; identity_id: string },
  identity_id: string,
  {
    total,
    sells_gift_cards,
    sells_memberships,
  }: Pick<Awaited<ReturnType<typeof heldTotal>>, "total" | "sells_gift_cards" | "sells_memberships">,
): Promise<Completed> => {
  const tickets = await heldTickets(ask, cart.id);
  const order = await insertOrder(ask, {
    identity_id,
    owner_identity_id: cart.identity_id,
    cart_id: cart.id,
    currency: ask.seller.default_currency_code,
    total,
    scan_code: scanCode(),
  });
  await bookTickets(
    ask,
    order.id,
    tickets.map(({ id }) => ({ id, scan_code: scanCode() })),
  );
  for (const state of ["held", "in_cart"] as const) {
    await writeMoves(
      ask,
      "ticket",
      tickets.filter((ticket) => ticket.state === state).map((ticket) => ticket.id),
      state,
      "booked",
    );
  }
  if (sells_gift_cards) await issueGiftCards(ask, order.id);
  if (sells_memberships) await issueMemberships(ask, order.id);
  await completeCartRow(ask, cart.id);
  await writeMoves(ask, "cart", [cart.id], "pending", "completed");
  await givePaymentsToOrder(ask, cart.id, order.id);
  await queueConfirmation(ask, order.id);
  crash("inside_order_transaction");
  return { outcome: "completed", order_id: order.id };
};
