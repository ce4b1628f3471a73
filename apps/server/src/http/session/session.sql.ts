import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../db/connections.ts";
import { eachKeyOf, statementWithKeptPlan } from "../../db/statements/statement.ts";
import type { Visitor } from "../requestContext.ts";
import { limitedSessionHours, sessionDays, userSessionDays } from "./sessionLifetimes.ts";

const touchAfterHours = 24;

export type FoundSession = Pick<Visitor, "identity_id" | "strength"> & {
  readonly token_hash: Buffer;
  readonly member_identity_id: string | null;
  /** Whether a session by member number alone has expired: it then counts as a guest's. */
  readonly is_limit_over: boolean;
  readonly needs_touch: boolean;
};

// Row-level security backs the condition on seller_id: `db` is bound to one seller.
const findSessionsSql = `
  select v.token_hash, v.identity_id, v.strength, v.member_identity_id,
    v.strength = 'limited' and coalesce(v.authenticated_at < app_now() - make_interval(hours => ${limitedSessionHours}), true) as is_limit_over,
    v.seen_at < app_now() - make_interval(hours => ${touchAfterHours}) as needs_touch
  from ${eachKeyOf(2, "bytea")}
  cross join lateral (select * from visitor_session where seller_id = $1 and token_hash = asked.key
    and ended_at is null and expires_at > app_now() offset 0) v`;

export const findSessions = (db: Database, sellerId: string, hashes: readonly Buffer[]): Promise<FoundSession[]> =>
  statementWithKeptPlan<FoundSession>(db, findSessionsSql, [sellerId, hashes]);

const sessionDaysSql = (limit: "idle" | "absolute") =>
  sql<number>`case when strength = 'full' then ${userSessionDays[limit]}::int else ${sessionDays[limit]}::int end`;

/**
 * Computed in UTC, where every day has 24 hours: an update of a distributed table may only use expressions that depend
 * on no setting.
 */
const daysAfter = (moment: "app_now()" | "created_at", days: RawBuilder<number>) =>
  sql`(${sql.raw(moment)} at time zone 'UTC' + make_interval(days => ${days})) at time zone 'UTC'`;

/** Extends a session, at most once a day and by one of concurrent requests, up to its absolute lifetime. */
export const touchSession = async (db: Database, sellerId: string, token_hash: Buffer): Promise<void> => {
  await db
    .updateTable("visitor_session")
    .set({
      seen_at: sql<string>`app_now()`,
      expires_at: sql<string>`least(${daysAfter("app_now()", sessionDaysSql("idle"))}, ${daysAfter("created_at", sessionDaysSql("absolute"))})`,
    })
    .where("seller_id", "=", sellerId)
    .where("token_hash", "=", token_hash)
    .where("ended_at", "is", null)
    .where(sql<boolean>`seen_at < app_now() - make_interval(hours => ${touchAfterHours}::int)`)
    .execute();
};
