import type { Minor } from "../values/money.ts";

/** The amounts of one ticket: price, price after discounts and outside fees, as stored when it was held. */
export type TicketAmounts = {
  readonly face_value: Minor;
  readonly adjusted_value: Minor;
  readonly fee_fixed: Minor;
  readonly fee_percent: Minor;
};

export type Totals = {
  readonly subtotal: Minor;
  readonly fee_fixed: Minor;
  readonly fee_percent: Minor;
  /** The sum of the discounts, zero or negative. */
  readonly discount: Minor;
  /** Subtotal, fees and discount. */
  readonly total: Minor;
  readonly payments: Minor;
  /** Total minus payments; negative if too much was paid. */
  readonly outstanding: Minor;
};

const sum = (amounts: readonly Minor[]): Minor => amounts.reduce((all, amount) => all + amount, 0);

/** The totals of a cart or an order. `payments`: captured amounts, with refunds as negative amounts. */
export const computeTotals = (tickets: readonly TicketAmounts[], payments: readonly Minor[] = []): Totals => {
  const subtotal = sum(tickets.map((ticket) => ticket.face_value));
  const fee_fixed = sum(tickets.map((ticket) => ticket.fee_fixed));
  const fee_percent = sum(tickets.map((ticket) => ticket.fee_percent));
  const discount = sum(tickets.map((ticket) => ticket.adjusted_value - ticket.face_value));
  const total = subtotal + fee_fixed + fee_percent + discount;
  const paid = sum(payments);
  return { subtotal, fee_fixed, fee_percent, discount, total, payments: paid, outstanding: total - paid };
};
