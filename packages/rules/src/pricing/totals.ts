import type { Minor } from "../values/money.ts";

/** What one ticket adds: its price, the price after discounts, and its outside fees, as they were taken when it was held. */
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
  /** Zero or less. */
  readonly discount: Minor;
  /** What all of it costs: subtotal, fees and discount. */
  readonly total: Minor;
  readonly payments: Minor;
  /** What is still to be paid: total less payments. Below zero when more was paid. */
  readonly outstanding: Minor;
};

const sum = (amounts: readonly Minor[]): Minor => amounts.reduce((all, amount) => all + amount, 0);

/** What a cart or an order comes to. `payments`: the captured amounts, less what was given back. */
export const computeTotals = (tickets: readonly TicketAmounts[], payments: readonly Minor[] = []): Totals => {
  const subtotal = sum(tickets.map((ticket) => ticket.face_value));
  const fee_fixed = sum(tickets.map((ticket) => ticket.fee_fixed));
  const fee_percent = sum(tickets.map((ticket) => ticket.fee_percent));
  const discount = sum(tickets.map((ticket) => ticket.adjusted_value - ticket.face_value));
  const total = subtotal + fee_fixed + fee_percent + discount;
  const paid = sum(payments);
  return { subtotal, fee_fixed, fee_percent, discount, total, payments: paid, outstanding: total - paid };
};
