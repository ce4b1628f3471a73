import type { Day } from "@foyer/contract/basics.ts";
import type { Benefits } from "@foyer/contract/shop/membership.ts";
import {
  allowedCount,
  hasTermEnded,
  allowsTicket,
  termsValidOn,
  anyTicketName,
  type MemberTerms,
} from "./memberTerms.ts";

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

export type AllowanceContext = MemberTerms & {
  /** What of it is used already. */
  readonly uses: Iterable<MemberUse>;
};

export type AllowanceRejection =
  /** They are no member at all, or no more. */
  | "no_membership"
  /** They are, but not on that day. */
  | "not_on_that_day"
  /** No membership of theirs speaks of such tickets. */
  | "not_named"
  | "used_up";

/** Takes places one after the other, the lowest that is free. */
class IndexAllocator {
  readonly #taken = new Map<string, Set<number>>();

  take(key: string, most: number): number | undefined {
    const taken = this.#of(key);
    let index = 1;
    while (taken.has(index)) index += 1;
    if (index > most) return undefined;
    taken.add(index);
    return index;
  }
  note(key: string, index: number | null): void {
    if (index !== null) this.#of(key).add(index);
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
class AllowanceAllocator {
  readonly #context: AllowanceContext;
  readonly #visits = new IndexAllocator();
  readonly #events = new IndexAllocator();

  constructor(context: AllowanceContext) {
    this.#context = context;
    for (const use of context.uses) {
      this.#visits.note(visitKey(use, use.allowance), use.place);
      this.#events.note(termKey(use), use.term_place);
    }
  }

  take({ name, event_template_id, local_day }: MemberTicket): MemberUse | AllowanceRejection {
    const { terms, today } = this.#context;
    if (terms.every((term) => hasTermEnded(term, today))) return "no_membership";
    const day = local_day ?? today;
    const valid = termsValidOn(terms, day, this.#context);
    if (valid.length === 0) return "not_on_that_day";
    const matching = valid.filter((term) => allowsTicket(term, name));
    if (matching.length === 0) return "not_named";

    for (const allowance of new Set([name, anyTicketName])) {
      for (const { id: membership_id, benefits, purchase_limit, last_day } of matching) {
        const visit = { membership_id, event_template_id, local_day };
        const most = allowedCount({ benefits }, allowance);
        if (most === 0 || !this.#visits.hasRoom(visitKey(visit, allowance), most)) continue;
        if (!this.#events.hasRoom(termKey(visit), purchase_limit)) continue;
        return {
          ...visit,
          allowance,
          place: most < 0 ? null : (this.#visits.take(visitKey(visit, allowance), most) ?? null),
          term_place: purchase_limit < 0 ? null : (this.#events.take(termKey(visit), purchase_limit) ?? null),
          counts_on_renewal: this.#context.beyond === "if_autorenew" && last_day !== null && last_day < day,
        };
      }
    }
    return "used_up";
  }

  left({ event_template_id, local_day }: Omit<MemberTicket, "name">): readonly RemainingAllowance[] {
    const { terms, today } = this.#context;
    return termsValidOn(terms, local_day ?? today, this.#context).map(
      ({ id, level_name, benefits, purchase_limit }) => {
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
      },
    );
  }
}

/**
 * By what a member may have each of these tickets, or why not. A ticket takes an allowance that is for its name, of the
 * best membership that has one left; when those are used up, one of a '*'.
 */
export const allocateAllowances = (
  tickets: readonly MemberTicket[],
  context: AllowanceContext,
): (MemberUse | AllowanceRejection)[] => {
  const allocator = new AllowanceAllocator(context);
  return tickets.map((ticket) => allocator.take(ticket));
};

/** What is left of each membership that is valid on a visit's day, best first. Below zero: as many as they like. */
export const remainingAllowances = (
  visit: Omit<MemberTicket, "name">,
  context: AllowanceContext,
): readonly RemainingAllowance[] => new AllowanceAllocator(context).left(visit);

export type RemainingAllowance = {
  readonly membership_id: string;
  readonly level_name: string;
  readonly left: Benefits;
  readonly event_left: number | null;
};

/** What is left, given out by the same rules. */
const allocatorFor = (left: readonly RemainingAllowance[]): AllowanceAllocator =>
  new AllowanceAllocator({
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
export const maxAllowed = (
  name: string,
  others: readonly { readonly name: string; readonly quantity: number }[],
  left: readonly RemainingAllowance[],
  most: number,
): number => {
  const allocator = allocatorFor(left);
  const take = (of: string): boolean =>
    typeof allocator.take({ name: of, event_template_id: "", local_day: null }) !== "string";
  for (const other of others) for (let n = 0; n < other.quantity; n++) take(other.name);
  let count = 0;
  while (count < most && take(name)) count += 1;
  return count;
};
