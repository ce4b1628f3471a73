import type { MemberDesk, MemberUse } from "@foyer/rules/allowance.ts";
import { bestFirst } from "@foyer/rules/memberTerms.ts";
import type { BeyondTerm } from "@foyer/rules/memberTerms.ts";
import type { Wire } from "../../db/statement.ts";
import type { Visitor } from "../../http/ask.ts";
import { lockTermsOf, type TermOf } from "../catalog/membersOf.ts";
import { liveMemberUses, memberUseRows, type MemberUseRow } from "./memberUses.sql.ts";

export type KnownAllowances = {
  readonly terms: readonly TermOf[];
  readonly uses: readonly MemberUseRow[];
  readonly beyond: BeyondTerm;
};

/** Whose memberships something may be added by. */
type Wish = {
  readonly ask: { readonly visitor: Visitor | null };
  readonly add: readonly { event_template_id: string }[];
};

/** Locks the memberships of whoever takes something, in the order of their ids, and says what is used of them. Nothing is asked about nobody. */
export const lockAllowances = (
  wire: Wire,
  seller_id: string,
  changes: readonly Wish[],
): readonly [Promise<TermOf[]>, Promise<MemberUseRow[]>] => {
  const wishes = changes.filter(({ add }) => add.length > 0);
  const ids = [...new Set(wishes.flatMap(({ ask }) => ask.visitor?.member_id ?? []))];
  if (ids.length === 0) return [Promise.resolve([]), Promise.resolve([])];
  const events = new Set(wishes.flatMap(({ add }) => add.map(({ event_template_id }) => event_template_id)));
  return [lockTermsOf(wire, seller_id, ids), memberUseRows(wire, seller_id, ids, [...events])];
};

type Allowed = { readonly id?: string; readonly member_use?: MemberUse | null };

/** The memberships of one transaction: what was used of them when they were locked, and what each change makes of it. */
export class AllowanceSheet {
  readonly #terms: ReadonlyMap<string, readonly TermOf[]>;
  readonly #ofTickets: ReadonlyMap<string, MemberUse>;
  readonly #uses: Set<MemberUse>;
  readonly #beyond: BeyondTerm;
  readonly #short = new Set<string>();

  constructor({ terms, uses, beyond }: KnownAllowances) {
    this.#terms = Map.groupBy(terms, ({ identity_id }) => identity_id);
    this.#ofTickets = new Map(uses.map((use) => [use.ticket_id, use]));
    this.#uses = new Set(uses);
    this.#beyond = beyond;
  }

  /** What a visitor may have, as it stands now. */
  deskOf(visitor: Visitor | null): Omit<MemberDesk, "today"> {
    return { terms: bestFirst(this.#termsOf(visitor)), uses: this.#uses, beyond: this.#beyond };
  }

  /** Tickets come with their allowances, or give them back. */
  move(tickets: readonly Allowed[], sign: 1 | -1): void {
    for (const { id, member_use } of tickets) {
      const use = member_use ?? this.#ofTickets.get(id ?? "");
      if (!use) continue;
      if (sign > 0) this.#uses.add(use);
      else this.#uses.delete(use);
    }
  }

  /** Somebody found all used up. */
  wasShort(visitor: Visitor | null): void {
    for (const { id } of this.#termsOf(visitor)) this.#short.add(id);
  }
  get short(): readonly string[] {
    return [...this.#short];
  }

  #termsOf(visitor: Visitor | null): readonly TermOf[] {
    return this.#terms.get(visitor?.member_id ?? "") ?? [];
  }
}

/** What somebody uses of their memberships for an event, as it stands for who only looks. */
export const usesOf = (
  wire: Wire,
  seller_id: string,
  identity_id: string,
  event_template_id: string,
): Promise<MemberUse[]> => liveMemberUses(wire, seller_id, identity_id, event_template_id);
