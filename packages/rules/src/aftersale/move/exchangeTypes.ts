import type { Money } from "@foyer/contract/basics.ts";
import type { TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";
import { isChangeable } from "../../catalog/handlers.ts";
import { countsAsVisit } from "../../catalog/visibleGroups.ts";
import { ticketChoices, ticketFees, type Coins } from "../../reserve/ticketChoices.ts";
import { fromDecimal, toDecimal } from "../../values/money.ts";
import type { NewPrice } from "./moveCost.ts";

/** The types that a session sells to this visitor, with their groups. `left`: the places left; null for 100 or more. */
export type SessionOffer = {
  readonly groups: readonly TicketGroup[];
  readonly types: readonly TicketType[];
  readonly left: number | null;
};

/** A type that a ticket can be exchanged for, with its price in the session. */
export type ExchangeType = Pick<TicketType, "id" | "ticket_group_id" | "name"> & {
  readonly price: Money;
  readonly fees: Money;
};

/** What a session offers to a ticket that is already for it: the ticket's own place counts as available. */
export const withOwnPlace = ({ groups, types, left }: SessionOffer, ticket_group_id: string): SessionOffer => {
  const own = groups.find(({ id }) => id === ticket_group_id);
  const oneMore = (count: number | null): number | null => (count === null ? null : count + 1);
  return {
    groups: groups.map((group) => (group === own ? { ...group, sold_out: false, left: oneMore(group.left) } : group)),
    types,
    left: own && countsAsVisit(own) ? oneMore(left) : left,
  };
};

/**
 * The types that a ticket of a group can be exchanged for: available types of its own group, and of other groups if both
 * groups count as visitors. Types with a flexible price are left out.
 */
export const exchangeTypes = (
  { groups, types, left }: SessionOffer,
  ticket_group_id: string,
  coins: Coins,
): readonly ExchangeType[] => {
  const own = groups.find(({ id }) => id === ticket_group_id);
  const canReplace = (group: TicketGroup): boolean =>
    isChangeable(group) && (group.id === ticket_group_id || (countsAsVisit(group) && (!own || countsAsVisit(own))));
  return ticketChoices({ groups, types, sessionLeft: left, quantities: {}, inCart: {} })
    .filter(({ group, soldOut }) => !soldOut && canReplace(group))
    .flatMap((group) => group.types)
    .filter(({ flexible, max }) => flexible === null && max > 0)
    .map(({ type }) => ({
      id: type.id,
      ticket_group_id: type.ticket_group_id,
      name: type.name,
      price: type.discounted_amount,
      fees: toDecimal(
        ticketFees(type, fromDecimal(type.discounted_amount, coins.currency) ?? 0, coins),
        coins.currency,
      ),
    }));
};

/** The price of several tickets together. */
export const sumOfPrices = (prices: readonly NewPrice[], currency: string): NewPrice => {
  const sum = (amounts: readonly Money[]): Money =>
    toDecimal(
      amounts.reduce((total, amount) => total + (fromDecimal(amount, currency) ?? 0), 0),
      currency,
    );
  return { price: sum(prices.map(({ price }) => price)), fees: sum(prices.map(({ fees }) => fees)) };
};
