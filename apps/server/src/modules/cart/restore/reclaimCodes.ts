import { allocateAllowances, type AllowanceUse } from "@foyer/rules/membership/allocateAllowances.ts";
import { isCodeCurrent, isCodeUsedUp } from "@foyer/rules/pricing/codes.ts";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { isVisit } from "@foyer/rules/catalog/handlers.ts";
import { sortByRank, hasTermEnded, benefitName } from "@foyer/rules/membership/memberTerms.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { lockIdentityTerms } from "../../catalog/members/readMemberTerms.ts";
import { lockCodesAndVouchers } from "../../codes/codeContext.ts";
import type { CodeWrites } from "../../codes/code.ts";
import { CodeUsage } from "../codes/codeUsage.ts";
import type { ReleasedTicket } from "./restoreCart.sql.ts";
import type { ReleasedHold } from "../release/releasedHold.sql.ts";
import { memberUseRows } from "../members/memberUses.sql.ts";

type SellerContext = Pick<RequestContext, "db" | "seller">;
type RestoredCart = { readonly id: string; readonly now: Temporal.Instant };

/**
 * Locks the codes and vouchers of a released cart and returns the writes that use them as before; undefined if a code has
 * expired or is used up.
 */
export const reclaimCodes = async (
  { db, seller }: SellerContext,
  cart: RestoredCart,
  { codes: released, normalized, identity_id }: ReleasedHold,
  vouchers: readonly string[],
): Promise<CodeWrites | undefined> => {
  const lockRequest = { codes: normalized, vouchers, carts: [], identities: [identity_id] };
  const locked = await lockCodesAndVouchers(db, seller.id, lockRequest);
  const usage = new CodeUsage({ ...locked, ofCarts: [], vouchers: [] });
  const reclaimed: { readonly id: string; readonly is_applied: boolean }[] = [];
  for (const { code_id: id, is_applied } of released) {
    const code = [...usage.codes.values()].find((code) => code.id === id);
    if (!code) return undefined;
    // A waiting code used nothing, so it can wait again.
    if (is_applied && (!isCodeCurrent(code, cart.now) || isCodeUsedUp(code) || !usage.mayUse(code, { identity_id })))
      return undefined;
    reclaimed.push({ id, is_applied });
    usage.setCartCodes(cart.id, { identity_id }, [...reclaimed]);
  }
  return usage.writes;
};

export type AllowedTicket = { readonly id: string; readonly allowance_use: AllowanceUse };

/**
 * Locks the memberships that covered the tickets and allocates their allowances again, as of today; undefined if they no
 * longer cover the tickets. Tickets for any member need a current member.
 */
export const reclaimAllowances = async (
  { db, seller }: SellerContext,
  { now }: Pick<RestoredCart, "now">,
  { uses: released, members, identity_id }: ReleasedHold,
  tickets: readonly (ReleasedTicket & { readonly local_day: string | null })[],
): Promise<readonly AllowedTicket[] | undefined> => {
  const forMembers = tickets.filter(({ for_members }) => for_members);
  const [first] = forMembers;
  if (!first) return [];
  const memberOf = (ticket_id: string): string | null => {
    const membership_id = released.find((use) => use.ticket_id === ticket_id)?.membership_id;
    return members.find((member) => member.membership_id === membership_id)?.identity_id ?? null;
  };
  const visits = Map.groupBy(forMembers.filter(isVisit), ({ id }) => memberOf(id));
  const memberIds = [...visits.keys()];
  const identity_ids = [...new Set([...memberIds, identity_id])].filter((id) => id !== null);
  const events = [...new Set(forMembers.map(({ event_template_id }) => event_template_id))];
  const [terms, uses] = await Promise.all([
    lockIdentityTerms(db, seller.id, identity_ids),
    memberUseRows(db, seller.id, identity_ids, events),
  ]);
  const today = todayAt(now, first.timezone);
  if (terms.every((term) => hasTermEnded(term, today))) return undefined;

  const allowed: AllowedTicket[] = [];
  for (const [member, visitTickets] of visits) {
    const context = {
      terms: sortByRank(terms.filter((term) => term.identity_id === member)),
      uses,
      today,
      beyond: seller.configuration.member_reserve_session_beyond_term,
    };
    const wanted = visitTickets.map((ticket) => ({ ...ticket, name: benefitName(ticket) }));
    for (const [index, allowance_use] of allocateAllowances(wanted, context).entries()) {
      const id = visitTickets[index]?.id;
      if (id === undefined || typeof allowance_use === "string") return undefined;
      allowed.push({ id, allowance_use });
    }
  }
  return allowed;
};
