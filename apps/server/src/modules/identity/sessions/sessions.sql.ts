import { sql } from "kysely";
import type { RequestContext, Visitor } from "../../../http/requestContext.ts";
import { sessionDays, userSessionDays } from "../../../http/session/sessionLifetimes.ts";

type Db = Pick<RequestContext, "db" | "seller">;

export const insertMissingIdentity = ({ db, seller }: Db, id: string) =>
  db
    .insertInto("identity")
    .values({ seller_id: seller.id, id, kind: "public" })
    .onConflict((oc) => oc.columns(["seller_id", "id"]).doNothing())
    .execute();

export const insertVisitorSession = (
  { db, seller }: Db,
  { token_hash, identity_id, strength, member_id }: Visitor,
  { method, external }: { readonly method: string; readonly external: Readonly<Record<string, unknown>> | null },
) => {
  const days = strength === "full" ? userSessionDays.idle : sessionDays.idle;
  return db
    .insertInto("visitor_session")
    .values({
      seller_id: seller.id,
      token_hash,
      identity_id,
      strength,
      member_identity_id: member_id,
      method: strength === "none" ? null : method,
      authenticated_at: strength === "none" ? null : sql<string>`app_now()`,
      external: external === null ? null : JSON.stringify(external),
      expires_at: sql<string>`app_now() + make_interval(days => ${days}::int)`,
    })
    .execute();
};

/** Returns the external data of the session that it ends; undefined if the session had already ended. */
export const closeSessionRow = ({ db, seller }: Db, token_hash: Buffer) =>
  db
    .updateTable("visitor_session")
    .set({ ended_at: sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("token_hash", "=", token_hash)
    .where("ended_at", "is", null)
    .returning("external")
    .executeTakeFirst();

/** Includes limited sessions, which only use the member's benefits. */
export const closeSessionRowsOfUser = ({ db, seller }: Db, identity_id: string) =>
  db
    .updateTable("visitor_session")
    .set({ ended_at: sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("member_identity_id", "=", identity_id)
    .where("ended_at", "is", null)
    .execute();

/** Closes the sessions that a member number has opened. */
export const closeLimitedSessionRows = ({ db, seller }: Db, identity_id: string) =>
  db
    .updateTable("visitor_session")
    .set({ ended_at: sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("member_identity_id", "=", identity_id)
    .where("strength", "=", "limited")
    .where("ended_at", "is", null)
    .execute();
