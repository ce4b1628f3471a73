import { applyDiscounts, type Discount, type DiscountedTicket } from "./discounts.ts";
import type { Minor } from "../values/money.ts";

/** Discounts from more tickets on than these are not a price of one. */
const maxMinTickets = 100;

/**
 * What a ticket of a type costs under discounts that are in force, as it can be told before there is a cart: for one that
 * is bought as often as its discounts ask. What is taken off a whole cart is no price of a ticket, and a day of the visit
 * is not known yet.
 */
export const advertisedPrice = (ticket: DiscountedTicket, discounts: readonly Discount[]): Minor => {
  const applicable = discounts.filter(
    ({ per, visit_from, visit_until, min_tickets }) =>
      per === "ticket" && visit_from === null && visit_until === null && min_tickets <= maxMinTickets,
  );
  const quantity = Math.max(1, ...applicable.map(({ min_tickets }) => min_tickets));
  const tickets = Array.from({ length: quantity }, () => ticket);
  return applyDiscounts(tickets, applicable).prices[0] ?? ticket.face_value;
};
