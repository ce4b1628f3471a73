import { isVisit } from "../catalog/handlers.ts";
import { fromDecimal } from "../values/money.ts";
import { maxTicketsPerType } from "./quantities.ts";
import type { GroupChoice, TypeChoice } from "./ticketChoices.ts";

const isFree = ({ type, flexible }: TypeChoice, currency: string): boolean =>
  !flexible && type.outside_fees.length === 0 && fromDecimal(type.discounted_amount, currency) === 0;

/** Is this a ticket that a membership makes free? */
export const isFreeForMembers = (choice: TypeChoice, currency: string): boolean =>
  choice.allowance !== undefined && isFree(choice, currency);

/**
 * The free tickets that a membership has left while these full-price tickets are chosen; 0 if there are none, or if no
 * chosen ticket could be replaced by a free one. Allowances may share a pool, so the largest counts.
 */
export const unusedBenefits = (choices: readonly GroupChoice[], currency: string): number => {
  const free = choices
    .filter(({ soldOut }) => !soldOut)
    .flatMap(({ types }) => types)
    .filter((choice) => isFreeForMembers(choice, currency))
    .map(({ allowance = 0, max, quantity }) => Math.min(allowance, max - quantity));
  return Math.max(0, ...free);
};

/** Is it a full-price admission that a member could replace with a free ticket? Extras and passes are not. */
export const couldBeFree = ({ group }: GroupChoice, choice: TypeChoice, currency: string): boolean =>
  choice.quantity > 0 &&
  choice.allowance === undefined &&
  isVisit(group) &&
  !group.exclude_from_event_capacity &&
  !isFree(choice, currency);

/**
 * The free tickets that a membership has left while the cart holds full-price admissions; 0 without such admissions.
 * `choices` are those of the session with nothing chosen, `held` the tickets in the cart by type.
 */
export const unusedBenefitsWithHeld = (
  choices: readonly GroupChoice[],
  held: ReadonlyMap<string, number>,
  currency: string,
): number => {
  const isFullPrice = choices.some((group) =>
    group.types.some((choice) => couldBeFree(group, { ...choice, quantity: held.get(choice.type.id) ?? 0 }, currency)),
  );
  return isFullPrice ? unusedBenefits(choices, currency) : 0;
};

/** Does this count stand for any number of tickets? */
export const isUnlimitedBenefit = (count: number): boolean => count >= maxTicketsPerType / 2;
