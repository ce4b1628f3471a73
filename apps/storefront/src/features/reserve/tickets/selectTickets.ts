import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { EventTemplate, TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import { leftToAdd } from "@foyer/rules/reserve/leftToAdd.ts";
import {
  selectionTotal,
  ticketChoices,
  selectedTickets,
  countByGroup,
  clampQuantities,
  defaultQuantities,
  eventLimitOf,
  suggestedPrices,
  type SelectionTotal,
  type GroupChoice,
  type MemberLimits,
  type Quantities,
  type EnteredPrices,
  type Coins,
} from "@foyer/rules/reserve/ticketChoices.ts";
import type { SelectedTicket } from "@foyer/rules/catalog/messageRules.ts";
import type { MissingStep } from "@foyer/rules/reserve/reserveState.ts";
import { missingTicketStep } from "@foyer/rules/reserve/missingStep.ts";

export type TicketOffer = {
  readonly event: Pick<EventTemplate, "id" | "meta"> | undefined;
  readonly groups: readonly TicketGroup[];
  readonly types: readonly TicketType[];
  readonly session: Pick<EventSession, "id" | "left"> | undefined;
  /** The cart's tickets for the session can be replaced, so their places count as left. */
  readonly canReplaceHeld?: boolean;
  readonly cart: Cart | undefined;
  readonly memberLimits?: MemberLimits | undefined;
  /** 'usual': no quantity was chosen, so a single ticket is preselected if there is only one obvious choice. */
  readonly wanted: Quantities | "usual";
  /** Entered by the visitor, or set by a link. */
  readonly prices: EnteredPrices;
  readonly coins: Coins;
};

export type TicketSelection = {
  readonly quantities: Quantities;
  readonly choices: readonly GroupChoice[];
  /** Entered, or suggested by the seller. */
  readonly prices: EnteredPrices;
  readonly chosen: readonly SelectedTicket[];
  readonly basket: SelectionTotal;
  readonly missing: MissingStep | undefined;
};

/** Choices, quantities and totals once the time is known. */
export const selectTickets = (offer: TicketOffer): TicketSelection => {
  const { event, groups, types, session, canReplaceHeld = false, cart, memberLimits, wanted, coins } = offer;
  const prices = { ...suggestedPrices(types), ...offer.prices };
  const lines = cart?.lines ?? [];
  const inCart = countByGroup(lines.flatMap((line) => line.types));
  const sessionLeft = leftToAdd(session, canReplaceHeld ? [] : lines, groups);
  const input = { groups, types, sessionLeft, inCart, eventLimit: eventLimitOf(event, lines), memberLimits };
  const quantities = clampQuantities(input, wanted === "usual" ? defaultQuantities(groups, types) : wanted);
  const choices = ticketChoices({ ...input, quantities });
  return {
    quantities,
    choices,
    prices,
    chosen: selectedTickets(choices),
    basket: selectionTotal(choices, prices, coins),
    missing: missingTicketStep(choices, prices, coins.currency),
  };
};
