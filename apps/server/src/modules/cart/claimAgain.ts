import { allot, type MemberUse } from "@foyer/rules/allowance.ts";
import { isCurrent, isUsedUp } from "@foyer/rules/codes.ts";
import { todayAt } from "@foyer/rules/days.ts";
import { bestFirst, isOver, isVisit, memberName } from "@foyer/rules/memberTerms.ts";
import type { Ask } from "../../http/ask.ts";
import { lockTermsOf } from "../catalog/membersOf.ts";
import { lockNamed } from "../codes/codeDesk.ts";
import { CodeSheet } from "./codeSheet.ts";
import type { LostTicket } from "./holdAgain.sql.ts";
import type { LostClaims } from "./lostWith.sql.ts";
import { memberUseRows } from "./memberUses.sql.ts";

type At = Pick<Ask, "db" | "seller">;
type Cart = { readonly id: string; readonly now: Temporal.Instant };

/**
 * Locks a cart's codes and vouchers again, and says how their counters move when it uses them as it did. Undefined: one
 * of them is over, or others have used it up.
 */
export const claimCodes = async (
  { db, seller }: At,
  cart: Cart,
  { codes: lost, folded, identity_id }: LostClaims,
  vouchers: readonly string[],
): Promise<CodeSheet["moves"] | undefined> => {
  const named = { codes: folded, vouchers, carts: [], identities: [identity_id] };
  const [codes, limits, uses] = await Promise.all(lockNamed(db, seller.id, named));
  const sheet = new CodeSheet({ codes, limits, uses, ofCarts: [], vouchers: [] });
  const again: { readonly id: string; readonly at_work: boolean }[] = [];
  for (const { code_id: id, at_work } of lost) {
    const code = [...sheet.codes.values()].find((code) => code.id === id);
    if (!code) return undefined;
    // One that waited used nothing, and may wait again.
    if (at_work && (!isCurrent(code, cart.now) || isUsedUp(code) || !sheet.mayUse(code, { identity_id })))
      return undefined;
    again.push({ id, at_work });
    sheet.settle(cart.id, { identity_id }, [...again]);
  }
  return sheet.moves;
};

export type AllowedTicket = { readonly id: string; readonly member_use: MemberUse };

/**
 * Locks the memberships by which tickets were allowed, and allots them anew to whoever had them, as things stand today.
 * Undefined: their memberships allow them no more. What is for every member is only for whoever is one.
 */
export const claimAllowances = async (
  { db, seller }: At,
  { now }: Pick<Cart, "now">,
  { uses: lost, members, identity_id }: LostClaims,
  tickets: readonly (LostTicket & { readonly local_day: string | null })[],
): Promise<readonly AllowedTicket[] | undefined> => {
  const forMembers = tickets.filter(({ for_members }) => for_members);
  const [first] = forMembers;
  if (!first) return [];
  const memberOf = (ticket_id: string): string | null => {
    const membership_id = lost.find((use) => use.ticket_id === ticket_id)?.membership_id;
    return members.find((member) => member.membership_id === membership_id)?.identity_id ?? null;
  };
  const visits = Map.groupBy(
    forMembers.filter(({ handler }) => isVisit(handler)),
    ({ id }) => memberOf(id),
  );
  const known = [...visits.keys()];
  const who = [...new Set([...known, identity_id])].filter((id) => id !== null);
  const events = [...new Set(forMembers.map(({ event_template_id }) => event_template_id))];
  const [terms, uses] = await Promise.all([lockTermsOf(db, seller.id, who), memberUseRows(db, seller.id, who, events)]);
  const today = todayAt(now, first.timezone);
  if (terms.every((term) => isOver(term, today))) return undefined;

  const allowed: AllowedTicket[] = [];
  for (const [member, of] of visits) {
    const desk = {
      terms: bestFirst(terms.filter((term) => term.identity_id === member)),
      uses,
      today,
      beyond: seller.configuration.member_reserve_session_beyond_term,
    };
    const wanted = of.map((ticket) => ({ ...ticket, name: memberName(ticket) }));
    for (const [place, member_use] of allot(wanted, desk).entries()) {
      const id = of[place]?.id;
      if (id === undefined || typeof member_use === "string") return undefined;
      allowed.push({ id, member_use });
    }
  }
  return allowed;
};
