import type { TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";
import { isOneTicket } from "../catalog/handlers.ts";
import { ticketChoices, isInvalidPrice, type GroupChoice, type EnteredPrices } from "./ticketChoices.ts";
import { fromDecimal } from "../values/money.ts";
import { linkedTickets, type ReserveQuery } from "./reserveQuery.ts";

/** The groups on the one-ticket form. With `tg` only those; groups hidden except by link show only if named. */
export const oneTicketGroups = (groups: readonly TicketGroup[], tg: readonly string[]): readonly TicketGroup[] =>
  groups
    .filter((group) => isOneTicket(group) && (group.available || group.sold_out))
    .filter((group) => (tg.length > 0 ? tg.includes(group.id) : group.hidden_type !== "public_link_only"))
    .toSorted((one, other) => one._rank - other._rank);

/** The selected type, and the amount if its price is flexible. */
export type ChosenAmount = { readonly ticket_type_id: string | undefined; readonly price: string };

/**
 * The preselection of a link: `select` (or `quantity`) names a type by id or name, `price` an amount. An amount alone
 * selects the type with that price, else one with a flexible price. A single type is always selected.
 */
export const linkedAmount = (
  query: Pick<ReserveQuery, "quantity" | "select" | "price">,
  types: readonly TicketType[],
  currency: string,
): ChosenAmount => {
  const price = query.price ?? "";
  const named = Object.keys(linkedTickets(query, types).quantities)[0];
  const amount = fromDecimal(price, currency);
  const byPrice =
    query.select === undefined && amount !== undefined
      ? (types.find((type) => !isFlexible(type) && fromDecimal(type.discounted_amount, currency) === amount) ??
        types.find(isFlexible))
      : undefined;
  const only = types.length === 1 ? types[0] : undefined;
  return { ticket_type_id: named ?? byPrice?.id ?? only?.id, price };
};

const isFlexible = ({ currency_amount_min: min, currency_amount_max: max }: TicketType): boolean =>
  min !== null && max !== null;

/** One ticket of the selected type, in the shape of the other forms. */
export const amountChoices = (
  groups: readonly TicketGroup[],
  types: readonly TicketType[],
  { ticket_type_id }: Pick<ChosenAmount, "ticket_type_id">,
): readonly GroupChoice[] =>
  ticketChoices({
    groups,
    types,
    sessionLeft: null,
    quantities: ticket_type_id === undefined ? {} : { [ticket_type_id]: 1 },
    inCart: {},
  });

/** The missing step of the amount selection. */
export const amountMissing = (
  choices: readonly GroupChoice[],
  prices: EnteredPrices,
  currency: string,
): "amount" | "price" | undefined => {
  const chosen = choices
    .filter(({ soldOut }) => !soldOut)
    .flatMap(({ types }) => types)
    .find(({ quantity }) => quantity > 0);
  if (!chosen) return "amount";
  return chosen.flexible && isInvalidPrice(chosen.flexible, prices[chosen.type.id], currency) ? "price" : undefined;
};
