import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { sortByRank, type MemberTerms } from "@foyer/rules/membership/memberTerms.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import { lockMemberTerms, memberTermRows, type MemberTermRow } from "./memberTerms.sql.ts";

/** The membership terms of a visitor. Runs no query for a visitor without a membership. */
export const readMemberTerms = async (
  { db, seller, visitor, now }: Pick<RequestContext, "db" | "seller" | "visitor" | "now">,
  timezone: string,
): Promise<MemberTerms> => ({
  terms: visitor?.member_id ? sortByRank(await memberTermRows(db, seller.id, [visitor.member_id])) : [],
  today: todayAt(now, timezone),
  beyond: seller.configuration.member_reserve_session_beyond_term,
});

/** A term and its owner. */
export type IdentityTerm = MemberTermRow;

/** Locks the terms of members, by id: their uses stay unchanged until the transaction ends. */
export const lockIdentityTerms = (
  pipeline: Pipeline,
  seller_id: string,
  identity_ids: readonly string[],
): Promise<IdentityTerm[]> => lockMemberTerms(pipeline, seller_id, identity_ids);
