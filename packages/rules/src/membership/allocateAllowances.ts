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

/** A ticket for members. `name` is its name in benefits. */
export type MemberTicket = {
  readonly name: string;
  readonly event_template_id: string;
  /** The day of the visit; null for tickets without a session. */
  readonly local_day: Day | null;
};

/** The membership and allowance that a ticket uses. */
export type AllowanceUse = {
  readonly membership_id: string;
  readonly allowance: string;
  readonly event_template_id: string;
  readonly local_day: Day | null;
  /** The number within the allowance for that visit, from 1; null if the allowance is unlimited. */
  readonly visit_index: number | null;
  /** The number within the event's limit for the whole term, from 1; null without a limit. */
  readonly term_index: number | null;
  /** It is for a day after the term, allowed because the membership will renew automatically. */
  readonly counts_on_renewal: boolean;
};

export type AllowanceContext = MemberTerms & {
  /** Allowances already used. */
  readonly uses: Iterable<AllowanceUse>;
  /**
   * Uses that end when the requested purchase completes: they do not count against the limits, but keep their numbers until
   * then. A new use can get a number above the limit, because the limit is on the count of numbers.
   */
  readonly givenUp?: Iterable<AllowanceUse>;
};

export type AllowanceRejection =
  /** Not a member, or no longer one. */
  | "no_membership"
  /** A member, but not on the day of the visit. */
  | "not_on_that_day"
  /** No valid membership covers such tickets. */
  | "not_named"
  | "used_up";

/** Allocates numbers per key, always the lowest free one. */
class IndexAllocator {
  readonly #taken = new Map<string, Set<number>>();
  readonly #givenUp = new Map<string, number>();

  take(key: string): number {
    const taken = this.#of(key);
    let index = 1;
    while (taken.has(index)) index += 1;
    taken.add(index);
    return index;
  }
  note(key: string, index: number | null): void {
    if (index !== null) this.#of(key).add(index);
  }
  giveUp(key: string, index: number | null): void {
    if (index !== null) this.#givenUp.set(key, (this.#givenUp.get(key) ?? 0) + 1);
  }
  hasRoom(key: string, most: number): boolean {
    return most < 0 || (this.#taken.get(key)?.size ?? 0) - (this.#givenUp.get(key) ?? 0) < most;
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

type Visit = Pick<AllowanceUse, "membership_id" | "event_template_id" | "local_day">;
const visitKey = ({ membership_id, event_template_id, local_day }: Visit, allowance: string): string =>
  `${membership_id} ${event_template_id} ${local_day ?? ""} ${allowance}`;
const termKey = ({ membership_id, event_template_id }: Omit<Visit, "local_day">): string =>
  `${membership_id} ${event_template_id}`;

/** Allocates a member's allowances ticket by ticket. */
class AllowanceAllocator {
  readonly #context: AllowanceContext;
  readonly #visits = new IndexAllocator();
  readonly #events = new IndexAllocator();

  constructor(context: AllowanceContext) {
    this.#context = context;
    for (const use of context.uses) {
      this.#visits.note(visitKey(use, use.allowance), use.visit_index);
      this.#events.note(termKey(use), use.term_index);
    }
    for (const use of context.givenUp ?? []) {
      this.#visits.giveUp(visitKey(use, use.allowance), use.visit_index);
      this.#events.giveUp(termKey(use), use.term_index);
    }
  }

  take({ name, event_template_id, local_day }: MemberTicket): AllowanceUse | AllowanceRejection {
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
          visit_index: most < 0 ? null : this.#visits.take(visitKey(visit, allowance)),
          term_index: purchase_limit < 0 ? null : this.#events.take(termKey(visit)),
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
 * The allowance for each ticket, or the reason why there is none. A ticket uses an allowance for its name, from the best
 * membership that has one left, otherwise one for '*'.
 */
export const allocateAllowances = (
  tickets: readonly MemberTicket[],
  context: AllowanceContext,
): (AllowanceUse | AllowanceRejection)[] => {
  const allocator = new AllowanceAllocator(context);
  return tickets.map((ticket) => allocator.take(ticket));
};

/** The remaining allowances of each membership that is valid on the day of a visit, best first. Negative: unlimited. */
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

/** An allocator over remaining allowances, with the same rules, that are valid on every day. */
const allocatorFor = (left: readonly Omit<RemainingAllowance, "level_name">[]): AllowanceAllocator =>
  new AllowanceAllocator({
    terms: left.map(({ membership_id, left: benefits, event_left }, rank) => ({
      id: membership_id,
      level_name: "",
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

/** The uses that the allowances of another level have room for, counted there; each keeps everything else. */
export const usesOfLevel = <Use extends MemberTicket>(
  uses: readonly Use[],
  level: { readonly membership_id: string; readonly benefits: Benefits; readonly purchase_limit: number },
): readonly (Use & Omit<AllowanceUse, "counts_on_renewal">)[] => {
  const { membership_id, benefits: left, purchase_limit } = level;
  const allocator = allocatorFor([{ membership_id, left, event_left: purchase_limit < 0 ? null : purchase_limit }]);
  return uses.flatMap((use) => {
    const taken = allocator.take(use);
    if (typeof taken === "string") return [];
    const { allowance, visit_index, term_index } = taken;
    return [{ ...use, membership_id, allowance, visit_index, term_index }];
  });
};

/** How many tickets of one name a member can choose, at most `most`, in addition to the other selected tickets. */
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
