import { randomBytes } from "node:crypto";
import { crash, pause } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { issueGiftCards } from "../ledger/issueGiftCards.ts";
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
} from "./checkout.sql.ts";
import { queueConfirmation } from "./queueConfirmation.ts";

export type Shop = Pick<Ask, "db" | "seller" | "outside">;
export type Completed = { readonly order_id: string };

const scanCode = (): string => randomBytes(16).toString("hex").toUpperCase();

/**
 * The single place where a cart becomes an order: tickets booked, money given to the order, mail in the outbox, all in
 * one transaction under the cart's lock. Said again, it finds the order that is there. Undefined when the money is not
 * all taken yet.
 */
export const completeCart = async (outer: Shop, cart_id: string): Promise<Completed | undefined> => {
  const completed = await transact(outer, async (ask) => {
    const cart = await lockCart(ask, cart_id);
    if (!cart) return undefined;
    const order = await orderOfCart(ask, cart_id);
    if (order) return { order_id: order.id };
    await pause("after_order_check");
    if (cart.state !== "pending" || !cart.purchaser_identity_id) return undefined;

    const { total, count } = await heldTotal(ask, cart_id);
    const taken = (await paymentsOf(ask, cart_id))
      .filter((payment) => payment.state === "captured")
      .reduce((sum, payment) => sum + payment.amount, 0);
    if (count === 0 || taken !== total) return undefined;
    return book(ask, cart, cart.purchaser_identity_id, total);
  });
  if (completed) crash("after_order_commit");
  return completed;
};

const book = async (
  ask: Shop,
  cart: { id: string; identity_id: string },
  identity_id: string,
  total: number,
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
  const giftCards = await issueGiftCards(ask, order.id);
  await completeCartRow(ask, cart.id);
  await writeMoves(ask, "cart", [cart.id], "pending", "completed");
  await givePaymentsToOrder(ask, cart.id, order.id);
  await queueConfirmation(ask, order.id, giftCards);
  crash("inside_order_transaction");
  return { order_id: order.id };
};
