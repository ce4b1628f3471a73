import { allocate, type Minor } from "../values/money.ts";
import { discountApplies, type Discount, type DiscountedTicket } from "./discounts.ts";

/** A ticket that is still valid, with its price before and after discounts. */
export type RemainingTicket = DiscountedTicket & { readonly adjusted_value: Minor };

type GrantedDiscount = Discount & { readonly amount: Minor };

const sum = (amounts: readonly Minor[]): Minor => amounts.reduce((all, amount) => all + amount, 0);

/**
 * What each discount takes off the tickets that are still valid, in the order of the discounts. `amount` is what it took
 * off all tickets of the order, including those cancelled since. A ticket's reduction is shared among the discounts that
 * apply to it, in proportion to these amounts.
 */
export const remainingDiscounts = (
  tickets: readonly RemainingTicket[],
  discounts: readonly GrantedDiscount[],
): readonly Minor[] => {
  const given = discounts.map(({ amount }) => amount);
  const reductionOf = ({ face_value, adjusted_value }: RemainingTicket): Minor => face_value - adjusted_value;
  if (sum(tickets.map(reductionOf)) === sum(given)) return given;
  return tickets
    .map((ticket) => {
      const applying = discounts.map((discount) => (discountApplies(discount, ticket) ? discount.amount : 0));
      return allocate(reductionOf(ticket), sum(applying) > 0 ? applying : given, 1);
    })
    .reduce(
      (all, shares) => all.map((amount, index) => amount + (shares[index] ?? 0)),
      discounts.map(() => 0),
    );
};
