import type { Day } from "@foyer/contract/basics.ts";
import type { Benefits } from "@foyer/contract/membership.ts";
import { allowed, isOver, permits, validOn, wildcard, type MemberTerms } from "./memberTerms.ts";

/** A ticket for members, as it is looked up in benefits. */
export type MemberTicket = {
  readonly name: string;
  readonly event_template_id: string;
  /** Of the visit; null for what is for no session. */
  readonly local_day: Day | null;
};

/** By which membership a ticket is allowed, and which of its allowances it uses up. */
export type MemberUse = {
  readonly membership_id: string;
  readonly allowance: string;
  readonly event_template_id: string;
  readonly local_day: Day | null;
  /** Which one of the allowance's for that visit it is, from 1; null where they are not counted. */
  readonly place: number | null;
  /** Which one of the event's in the whole term. */
  readonly term_place: number | null;
  /** It is for a day after the term, because the membership will be renewed by itself. */
  readonly counts_on_renewal: boolean;
};

export type MemberDesk = MemberTerms & {
  /** What of it is used already. */
  readonly uses: Iterable<MemberUse>;
};

export type NotAllowed =
  /** They are no member at all, or no more. */
  | "no_membership"
  /** They are, but not on that day. */
  | "not_on_that_day"
  /** No membership of theirs speaks of such tickets. */
  | "not_named"
  | "used_up";

/** Takes places one after the other, the lowest that is free. */
class Places {
  readonly #taken = new Map<string, Set<number>>();

  take(key: string, most: number): number | undefined {
    const taken = this.#of(key);
    let place = 1;
    while (taken.has(place)) place += 1;
    if (place > most) return undefined;
    taken.add(place);
    return place;
  }
  note(key: string, place: number | null): void {
    if (place !== null) this.#of(key).add(place);
  }
  hasRoom(key: string, most: number): boolean {
    return most < 0 || (this.#taken.get(key)?.size ?? 0) < most;
  }
  left(key: string, most: number): number {
    return Math.max(0, most - (this.#taken.get(key)?.size ?? 0));
  }
  #of(key: string): Set<number> {
    const taken = this.#taken.get(key) ?? new Set();
    this.#taken.set(key, taken);
    return taken;
  }
}

type Visit = Pick<MemberUse, "membership_id" | "event_template_id" | "local_day">;
const visitKey = ({ membership_id, event_template_id, local_day }: Visit, allowance: string): string =>
  `${membership_id} ${event_template_id} ${local_day ?? ""} ${allowance}`;
const termKey = ({ membership_id, event_template_id }: Omit<Visit, "local_day">): string =>
  `${membership_id} ${event_template_id}`;

/** Gives out a member's allowances, one ticket after the other. */
class Clerk {
  readonly #desk: MemberDesk;
  readonly #visits = new Places();
  readonly #events = new Places();

  constructor(desk: MemberDesk) {
    this.#desk = desk;
    for (const use of desk.uses) {
      this.#visits.note(visitKey(use, use.allowance), use.place);
      this.#events.note(termKey(use), use.term_place);
    }
  }

  take({ name, event_template_id, local_day }: MemberTicket): MemberUse | NotAllowed {
    const { terms, today } = this.#desk;
    if (terms.every((term) => isOver(term, today))) return "no_membership";
    const day = local_day ?? today;
    const valid = validOn(terms, day, this.#desk);
    if (valid.length === 0) return "not_on_that_day";
    const naming = valid.filter((term) => permits(term, name));
    if (naming.length === 0) return "not_named";

    for (const allowance of new Set([name, wildcard])) {
      for (const { id: membership_id, benefits, purchase_limit, last_day } of naming) {
        const visit = { membership_id, event_template_id, local_day };
        const most = allowed({ benefits }, allowance);
        if (most === 0 || !this.#visits.hasRoom(visitKey(visit, allowance), most)) continue;
        if (!this.#events.hasRoom(termKey(visit), purchase_limit)) continue;
        return {
          ...visit,
          allowance,
          place: most < 0 ? null : (this.#visits.take(visitKey(visit, allowance), most) ?? null),
          term_place: purchase_limit < 0 ? null : (this.#events.take(termKey(visit), purchase_limit) ?? null),
          counts_on_renewal: this.#desk.beyond === "if_autorenew" && last_day !== null && last_day < day,
        };
      }
    }
    return "used_up";
  }

  left({ event_template_id, local_day }: Omit<MemberTicket, "name">): readonly AllowanceLeft[] {
    const { terms, today } = this.#desk;
    return validOn(terms, local_day ?? today, this.#desk).map(({ id, level_name, benefits, purchase_limit }) => {
      const visit = { membership_id: id, event_template_id, local_day };
      return {
        membership_id: id,
        level_name,
        left: Object.fromEntries(
          Object.entries(benefits).map(([name, most]) => [
            name,
            most < 0 ? most : this.#visits.left(visitKey(visit, name), most),
          ]),
        ),
        event_left: purchase_limit < 0 ? null : this.#events.left(termKey(visit), purchase_limit),
      };
    });
  }
}

/**
 * By what a member may have each of these tickets, or why not. A ticket takes an allowance that is for its name, of the
 * best membership that has one left; when those are used up, one of a '*'.
 */
export const allot = (tickets: readonly MemberTicket[], desk: MemberDesk): (MemberUse | NotAllowed)[] => {
  const clerk = new Clerk(desk);
  return tickets.map((ticket) => clerk.take(ticket));
};

/** What is left of each membership that is valid on a visit's day, best first. Below zero: as many as they like. */
export const allowanceLeft = (visit: Omit<MemberTicket, "name">, desk: MemberDesk): readonly AllowanceLeft[] =>
  new Clerk(desk).left(visit);

export type AllowanceLeft = {
  readonly membership_id: string;
  readonly level_name: string;
  readonly left: Benefits;
  readonly event_left: number | null;
};

/** What is left, given out by the same rules. */
const clerkOf = (left: readonly AllowanceLeft[]): Clerk =>
  new Clerk({
    terms: left.map(({ membership_id, level_name, left: benefits, event_left }, rank) => ({
      id: membership_id,
      level_name,
      benefits,
      purchase_limit: event_left ?? -1,
      first_day: "0000-01-01",
      last_day: null,
      renews_itself: false,
      renews_id: null,
      program_rank: rank,
      role_rank: 1,
    })),
    uses: [],
    today: "0000-01-01",
    beyond: "otherwise",
  });

/** How many of one name a member may still choose, up to `most`, beside the others that are chosen. */
export const mostAllowed = (
  name: string,
  others: readonly { readonly name: string; readonly quantity: number }[],
  left: readonly AllowanceLeft[],
  most: number,
): number => {
  const clerk = clerkOf(left);
  const take = (of: string): boolean =>
    typeof clerk.take({ name: of, event_template_id: "", local_day: null }) !== "string";
  for (const other of others) for (let n = 0; n < other.quantity; n++) take(other.name);
  let count = 0;
  while (count < most && take(name)) count += 1;
  return count;
};
