import type { Day, Instant } from "@foyer/contract/basics.ts";
import type { Handler } from "@foyer/contract/handlers.ts";
import { isMonetary } from "../catalog/handlers.ts";
import { matchesScope, type RuleTicket } from "./checkoutRules.ts";
import type { FeeRule } from "./fees.ts";
import { percentOf, allocate, type Minor } from "../values/money.ts";

/** Basis points off, an amount off, or what it costs instead: of each ticket, or of all of them together. */
export type DiscountBenefit =
  | { readonly percent: number }
  | { readonly amount: Minor }
  /** Never dearer than before. */
  | { readonly price: Minor };

/** Tickets of what is named; all that is named has to fit. */
export type DiscountScope = {
  readonly event_template_ids?: readonly string[] | undefined;
  readonly ticket_group_ids?: readonly string[] | undefined;
  readonly ticket_type_ids?: readonly string[] | undefined;
};

export type Discount = {
  readonly id: string;
  /** A code of one of these groups puts it to work. None: it needs no code. */
  readonly code_group_ids: readonly string[];
  readonly benefit: DiscountBenefit;
  readonly per: "ticket" | "cart";
  /** Any of them. None: every ticket but gift cards and donations, which are worth what is paid for them. */
  readonly scopes: readonly DiscountScope[];
  /** From so many tickets of its scope on. */
  readonly min_tickets: number;
  /** For so many of them at most, the dearest first; -1: for all. */
  readonly max_tickets: number;
  readonly valid_from: Instant | null;
  readonly valid_to: Instant | null;
  /** Days of the visit, both included; tickets without a day are then left out. */
  readonly visit_from: Day | null;
  readonly visit_until: Day | null;
  /** `alone`: it never meets another discount in one cart. */
  readonly stacking: "alone" | "with_others";
};

export type DiscountedTicket = RuleTicket &
  FeeRule & {
    readonly face_value: Minor;
    readonly handler: Handler;
    readonly start_datetime: Instant | null;
    readonly timezone: string;
  };

export type DiscountedPrices = {
  /** What each ticket costs then, in the order of the tickets; between zero and its face value. */
  readonly prices: readonly Minor[];
  /** What each discount takes off, by its id, in the order in which they were taken; none that takes nothing. */
  readonly taken: ReadonlyMap<string, Minor>;
};

/** Is it offered at this moment? The first moment counts, the last does not. */
export const isDiscountActive = (
  { valid_from, valid_to }: Pick<Discount, "valid_from" | "valid_to">,
  now: Temporal.Instant,
) =>
  (valid_from === null || Temporal.Instant.compare(Temporal.Instant.from(valid_from), now) <= 0) &&
  (valid_to === null || Temporal.Instant.compare(now, Temporal.Instant.from(valid_to)) < 0);

const fitsVisitDays = (
  { start_datetime, timezone }: DiscountedTicket,
  { visit_from, visit_until }: Pick<Discount, "visit_from" | "visit_until">,
): boolean => {
  if (visit_from === null && visit_until === null) return true;
  if (start_datetime === null) return false;
  const day = Temporal.Instant.from(start_datetime).toZonedDateTimeISO(timezone).toPlainDate().toString();
  return (visit_from === null || visit_from <= day) && (visit_until === null || day <= visit_until);
};

/** Is this ticket one of those that the discount is for? */
export const discountApplies = (discount: Discount, ticket: DiscountedTicket): boolean =>
  (discount.scopes.length === 0 ? !isMonetary(ticket) : discount.scopes.some((scope) => matchesScope(ticket, scope))) &&
  fitsVisitDays(ticket, discount);

/** What the benefit takes from each of these prices. */
const discountAmounts = ({ benefit, per }: Discount, prices: readonly Minor[]): readonly Minor[] => {
  const cut = (price: Minor): Minor => {
    if ("percent" in benefit) return Math.min(price, percentOf(price, benefit.percent));
    return Math.min(price, "amount" in benefit ? benefit.amount : Math.max(0, price - benefit.price));
  };
  return per === "ticket" ? prices.map(cut) : allocate(cut(prices.reduce((sum, price) => sum + price, 0)), prices);
};

/** One discount after the other, each on what the ones before it left of a price. */
const applyInOrder = (tickets: readonly DiscountedTicket[], discounts: readonly Discount[]): DiscountedPrices => {
  const prices = tickets.map((ticket) => ticket.face_value);
  const taken = new Map<string, Minor>();
  for (const discount of discounts) {
    const fitting = tickets.flatMap((ticket, ticketIndex) => (discountApplies(discount, ticket) ? [ticketIndex] : []));
    if (fitting.length < Math.max(1, discount.min_tickets)) continue;
    const ticketIndexes =
      discount.max_tickets < 0
        ? fitting
        : fitting.toSorted((a, b) => (prices[b] ?? 0) - (prices[a] ?? 0) || a - b).slice(0, discount.max_tickets);
    const cuts = discountAmounts(
      discount,
      ticketIndexes.map((ticketIndex) => prices[ticketIndex] ?? 0),
    );
    let sum = 0;
    ticketIndexes.forEach((ticketIndex, index) => {
      const cut = cuts[index] ?? 0;
      prices[ticketIndex] = (prices[ticketIndex] ?? 0) - cut;
      sum += cut;
    });
    if (sum > 0) taken.set(discount.id, sum);
  }
  return { prices, taken };
};

const totalDiscount = ({ taken }: DiscountedPrices): Minor =>
  [...taken.values()].reduce((sum, amount) => sum + amount, 0);

/**
 * What tickets cost under the discounts that are in force, told in the seller's order. Those that go with others are
 * taken one after the other; one that stands alone is taken instead of all of them where that is better for the buyer. Of
 * two ways that are worth the same the first is taken: together before alone, then in the seller's order.
 */
export const applyDiscounts = (
  tickets: readonly DiscountedTicket[],
  discounts: readonly Discount[],
): DiscountedPrices => {
  const stackable = discounts.filter(({ stacking }) => stacking === "with_others");
  const candidates = [stackable, ...discounts.filter(({ stacking }) => stacking === "alone").map((one) => [one])];
  return candidates
    .map((candidate) => applyInOrder(tickets, candidate))
    .reduce((best, candidate) => (totalDiscount(candidate) > totalDiscount(best) ? candidate : best));
};
