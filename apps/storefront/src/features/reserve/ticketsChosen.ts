import type { Cart } from "@foyer/contract/cart.ts";
import type { TicketGroup, TicketType } from "@foyer/contract/catalog.ts";
import {
  basketOf,
  choicesOf,
  chosenOf,
  countByGroup,
  fitted,
  usualQuantities,
  type Basket,
  type GroupChoice,
  type MemberLimits,
  type Quantities,
  type TypedPrices,
} from "@foyer/rules/choosing.ts";
import type { Chosen } from "@foyer/rules/messages.ts";
import type { Missing } from "@foyer/rules/reserveFlow.ts";
import { missingTickets } from "@foyer/rules/reserveMissing.ts";

export type TicketsOffered = {
  readonly groups: readonly TicketGroup[];
  readonly types: readonly TicketType[];
  readonly sessionLeft: number | null;
  readonly cart: Cart | undefined;
  readonly memberLimits?: MemberLimits | undefined;
  /** 'usual': nobody has said how many, and one ticket goes without saying. */
  readonly wanted: Quantities | "usual";
  readonly prices: TypedPrices;
  readonly currency: string;
};

export type TicketsChosen = {
  readonly quantities: Quantities;
  readonly choices: readonly GroupChoice[];
  readonly chosen: readonly Chosen[];
  readonly basket: Basket;
  readonly missing: Missing | undefined;
};

/** How many of what can be had and is chosen, once it is known when. */
export const ticketsChosen = (offered: TicketsOffered): TicketsChosen => {
  const { groups, types, sessionLeft, cart, memberLimits, wanted, prices, currency } = offered;
  const inCart = countByGroup(cart?.lines.flatMap((line) => line.types) ?? []);
  const choosing = { groups, types, sessionLeft, inCart, memberLimits };
  const quantities = fitted(choosing, wanted === "usual" ? usualQuantities(groups, types) : wanted);
  const choices = choicesOf({ ...choosing, quantities });
  return {
    quantities,
    choices,
    chosen: chosenOf(choices),
    basket: basketOf(choices, prices, currency),
    missing: missingTickets(choices, prices, currency),
  };
};
