import type { AllowanceContext, AllowanceUse } from "@foyer/rules/membership/allocateAllowances.ts";
import { sortByRank } from "@foyer/rules/membership/memberTerms.ts";
import type { BeyondTerm } from "@foyer/rules/membership/memberTerms.ts";
import { awaitAll } from "../../../db/awaitAll.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import type { Visitor } from "../../../http/requestContext.ts";
import { lockIdentityTerms, type IdentityTerm } from "../../catalog/members/readMemberTerms.ts";
import { liveMemberUses, memberUseRows, type MemberUseRow } from "./memberUses.sql.ts";

type LockedAllowances = { readonly terms: readonly IdentityTerm[]; readonly uses: readonly MemberUseRow[] };
export type LoadedAllowances = LockedAllowances & { readonly beyond: BeyondTerm };

type AllowanceRequest = {
  readonly ctx: { readonly visitor: Visitor | null };
  readonly add: readonly { event_template_id: string }[];
};

/** Locks, by id, the memberships of members who add tickets, and reads their uses. Sends no query if there are none. */
export const lockAllowances = (
  pipeline: Pipeline,
  seller_id: string,
  changes: readonly AllowanceRequest[],
): Promise<LockedAllowances> => {
  const requests = changes.filter(({ add }) => add.length > 0);
  const ids = [...new Set(requests.flatMap(({ ctx }) => ctx.visitor?.member_id ?? []))];
  if (ids.length === 0) return Promise.resolve({ terms: [], uses: [] });
  const events = new Set(requests.flatMap(({ add }) => add.map(({ event_template_id }) => event_template_id)));
  return awaitAll({
    terms: lockIdentityTerms(pipeline, seller_id, ids),
    uses: memberUseRows(pipeline, seller_id, ids, [...events]),
  });
};

type TicketAllowance = { readonly id?: string; readonly allowance_use?: AllowanceUse | null };

/** The memberships of one transaction: their uses when they were locked, and the effect of each change. */
export class AllowanceUsage {
  readonly #terms: ReadonlyMap<string, readonly IdentityTerm[]>;
  readonly #usesByTicket: ReadonlyMap<string, AllowanceUse>;
  readonly #uses: Set<AllowanceUse>;
  readonly #beyond: BeyondTerm;
  readonly #exhausted = new Set<string>();

  constructor({ terms, uses, beyond }: LoadedAllowances) {
    this.#terms = Map.groupBy(terms, ({ identity_id }) => identity_id);
    this.#usesByTicket = new Map(uses.map((use) => [use.ticket_id, use]));
    this.#uses = new Set(uses);
    this.#beyond = beyond;
  }

  /** The visitor's allowances at this point. The request gives up the tickets of `gives_up`. */
  contextFor(visitor: Visitor | null, gives_up: readonly string[] = []): Omit<AllowanceContext, "today"> {
    const givenUp = gives_up.flatMap((id) => this.#usesByTicket.get(id) ?? []);
    return { terms: sortByRank(this.#termsOf(visitor)), uses: this.#uses, givenUp, beyond: this.#beyond };
  }

  /** Marks the tickets' allowances as used (sign 1) or free (sign -1). */
  applyTickets(tickets: readonly TicketAllowance[], sign: 1 | -1): void {
    for (const { id, allowance_use } of tickets) {
      const use = allowance_use ?? this.#usesByTicket.get(id ?? "");
      if (!use) continue;
      if (sign > 0) this.#uses.add(use);
      else this.#uses.delete(use);
    }
  }

  /** Remembers that a visitor had no allowance left. */
  markExhausted(visitor: Visitor | null): void {
    for (const { id } of this.#termsOf(visitor)) this.#exhausted.add(id);
  }
  get exhausted(): readonly string[] {
    return [...this.#exhausted];
  }

  #termsOf(visitor: Visitor | null): readonly IdentityTerm[] {
    return this.#terms.get(visitor?.member_id ?? "") ?? [];
  }
}

/** What a member uses of their memberships for events, read without locks. */
export const readAllowanceUses = (
  pipeline: Pipeline,
  seller_id: string,
  identity_id: string,
  event_ids: readonly string[],
): Promise<AllowanceUse[]> => liveMemberUses(pipeline, seller_id, identity_id, event_ids);
