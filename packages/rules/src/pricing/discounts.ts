import type { Day, Instant } from "@foyer/contract/basics.ts";
import type { Handler } from "@foyer/contract/handlers.ts";
import { isMonetary } from "../catalog/handlers.ts";
import { matchesScope, type RuleTicket } from "./checkoutRules.ts";
import type { FeeRule } from "./fees.ts";
import { localDayOf } from "../dates/localTime.ts";
import { percentOf, allocate, type Minor } from "../values/money.ts";
import { isWithinPeriod } from "../dates/period.ts";

/** Basis points off, an amount off, or a new price: per ticket, or for all tickets together. */
export type DiscountBenefit =
  | { readonly percent: number }
  | { readonly amount: Minor }
  /** Never more than the current price. */
  | { readonly price: Minor };

/** A scope of tickets; a ticket must match every list that is given. */
export type DiscountScope = {
  readonly event_template_ids?: readonly string[] | undefined;
  readonly ticket_group_ids?: readonly string[] | undefined;
  readonly ticket_type_ids?: readonly string[] | undefined;
};

export type Discount = {
  readonly id: string;
  /** A code of one of these groups activates it. Empty: it needs no code. */
  readonly code_group_ids: readonly string[];
  readonly benefit: DiscountBenefit;
  readonly per: "ticket" | "cart";
  /**
   * A ticket must match one of them. Empty: every ticket except gift cards and donations, which are worth what is
   * paid for them.
   */
  readonly scopes: readonly DiscountScope[];
  /** The minimum number of tickets in its scope. */
  readonly min_tickets: number;
  /** The maximum number of discounted tickets, the most expensive first; -1: unlimited. */
  readonly max_tickets: number;
  readonly valid_from: Instant | null;
  readonly valid_to: Instant | null;
  /** Days of the visit, inclusive; tickets without a day are then excluded. */
  readonly visit_from: Day | null;
  readonly visit_until: Day | null;
  /** `alone`: never combined with another discount in one cart. */
  readonly stacking: "alone" | "with_others";
  /** The worth of the gift code that activates it: all discounts with this id together take off no more. */
  readonly budget?: { readonly id: string; readonly amount: Minor } | undefined;
};

export type DiscountedTicket = RuleTicket &
  FeeRule & {
    readonly face_value: Minor;
    readonly handler: Handler;
    readonly start_datetime: Instant | null;
    readonly timezone: string;
    /**
     * What was taken off a booked ticket. It counts for discounts, but its price no longer changes. Absent for all other
     * tickets.
     */
    readonly booked_reduction?: Minor | undefined;
  };

export type DiscountedPrices = {
  /** The price of each ticket after discounts, in the order of the tickets; between zero and its face value. */
  readonly prices: readonly Minor[];
  /**
   * The amount that each discount takes off, by id, in order of application; only discounts that take something off.
   * Excludes what was already taken off booked tickets.
   */
  readonly taken: ReadonlyMap<string, Minor>;
};

/** Is the discount offered now? The start is inclusive, the end exclusive. */
export const isDiscountActive = (
  { valid_from, valid_to }: Pick<Discount, "valid_from" | "valid_to">,
  now: Temporal.Instant,
): boolean => isWithinPeriod(valid_from, valid_to, now);

const fitsVisitDays = (
  { start_datetime, timezone }: DiscountedTicket,
  { visit_from, visit_until }: Pick<Discount, "visit_from" | "visit_until">,
): boolean => {
  if (visit_from === null && visit_until === null) return true;
  if (start_datetime === null) return false;
  const day = localDayOf(start_datetime, timezone);
  return (visit_from === null || visit_from <= day) && (visit_until === null || day <= visit_until);
};

/** Does the discount apply to this ticket? */
export const discountApplies = (discount: Discount, ticket: DiscountedTicket): boolean =>
  (discount.scopes.length === 0 ? !isMonetary(ticket) : discount.scopes.some((scope) => matchesScope(ticket, scope))) &&
  fitsVisitDays(ticket, discount);

/** Splits a reduction in proportion, in steps if no part is then more than the whole that it is taken from. */
const shareOut = (reduction: Minor, wholes: readonly Minor[], step: Minor): readonly Minor[] => {
  const parts = allocate(reduction, wholes, step);
  return parts.every((part, index) => part <= (wholes[index] ?? 0)) ? parts : allocate(reduction, wholes, 1);
};

/** The amount that the benefit takes off each price. */
const discountAmounts = ({ benefit, per }: Discount, prices: readonly Minor[], step: Minor): readonly Minor[] => {
  const cut = (price: Minor): Minor => {
    if ("percent" in benefit) return Math.min(price, percentOf(price, benefit.percent, step));
    return Math.min(price, "amount" in benefit ? benefit.amount : Math.max(0, price - benefit.price));
  };
  return per === "ticket"
    ? prices.map(cut)
    : shareOut(cut(prices.reduce((sum, price) => sum + price, 0)), prices, step);
};

/** The reductions, lowered in proportion so that together they are at most `limit`. */
const limitTo = (limit: Minor, reductions: readonly Minor[], step: Minor): readonly Minor[] =>
  reductions.reduce((sum, reduction) => sum + reduction, 0) > limit ? shareOut(limit, reductions, step) : reductions;

/**
 * The order in which tickets get a discount that covers only some of them: booked tickets that already have it, new ones,
 * then the others.
 */
const discountRank = ({ booked_reduction: reduction }: DiscountedTicket): number => {
  if (reduction === undefined) return 1;
  return reduction > 0 ? 0 : 2;
};

/** Applies the discounts one after another, each to the price left by the previous ones. */
const applyInOrder = (
  tickets: readonly DiscountedTicket[],
  discounts: readonly Discount[],
  step: Minor,
): DiscountedPrices => {
  const prices = tickets.map((ticket) => ticket.face_value);
  const taken = new Map<string, Minor>();
  const takenByBudget = new Map<string, Minor>();
  const ranks = tickets.map(discountRank);
  for (const discount of discounts) {
    const { budget } = discount;
    const matching = tickets.flatMap((ticket, ticketIndex) => (discountApplies(discount, ticket) ? [ticketIndex] : []));
    if (matching.length < Math.max(1, discount.min_tickets)) continue;
    const ticketIndexes =
      discount.max_tickets < 0
        ? matching
        : matching
            .toSorted((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || (prices[b] ?? 0) - (prices[a] ?? 0) || a - b)
            .slice(0, discount.max_tickets);
    const wanted = discountAmounts(
      discount,
      ticketIndexes.map((ticketIndex) => prices[ticketIndex] ?? 0),
      step,
    );
    const reductions = budget ? limitTo(budget.amount - (takenByBudget.get(budget.id) ?? 0), wanted, step) : wanted;
    let [sum, sumOfAll] = [0, 0];
    ticketIndexes.forEach((ticketIndex, index) => {
      const reduction = reductions[index] ?? 0;
      prices[ticketIndex] = (prices[ticketIndex] ?? 0) - reduction;
      sumOfAll += reduction;
      if (tickets[ticketIndex]?.booked_reduction === undefined) sum += reduction;
    });
    if (sum > 0) taken.set(discount.id, sum);
    if (budget) takenByBudget.set(budget.id, (takenByBudget.get(budget.id) ?? 0) + sumOfAll);
  }
  return { prices, taken };
};

const totalDiscount = ({ taken }: DiscountedPrices): Minor =>
  [...taken.values()].reduce((sum, amount) => sum + amount, 0);

/**
 * Prices after the active discounts, given in the seller's order. Combinable discounts are applied one after the
 * other; a discount that excludes others replaces them all if that is better for the buyer. Of equal alternatives the
 * first wins: combined before alone, then the seller's order. What a percentage takes off is a multiple of `step`.
 */
export const applyDiscounts = (
  tickets: readonly DiscountedTicket[],
  discounts: readonly Discount[],
  step: Minor,
): DiscountedPrices => {
  const stackable = discounts.filter(({ stacking }) => stacking === "with_others");
  const candidates = [stackable, ...discounts.filter(({ stacking }) => stacking === "alone").map((one) => [one])];
  return candidates
    .map((candidate) => applyInOrder(tickets, candidate, step))
    .reduce((best, candidate) => (totalDiscount(candidate) > totalDiscount(best) ? candidate : best));
};
