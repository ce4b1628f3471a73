import { todayAt } from "@foyer/rules/days.ts";
import { bestFirst, type MemberTerms } from "@foyer/rules/memberTerms.ts";
import type { Ask } from "../../http/ask.ts";
import type { Wire } from "../../db/statement.ts";
import { lockMemberTerms, memberTermRows, type MemberTermRow } from "./memberTerms.sql.ts";

/** What a visitor is a member by. Who showed no membership is asked nothing about. */
export const membersOf = async (
  { db, seller, visitor, now }: Pick<Ask, "db" | "seller" | "visitor" | "now">,
  timezone: string,
): Promise<MemberTerms> => ({
  terms: visitor?.member_id ? bestFirst(await memberTermRows(db, seller.id, [visitor.member_id])) : [],
  today: todayAt(now, timezone),
  beyond: seller.configuration.member_reserve_session_beyond_term,
});

/** A term, and whose it is. */
export type TermOf = MemberTermRow;

/** What some are members by, locked in the order of ids: what is used of it stands still until the transaction ends. */
export const lockTermsOf = (wire: Wire, seller_id: string, identity_ids: readonly string[]): Promise<TermOf[]> =>
  lockMemberTerms(wire, seller_id, identity_ids);
