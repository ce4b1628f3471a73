import { holderType, maxPeople, type PartyType } from "./partyRule.ts";

/** Why somebody cannot be added to a membership or removed from it. `holder`: the membership belongs to them. */
export type PlaceProblem = {
  readonly message: "not_of_level" | "too_many" | "too_few" | "holder" | "costs_money";
  /** The limit of the ticket type. */
  readonly limit?: { readonly type: string; readonly min: number; readonly max: number };
};

type PlaceOfLevel = PartyType & {
  /** With fees, in minor units. */
  readonly price: number;
};

const limitOf = ({ name, rule }: PartyType) => ({ type: name, min: rule.min, max: maxPeople(rule) });

/** Whether somebody can be added with this type. `counts`: people on the membership by type. */
export const judgeAddedCard = (
  types: readonly PlaceOfLevel[],
  counts: ReadonlyMap<string, number>,
  ticket_type_id: string,
): PlaceProblem | undefined => {
  const type = types.find(({ id }) => id === ticket_type_id);
  if (!type) return { message: "not_of_level" };
  if ((counts.get(type.id) ?? 0) + 1 > maxPeople(type.rule)) return { message: "too_many", limit: limitOf(type) };
  return type.price > 0 ? { message: "costs_money", limit: limitOf(type) } : undefined;
};

/** Whether one of these people can be removed: not the holder, and not below the level's minimum. */
export const judgeRemovedCard = (
  types: readonly PartyType[],
  counts: ReadonlyMap<string, number>,
  ticket_type_id: string,
): PlaceProblem | undefined => {
  const type = types.find(({ id }) => id === ticket_type_id);
  // A type that is no longer part of the level has no limit.
  if (!type) return undefined;
  const left = (counts.get(type.id) ?? 0) - 1;
  if (holderType(types)?.id === type.id && left < 1) return { message: "holder", limit: limitOf(type) };
  return left < type.rule.min ? { message: "too_few", limit: limitOf(type) } : undefined;
};
