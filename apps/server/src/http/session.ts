import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { inLane, type Database } from "../db/connect.ts";
import { loggedInCookie } from "@foyer/contract/loggedInCookie.ts";
import { GroupCommit } from "../db/groupCommit.ts";
import { eachOf, statement } from "../db/statement.ts";
import type { Admitted, Visitor } from "./ask.ts";
import { newId } from "../db/newId.ts";
import { isOutage } from "./errors.ts";
import { Refused } from "./refused.ts";

/** A visitor is remembered this long after they were last seen, and never longer than the second number. */
export const sessionDays = { idle: 30, absolute: 180 } as const;
/** The same of whoever is logged in (T100). */
export const userSessionDays = { idle: 14, absolute: 60 } as const;
/** A member's number counts this long; after that the session is a guest's again. */
export const limitedHours = 24;

const seenAgainAfterHours = 24;

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** One cookie for each seller: `__Host-` where the page is served over https, so that no other host can set it. */
export const cookieName = (slug: string, secure: boolean): string => `${secure ? "__Host-" : ""}foyer.${slug}`;

type Row = Pick<Visitor, "identity_id" | "strength"> & {
  readonly token_hash: Buffer;
  readonly member_identity_id: string | null;
  /** Whoever showed a member's number alone did so too long ago. */
  readonly is_over: boolean;
  readonly long_ago: boolean;
};

// Of another seller's session it is the row-level security of `db`, which is bound to this one, that stands behind the condition.
const sessions = `
  select v.token_hash, v.identity_id, v.strength, v.member_identity_id,
    v.strength = 'limited' and coalesce(v.authenticated_at < app_now() - make_interval(hours => ${limitedHours}), true) as is_over,
    v.seen_at < app_now() - make_interval(hours => ${seenAgainAfterHours}) as long_ago
  from ${eachOf(2, "bytea")}
  cross join lateral (select * from visitor_session where seller_id = $1 and token_hash = asked.key
    and ended_at is null and expires_at > app_now() offset 0) v`;

/** A `Database` is bound to one seller. */
const lookups = new WeakMap<Database, GroupCommit<Buffer, Row | undefined>>();

/** Those who come while the last are looked for are looked for together. */
const gatheredFor = (db: Database, sellerId: string): GroupCommit<Buffer, Row | undefined> => {
  const known = lookups.get(db);
  if (known) return known;
  const group = new GroupCommit<Buffer, Row | undefined>(
    async (hashes) => {
      const rows = await statement<Row>(inLane(db, "visitors"), sessions, [sellerId, hashes]);
      const found = new Map(rows.map((row) => [row.token_hash.toString("base64"), row]));
      return hashes.map((hash) => ({ answer: found.get(hash.toString("base64")) }));
    },
    { overloaded: () => new Refused({ code: "unavailable" }), isOutage, queue: 20_000 },
  );
  lookups.set(db, group);
  return group;
};

/** Who holds this cookie, if anyone. A visitor of another seller is nobody here. */
export const recallVisitor = async (
  db: Database,
  sellerId: string,
  token: string | undefined,
): Promise<Visitor | null> => {
  if (!token || !/^[A-Za-z0-9_-]{43}$/.test(token)) return null;
  const token_hash = hashOf(token);
  const row = await gatheredFor(db, sellerId).add(token_hash);
  if (!row) return null;
  if (row.long_ago) await seeAgain(db, sellerId, token_hash);
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

const daysOf = (which: "idle" | "absolute") =>
  sql<number>`case strength when 'full' then ${userSessionDays[which]}::int else ${sessionDays[which]}::int end`;

/** Written once a day at most, by one of the requests that come together; their days begin anew, up to the last of all. */
const seeAgain = async (db: Database, sellerId: string, token_hash: Buffer): Promise<void> => {
  await db
    .updateTable("visitor_session")
    .set({
      seen_at: sql<string>`app_now()`,
      expires_at: sql<string>`least(app_now() + make_interval(days => ${daysOf("idle")}), created_at + make_interval(days => ${daysOf("absolute")}))`,
    })
    .where("seller_id", "=", sellerId)
    .where("token_hash", "=", token_hash)
    .where("ended_at", "is", null)
    .where(sql<boolean>`seen_at < app_now() - make_interval(hours => ${seenAgainAfterHours}::int)`)
    .execute();
};

const cookieDays = { path: "/", sameSite: "lax", maxAge: sessionDays.absolute * 24 * 3600 } as const;

const giveToken = (reply: FastifyReply, slug: string, secure: boolean): Buffer => {
  const token = randomBytes(32).toString("base64url");
  reply.setCookie(cookieName(slug, secure), token, { ...cookieDays, httpOnly: true, secure });
  return hashOf(token);
};

/** A visitor nothing is known of yet. Their rows are written by the verb that first keeps something for them. */
export const newVisitor = (request: FastifyRequest, reply: FastifyReply, slug: string, secure: boolean): Visitor => {
  const token_hash = giveToken(reply, slug, secure);
  request.log.info({ event: "visitor_entered" }, "a visitor got a session");
  return { identity_id: newId(), role: "anonymous", strength: "none", member_id: null, token_hash, fresh: true };
};

/**
 * A new token for whoever logged in: a session that somebody else may know of is never carried on. The cookie beside it
 * says to the page that there is somebody to ask about; it opens nothing.
 */
export const admitVisitor = (who: Admitted, reply: FastifyReply, slug: string, secure: boolean): Visitor => {
  const token_hash = giveToken(reply, slug, secure);
  if (who.strength === "none") reply.clearCookie(loggedInCookie(slug), { path: "/", secure, sameSite: "lax" });
  else reply.setCookie(loggedInCookie(slug), who.strength, { ...cookieDays, secure });
  return { ...who, role: who.strength === "full" ? "member" : "anonymous", token_hash, fresh: false };
};

export const dismissVisitor = (reply: FastifyReply, slug: string, secure: boolean): void => {
  reply.clearCookie(cookieName(slug, secure), { path: "/", httpOnly: true, secure, sameSite: "lax" });
  reply.clearCookie(loggedInCookie(slug), { path: "/", secure, sameSite: "lax" });
  reply.header("clear-site-data", '"cache", "storage"');
};
