import type { MembershipRule } from "@foyer/contract/shop/membership.ts";
import type { AttendeeFields, FieldRequirement } from "../../forms/attendees.ts";
import type { Minor } from "../../values/money.ts";

/** The party rule of one type of a level. */
export type PartyRule = Pick<MembershipRule, "party_role" | "named" | "emailed" | "min" | "max">;

/** The default: one person, who owns the membership. */
export const defaultPartyRule: PartyRule = { party_role: "member", named: "yes", emailed: "yes", min: 1, max: 1 };

/** The maximum number of people; a negative maximum means ten. */
export const maxPeople = ({ max }: Pick<PartyRule, "max">): number => (max < 0 ? 10 : max);

const fieldRequirements = { no: "hidden", yes: "required", optional: "optional" } as const satisfies Record<
  string,
  FieldRequirement
>;

/** The fields for people on a membership; none yet for a gift. */
export const partyFields = ({ named, emailed }: Pick<PartyRule, "named" | "emailed">, gift: boolean): AttendeeFields =>
  gift
    ? { names: "hidden", emails: "hidden" }
    : { names: fieldRequirements[named], emails: fieldRequirements[emailed] };

type PricedRule = { readonly price: Minor; readonly rule: PartyRule };

/** The lowest price of a level, with the fewest people. */
export const lowestLevelPrice = (types: readonly PricedRule[]): Minor =>
  types.reduce((sum, { price, rule }) => sum + rule.min * price, 0);

type LevelType = { readonly id: string; readonly rule: PartyRule };
export type PartyType = LevelType & { readonly name: string };

/** The type of the membership's owner: the first with role `member`, else the first. */
export const holderType = <Type extends LevelType>(types: readonly Type[]): Type | undefined =>
  types.find(({ rule }) => rule.party_role === "member") ?? types[0];

export type PartyError =
  /** The owner is missing. */
  | { readonly kind: "nobody" }
  | { readonly kind: "too_few"; readonly id: string; readonly min: number }
  | { readonly kind: "too_many"; readonly id: string; readonly max: number };

/** Validates the number of people per type id. `types` are all types of the level, in its order. */
export const partyError = (
  counts: ReadonlyMap<string, number>,
  types: readonly LevelType[],
  gift: boolean,
): PartyError | undefined => {
  const count = ({ id }: LevelType) => counts.get(id) ?? 0;
  const holder = holderType(types);
  // The owner is required, even if the rule's minimum is 0.
  if (!holder || count(holder) === 0) return { kind: "nobody" };
  for (const type of types) {
    const { id, rule } = type;
    if (count(type) < rule.min) return { kind: "too_few", id, min: rule.min };
    // A gift is the level at its lowest price, which is what its code is worth.
    const max = gift ? Math.max(rule.min, type === holder ? 1 : 0) : maxPeople(rule);
    if (count(type) > max) return { kind: "too_many", id, max };
  }
  return undefined;
};
