import type { Day, Instant } from "@foyer/contract/basics.ts";
import type { Handler } from "@foyer/contract/catalog.ts";
import { isAbout, type RuledTicket } from "./checkoutRules.ts";
import type { FeeRule } from "./fees.ts";
import { percentOf, split, type Minor } from "./money.ts";

/** Basis points off, an amount off, or what it costs instead: of each ticket, or of all of them together. */
export type Benefit =
  | { readonly percent: number }
  | { readonly amount: Minor }
  /** Never dearer than before. */
  | { readonly price: Minor };

/** Tickets of what is named; all that is named has to fit. */
export type Scope = {
  readonly event_template_ids?: readonly string[] | undefined;
  readonly ticket_group_ids?: readonly string[] | undefined;
  readonly ticket_type_ids?: readonly string[] | undefined;
};

export type Discount = {
  readonly id: string;
  /** A code of one of these groups puts it to work. None: it needs no code. */
  readonly code_group_ids: readonly string[];
  readonly benefit: Benefit;
  readonly per: "ticket" | "cart";
  /** Any of them. None: every ticket but gift cards and donations, which are worth what is paid for them. */
  readonly scopes: readonly Scope[];
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

export type DiscountedTicket = RuledTicket &
  FeeRule & {
    readonly face_value: Minor;
    readonly handler: Handler;
    readonly start_datetime: Instant | null;
    readonly timezone: string;
  };

export type Discounted = {
  /** What each ticket costs then, in the order of the tickets; between zero and its face value. */
  readonly prices: readonly Minor[];
  /** What each discount takes off, by its id, in the order in which they were taken; none that takes nothing. */
  readonly taken: ReadonlyMap<string, Minor>;
};

/** Is it offered at this moment? The first moment counts, the last does not. */
export const isOffered = ({ valid_from, valid_to }: Pick<Discount, "valid_from" | "valid_to">, now: Temporal.Instant) =>
  (valid_from === null || Temporal.Instant.compare(Temporal.Instant.from(valid_from), now) <= 0) &&
  (valid_to === null || Temporal.Instant.compare(now, Temporal.Instant.from(valid_to)) < 0);

const fitsVisit = (
  { start_datetime, timezone }: DiscountedTicket,
  { visit_from, visit_until }: Pick<Discount, "visit_from" | "visit_until">,
): boolean => {
  if (visit_from === null && visit_until === null) return true;
  if (start_datetime === null) return false;
  const day = Temporal.Instant.from(start_datetime).toZonedDateTimeISO(timezone).toPlainDate().toString();
  return (visit_from === null || visit_from <= day) && (visit_until === null || day <= visit_until);
};

const isMoney = ({ handler }: DiscountedTicket): boolean => handler === "ledger" || handler === "donation";

/** Is this ticket one of those that the discount is for? */
export const isFor = (discount: Discount, ticket: DiscountedTicket): boolean =>
  (discount.scopes.length === 0 ? !isMoney(ticket) : discount.scopes.some((scope) => isAbout(ticket, scope))) &&
  fitsVisit(ticket, discount);

/** What the benefit takes from each of these prices. */
const cutsOf = ({ benefit, per }: Discount, prices: readonly Minor[]): readonly Minor[] => {
  const cut = (price: Minor): Minor => {
    if ("percent" in benefit) return Math.min(price, percentOf(price, benefit.percent));
    return Math.min(price, "amount" in benefit ? benefit.amount : Math.max(0, price - benefit.price));
  };
  return per === "ticket" ? prices.map(cut) : split(cut(prices.reduce((sum, price) => sum + price, 0)), prices);
};

/** One discount after the other, each on what the ones before it left of a price. */
const takeAll = (tickets: readonly DiscountedTicket[], discounts: readonly Discount[]): Discounted => {
  const prices = tickets.map((ticket) => ticket.face_value);
  const taken = new Map<string, Minor>();
  for (const discount of discounts) {
    const fitting = tickets.flatMap((ticket, place) => (isFor(discount, ticket) ? [place] : []));
    if (fitting.length < Math.max(1, discount.min_tickets)) continue;
    const places =
      discount.max_tickets < 0
        ? fitting
        : fitting.toSorted((a, b) => (prices[b] ?? 0) - (prices[a] ?? 0) || a - b).slice(0, discount.max_tickets);
    const cuts = cutsOf(
      discount,
      places.map((place) => prices[place] ?? 0),
    );
    let sum = 0;
    places.forEach((place, index) => {
      const cut = cuts[index] ?? 0;
      prices[place] = (prices[place] ?? 0) - cut;
      sum += cut;
    });
    if (sum > 0) taken.set(discount.id, sum);
  }
  return { prices, taken };
};

const worth = ({ taken }: Discounted): Minor => [...taken.values()].reduce((sum, amount) => sum + amount, 0);

/**
 * What tickets cost under the discounts that are in force, told in the seller's order. Those that go with others are
 * taken one after the other; one that stands alone is taken instead of all of them where that is better for the buyer. Of
 * two ways that are worth the same the first is taken: together before alone, then in the seller's order.
 */
export const discounted = (tickets: readonly DiscountedTicket[], discounts: readonly Discount[]): Discounted => {
  const together = discounts.filter(({ stacking }) => stacking === "with_others");
  const ways = [together, ...discounts.filter(({ stacking }) => stacking === "alone").map((one) => [one])];
  return ways.map((way) => takeAll(tickets, way)).reduce((best, way) => (worth(way) > worth(best) ? way : best));
};
