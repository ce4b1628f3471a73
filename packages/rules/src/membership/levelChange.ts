import type { Instant } from "@foyer/contract/basics.ts";
import { lastDayBefore } from "../catalog/purchaseTerm.ts";
import type { Minor } from "../values/money.ts";
import { partyError, type PartyType } from "./party/partyRule.ts";

/** The term in which the level is changed, and the worth of the whole term. */
export type ChangedTerm = { readonly worth: Minor; readonly valid_from: Instant; readonly valid_to: Instant };

/** The new level: its price for the same people, and the number of days that the price covers. */
export type NewLevel = { readonly price: Minor; readonly days: number };

export type LevelDifference = {
  /** The remaining days of the term, including today, and all of its days. */
  readonly days_left: number;
  readonly days_of_term: number;
  /** What the remaining days are worth at the current level, and at the new one. In minor units. */
  readonly credit: Minor;
  readonly cost: Minor;
  /** Positive: to be paid; negative: to be refunded. */
  readonly difference: Minor;
};

const dayOf = (moment: Instant | Temporal.Instant, zone: string): Temporal.PlainDate =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDate();

/** Days from one to the other, inclusive. */
const daysBetween = (first: Temporal.PlainDate, last: Temporal.PlainDate): number =>
  first.until(last, { largestUnit: "days" }).days + 1;

/** The number of days in a term by the venue's calendar, including the first and the last. */
export const daysOfTerm = ({ valid_from, valid_to }: Omit<ChangedTerm, "worth">, zone: string): number =>
  daysBetween(dayOf(valid_from, zone), Temporal.PlainDate.from(lastDayBefore(valid_to, zone)));

/** A part of an amount, rounded half up to a multiple of `step`. */
const partOf = (amount: Minor, days: number, of: number, step: Minor): Minor =>
  Math.floor((2 * amount * days + of * step) / (2 * of * step)) * step;

/**
 * The price difference of a level change for the remaining days, in days of the venue's calendar. The rest of a term never
 * costs more than the new level itself. The caller has checked that the term is running.
 */
export const levelDifference = (
  term: ChangedTerm,
  level: NewLevel,
  { now, zone, step }: { readonly now: Temporal.Instant; readonly zone: string; readonly step: Minor },
): LevelDifference => {
  const days_of_term = daysOfTerm(term, zone);
  const days_left = daysOfTerm({ valid_from: now.toString(), valid_to: term.valid_to }, zone);
  const credit = partOf(term.worth, days_left, days_of_term, step);
  const cost = partOf(level.price, Math.min(days_left, level.days), level.days, step);
  return { days_left, days_of_term, credit, cost, difference: cost - credit };
};

/**
 * Divides an amount by weights into multiples of `step` that add up to it, or into minor units if it is none itself; what is left after rounding down goes to the
 * largest remainders, and among equal ones to the first. If all weights are zero, everything goes to the first.
 */
export const divideByWeights = (amount: Minor, weights: readonly number[], step: Minor): Minor[] => {
  if (step > 1 && amount % step === 0) return divideByWeights(amount / step, weights, 1).map((share) => share * step);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum === 0) return weights.map((_, nth) => (nth === 0 ? amount : 0));
  const shares = weights.map((weight, nth) => ({
    nth,
    share: Math.floor((amount * weight) / sum),
    rest: (amount * weight) % sum,
  }));
  const left = amount - shares.reduce((all, { share }) => all + share, 0);
  const raised = new Set(
    shares
      .toSorted((one, other) => other.rest - one.rest || one.nth - other.nth)
      .slice(0, left)
      .map(({ nth }) => nth),
  );
  return shares.map(({ nth, share }) => share + (raised.has(nth) ? 1 : 0));
};

type PersonOfParty = { readonly party_role: string };

/** The types at another level for the people of a membership, in their order; or why they do not fit. */
export type PlacesAtLevel<Type> = { readonly places: readonly Type[] } | { readonly problem: string };

/** Gives each person the type with their role at another level: the holder stays the holder, a child a child. */
export const placesAtLevel = <Type extends PartyType>(
  party: readonly PersonOfParty[],
  types: readonly Type[],
): PlacesAtLevel<Type> => {
  const places: Type[] = [];
  for (const { party_role } of party) {
    const type = types.find(({ rule }) => rule.party_role === party_role);
    if (!type) return { problem: `It has no place for everybody who is on the membership.` };
    places.push(type);
  }
  const counts = new Map(types.map(({ id }) => [id, places.filter((place) => place.id === id).length]));
  const error = partyError(counts, types, false);
  if (!error) return { places };
  const name = (id: string): string => types.find((type) => type.id === id)?.name ?? "";
  if (error.kind === "nobody") return { problem: "Nobody on the membership could be its holder." };
  return error.kind === "too_few"
    ? { problem: `It needs ${error.min} × ${name(error.id)}.` }
    : { problem: `It has room for ${error.max} × ${name(error.id)}, and not more.` };
};
