import type { MembershipRule } from "@foyer/contract/membership.ts";
import type { AttendeeAsk, Asked } from "./attendees.ts";
import type { Minor } from "./money.ts";

/** Who may stand on a membership by one type of its level. */
export type PartyRule = Pick<MembershipRule, "party_role" | "named" | "emailed" | "min" | "max">;

/** Of a type that says nothing: the one person whose membership it is. */
export const ownRule: PartyRule = { party_role: "member", named: "yes", emailed: "yes", min: 1, max: 1 };

/** A negative number means ten (requirements MEMBER-34). */
export const mostOf = ({ max }: Pick<PartyRule, "max">): number => (max < 0 ? 10 : max);

const asked = { no: "hidden", yes: "required", optional: "optional" } as const satisfies Record<string, Asked>;

/** What is asked of whoever stands on it; of a present nobody yet. */
export const partyAsk = ({ named, emailed }: Pick<PartyRule, "named" | "emailed">, gift: boolean): AttendeeAsk =>
  gift ? { names: "hidden", emails: "hidden" } : { names: asked[named], emails: asked[emailed] };

type PricedRule = { readonly price: Minor; readonly rule: PartyRule };

/** What a level costs: as few people as may stand on it. */
export const levelPrice = (types: readonly PricedRule[]): Minor =>
  types.reduce((sum, { price, rule }) => sum + rule.min * price, 0);

type TypeOfLevel = { readonly id: string; readonly rule: PartyRule };
export type PartyType = TypeOfLevel & { readonly name: string };

/** The type of the person whose membership it is: the first in the role of `member`, else the first. */
export const holderType = <Type extends TypeOfLevel>(types: readonly Type[]): Type | undefined =>
  types.find(({ rule }) => rule.party_role === "member") ?? types[0];

export type PartyMistake =
  /** Nobody whose membership it would be. */
  | { readonly is: "nobody" }
  | { readonly is: "too_few"; readonly id: string; readonly min: number }
  | { readonly is: "too_many"; readonly id: string; readonly max: number };

/** What is wrong with so many people of each type, by its id. `types` are all of the level, in its order. */
export const partyMistake = (
  counts: ReadonlyMap<string, number>,
  types: readonly TypeOfLevel[],
  gift: boolean,
): PartyMistake | undefined => {
  const count = ({ id }: TypeOfLevel) => counts.get(id) ?? 0;
  const holder = holderType(types);
  // Whose membership it is stands on it, whatever the rule leaves open.
  if (!holder || count(holder) === 0) return { is: "nobody" };
  for (const type of types) {
    const { id, rule } = type;
    if (count(type) < rule.min) return { is: "too_few", id, min: rule.min };
    // A present is the level at its price: its code is worth no more than that.
    const max = gift ? Math.max(rule.min, type === holder ? 1 : 0) : mostOf(rule);
    if (count(type) > max) return { is: "too_many", id, max };
  }
  return undefined;
};
