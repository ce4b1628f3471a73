import { todayAt } from "@foyer/rules/days.ts";
import { bestFirst, type MemberTerms } from "@foyer/rules/memberTerms.ts";
import type { Ask } from "../../http/ask.ts";
import { memberTermRows } from "./memberTerms.sql.ts";

/** What a visitor is a member by. Who showed no membership is asked nothing about. */
export const membersOf = async (
  { db, seller, visitor, now }: Pick<Ask, "db" | "seller" | "visitor" | "now">,
  timezone: string,
): Promise<MemberTerms> => ({
  terms: visitor?.member_id ? bestFirst(await memberTermRows(db, seller.id, [visitor.member_id])) : [],
  today: todayAt(now, timezone),
  beyond: seller.configuration.member_reserve_session_beyond_term,
});
