import type { Minor } from "../../values/money.ts";

type TicketPrice = { readonly adjusted_value: Minor; readonly fee_percent: Minor; readonly fee_fixed: Minor };

/**
 * A new ticket of a change. `covered`: what was paid for the ticket that it replaces, less the fee that the seller keeps.
 */
export type MovedPrice = TicketPrice & { readonly id: string; readonly covered: Minor };

export type LoweredPrice = TicketPrice & { readonly id: string };

const totalOf = ({ adjusted_value, fee_percent, fee_fixed }: TicketPrice): Minor =>
  adjusted_value + fee_percent + fee_fixed;

/** Lowers a price by an amount: first the ticket's price, then its fees. */
const lowered = ({ id, ...price }: MovedPrice, amount: Minor): LoweredPrice => {
  let rest = amount;
  const less = (value: Minor): Minor => {
    const taken = Math.min(value, rest);
    rest -= taken;
    return value - taken;
  };
  return {
    id,
    adjusted_value: less(price.adjusted_value),
    fee_percent: less(price.fee_percent),
    fee_fixed: less(price.fee_fixed),
  };
};

/**
 * The prices of a change's new tickets when the venue waives the difference: tickets that cost more than was paid before
 * are lowered, at most to that amount, until nothing is due. So nobody is later refunded money that they never paid.
 */
export const waiveDifference = (tickets: readonly MovedPrice[], due: Minor): readonly LoweredPrice[] => {
  let rest = due;
  return tickets.flatMap((ticket) => {
    const amount = Math.min(rest, Math.max(0, totalOf(ticket) - ticket.covered));
    rest -= amount;
    return amount > 0 ? [lowered(ticket, amount)] : [];
  });
};
