import type { Money } from "@foyer/contract/basics.ts";
import { fromDecimal, toDecimal, type Minor } from "../../values/money.ts";

/** A ticket that is moved: what was paid for it, and what the seller keeps of that. */
export type MovedTicket = { readonly value: Money; readonly change_fee: Money };

/** The price of the new tickets, before their fees. */
export type NewPrice = { readonly price: Money; readonly fees: Money };

/** What moving tickets costs: more than 0 is to be paid, less comes back. */
export const moveCost = (tickets: readonly MovedTicket[], { price, fees }: NewPrice, currency: string): Minor => {
  const minor = (amount: Money): Minor => fromDecimal(amount, currency) ?? 0;
  const paid = tickets.reduce((sum, { value, change_fee }) => sum + minor(value) - minor(change_fee), 0);
  return minor(price) + minor(fees) - paid;
};

/** What the seller keeps of tickets that are moved. */
export const moveFee = (tickets: readonly MovedTicket[], currency: string): Money =>
  toDecimal(
    tickets.reduce((sum, { change_fee }) => sum + (fromDecimal(change_fee, currency) ?? 0), 0),
    currency,
  );
