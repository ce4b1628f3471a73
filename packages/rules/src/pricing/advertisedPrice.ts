import { applyDiscounts, type Discount, type DiscountedTicket } from "./discounts.ts";
import type { Minor } from "../values/money.ts";

/** Discounts that require more tickets than this do not affect the advertised price. */
const maxMinTickets = 100;

/**
 * The advertised price of one ticket, before there is a cart, assuming as many tickets as its discounts require. Discounts
 * on a whole cart or on certain days of visit are left out. In minor units.
 */
export const advertisedPrice = (ticket: DiscountedTicket, discounts: readonly Discount[], step: Minor): Minor => {
  const applicable = discounts.filter(
    ({ per, visit_from, visit_until, min_tickets }) =>
      per === "ticket" && visit_from === null && visit_until === null && min_tickets <= maxMinTickets,
  );
  const quantity = Math.max(1, ...applicable.map(({ min_tickets }) => min_tickets));
  const tickets = Array.from({ length: quantity }, () => ticket);
  return applyDiscounts(tickets, applicable, step).prices[0] ?? ticket.face_value;
};
