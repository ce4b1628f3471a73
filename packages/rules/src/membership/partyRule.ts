import type { MembershipRule } from "@foyer/contract/shop/membership.ts";
import type { AttendeeFields, FieldRequirement } from "../forms/attendees.ts";
import type { Minor } from "../values/money.ts";

/** Who may stand on a membership by one type of its level. */
export type PartyRule = Pick<MembershipRule, "party_role" | "named" | "emailed" | "min" | "max">;

/** Of a type that says nothing: the one person whose membership it is. */
export const defaultPartyRule: PartyRule = { party_role: "member", named: "yes", emailed: "yes", min: 1, max: 1 };

/** A negative number means ten (requirements MEMBER-34). */
export const maxPeople = ({ max }: Pick<PartyRule, "max">): number => (max < 0 ? 10 : max);

const fieldRequirements = { no: "hidden", yes: "required", optional: "optional" } as const satisfies Record<
  string,
  FieldRequirement
>;

/** What is asked of whoever stands on it; of a present nobody yet. */
export const partyFields = ({ named, emailed }: Pick<PartyRule, "named" | "emailed">, gift: boolean): AttendeeFields =>
  gift
    ? { names: "hidden", emails: "hidden" }
    : { names: fieldRequirements[named], emails: fieldRequirements[emailed] };

type PricedRule = { readonly price: Minor; readonly rule: PartyRule };

/** What a level costs: as few people as may stand on it. */
export const lowestLevelPrice = (types: readonly PricedRule[]): Minor =>
  types.reduce((sum, { price, rule }) => sum + rule.min * price, 0);

type LevelType = { readonly id: string; readonly rule: PartyRule };
export type PartyType = LevelType & { readonly name: string };

/** The type of the person whose membership it is: the first in the role of `member`, else the first. */
export const holderType = <Type extends LevelType>(types: readonly Type[]): Type | undefined =>
  types.find(({ rule }) => rule.party_role === "member") ?? types[0];

export type PartyError =
  /** Nobody whose membership it would be. */
  | { readonly kind: "nobody" }
  | { readonly kind: "too_few"; readonly id: string; readonly min: number }
  | { readonly kind: "too_many"; readonly id: string; readonly max: number };

/** What is wrong with so many people of each type, by its id. `types` are all of the level, in its order. */
export const partyError = (
  counts: ReadonlyMap<string, number>,
  types: readonly LevelType[],
  gift: boolean,
): PartyError | undefined => {
  const count = ({ id }: LevelType) => counts.get(id) ?? 0;
  const holder = holderType(types);
  // Whose membership it is stands on it, whatever the rule leaves open.
  if (!holder || count(holder) === 0) return { kind: "nobody" };
  for (const type of types) {
    const { id, rule } = type;
    if (count(type) < rule.min) return { kind: "too_few", id, min: rule.min };
    // A present is the level at its price: its code is worth no more than that.
    const max = gift ? Math.max(rule.min, type === holder ? 1 : 0) : maxPeople(rule);
    if (count(type) > max) return { kind: "too_many", id, max };
  }
  return undefined;
};
