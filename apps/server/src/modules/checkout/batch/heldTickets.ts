import type { CheckoutTicket } from "./lockCheckout.sql.ts";

export const isHeld = ({ state }: Pick<CheckoutTicket, "state">): boolean => state === "held" || state === "in_cart";

/** The price of a ticket after discounts with its outside fees, in minor units. */
export const priceOf = (ticket: Pick<CheckoutTicket, "adjusted_value" | "fee_fixed" | "fee_percent">): number =>
  ticket.adjusted_value + ticket.fee_fixed + ticket.fee_percent;
