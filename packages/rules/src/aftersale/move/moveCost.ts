import type { Money } from "@foyer/contract/basics.ts";
import { fromDecimal, toDecimal, type Minor } from "../../values/money.ts";

/** A ticket to be moved: what was paid for it, and the fee that the seller keeps. */
export type MovedTicket = { readonly value: Money; readonly change_fee: Money };

/** The price of the new tickets before fees, and the fees on top of it. */
export type NewPrice = { readonly price: Money; readonly fees: Money };

/** The cost of moving tickets: positive is to be paid, negative is refunded. */
export const moveCost = (tickets: readonly MovedTicket[], { price, fees }: NewPrice, currency: string): Minor => {
  const minor = (amount: Money): Minor => fromDecimal(amount, currency) ?? 0;
  const paid = tickets.reduce((sum, { value, change_fee }) => sum + minor(value) - minor(change_fee), 0);
  return minor(price) + minor(fees) - paid;
};

/** The fee that the seller keeps for the moved tickets. */
export const moveFee = (tickets: readonly MovedTicket[], currency: string): Money =>
  toDecimal(
    tickets.reduce((sum, { change_fee }) => sum + (fromDecimal(change_fee, currency) ?? 0), 0),
    currency,
  );
