import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { onDedicatedConnection, type Database } from "../db/connections.ts";
import { loggedInCookie } from "@foyer/contract/loggedInCookie.ts";
import { BatchExecutor } from "../db/batchExecutor.ts";
import { eachKeyOf, statement } from "../db/statement.ts";
import type { SessionIdentity, Visitor } from "./requestContext.ts";
import { newId } from "../db/newId.ts";
import { isOutage } from "./errorHandler.ts";
import { Refused } from "../errors/refused.ts";

/** A visitor is remembered this long after they were last seen, and never longer than the second number. */
export const sessionDays = { idle: 30, absolute: 180 } as const;
/** The same of whoever is logged in (T100). */
export const userSessionDays = { idle: 14, absolute: 60 } as const;
/** A member's number counts this long; after that the session is a guest's again. */
export const limitedSessionHours = 24;

const touchAfterHours = 24;

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** One cookie for each seller: `__Host-` where the page is served over https, so that no other host can set it. */
export const cookieName = (slug: string, secure: boolean): string => `${secure ? "__Host-" : ""}foyer.${slug}`;

type SessionRow = Pick<Visitor, "identity_id" | "strength"> & {
  readonly token_hash: Buffer;
  readonly member_identity_id: string | null;
  /** Whoever showed a member's number alone did so too long ago. */
  readonly is_over: boolean;
  readonly long_ago: boolean;
};

// Of another seller's session it is the row-level security of `db`, which is bound to this one, that stands behind the condition.
const findSessionsSql = `
  select v.token_hash, v.identity_id, v.strength, v.member_identity_id,
    v.strength = 'limited' and coalesce(v.authenticated_at < app_now() - make_interval(hours => ${limitedSessionHours}), true) as is_over,
    v.seen_at < app_now() - make_interval(hours => ${touchAfterHours}) as long_ago
  from ${eachKeyOf(2, "bytea")}
  cross join lateral (select * from visitor_session where seller_id = $1 and token_hash = asked.key
    and ended_at is null and expires_at > app_now() offset 0) v`;

/** A `Database` is bound to one seller. */
const sessionBatches = new WeakMap<Database, BatchExecutor<Buffer, SessionRow | undefined>>();

/** Those who come while the last are looked for are looked for together. */
const sessionBatchOf = (db: Database, sellerId: string): BatchExecutor<Buffer, SessionRow | undefined> => {
  const existing = sessionBatches.get(db);
  if (existing) return existing;
  const batch = new BatchExecutor<Buffer, SessionRow | undefined>(
    async (hashes) => {
      const rows = await statement<SessionRow>(onDedicatedConnection(db, "visitors"), findSessionsSql, [
        sellerId,
        hashes,
      ]);
      const found = new Map(rows.map((row) => [row.token_hash.toString("base64"), row]));
      return hashes.map((hash) => ({ answer: found.get(hash.toString("base64")) }));
    },
    { overloaded: () => new Refused({ code: "unavailable" }), isOutage, queue: 20_000 },
  );
  sessionBatches.set(db, batch);
  return batch;
};

/** Who holds this cookie, if anyone. A visitor of another seller is nobody here. */
export const findVisitor = async (
  db: Database,
  sellerId: string,
  token: string | undefined,
): Promise<Visitor | null> => {
  if (!token || !/^[A-Za-z0-9_-]{43}$/.test(token)) return null;
  const token_hash = hashOf(token);
  const row = await sessionBatchOf(db, sellerId).add(token_hash);
  if (!row) return null;
  if (row.long_ago) await touchSession(db, sellerId, token_hash);
  const strength = row.is_over ? "none" : row.strength;
  return {
    identity_id: row.identity_id,
    role: strength === "full" ? "member" : "anonymous",
    strength,
    member_id: strength === "none" ? null : row.member_identity_id,
    token_hash,
    fresh: false,
  };
};

const sessionDaysSql = (limit: "idle" | "absolute") =>
  sql<number>`case strength when 'full' then ${userSessionDays[limit]}::int else ${sessionDays[limit]}::int end`;

/** Written once a day at most, by one of the requests that come together; their days begin anew, up to the last of all. */
const touchSession = async (db: Database, sellerId: string, token_hash: Buffer): Promise<void> => {
  await db
    .updateTable("visitor_session")
    .set({
      seen_at: sql<string>`app_now()`,
      expires_at: sql<string>`least(app_now() + make_interval(days => ${sessionDaysSql("idle")}), created_at + make_interval(days => ${sessionDaysSql("absolute")}))`,
    })
    .where("seller_id", "=", sellerId)
    .where("token_hash", "=", token_hash)
    .where("ended_at", "is", null)
    .where(sql<boolean>`seen_at < app_now() - make_interval(hours => ${touchAfterHours}::int)`)
    .execute();
};

const cookieOptions = { path: "/", sameSite: "lax", maxAge: sessionDays.absolute * 24 * 3600 } as const;

const setSessionCookie = (reply: FastifyReply, slug: string, secure: boolean): Buffer => {
  const token = randomBytes(32).toString("base64url");
  reply.setCookie(cookieName(slug, secure), token, { ...cookieOptions, httpOnly: true, secure });
  return hashOf(token);
};

/** A visitor nothing is known of yet. Their rows are written by the verb that first keeps something for them. */
export const createVisitor = (request: FastifyRequest, reply: FastifyReply, slug: string, secure: boolean): Visitor => {
  const token_hash = setSessionCookie(reply, slug, secure);
  request.log.info({ event: "visitor_entered" }, "a visitor got a session");
  return { identity_id: newId(), role: "anonymous", strength: "none", member_id: null, token_hash, fresh: true };
};

/**
 * A new token for whoever logged in: a session that somebody else may know of is never carried on. The cookie beside it
 * says to the page that there is somebody to ask about; it opens nothing.
 */
export const issueSession = (
  identity: SessionIdentity,
  reply: FastifyReply,
  slug: string,
  secure: boolean,
): Visitor => {
  const token_hash = setSessionCookie(reply, slug, secure);
  if (identity.strength === "none") reply.clearCookie(loggedInCookie(slug), { path: "/", secure, sameSite: "lax" });
  else reply.setCookie(loggedInCookie(slug), identity.strength, { ...cookieOptions, secure });
  return { ...identity, role: identity.strength === "full" ? "member" : "anonymous", token_hash, fresh: false };
};

export const clearSession = (reply: FastifyReply, slug: string, secure: boolean): void => {
  reply.clearCookie(cookieName(slug, secure), { path: "/", httpOnly: true, secure, sameSite: "lax" });
  reply.clearCookie(loggedInCookie(slug), { path: "/", secure, sameSite: "lax" });
  reply.header("clear-site-data", '"cache", "storage"');
};
