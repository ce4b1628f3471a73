import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { onDedicatedConnection, type Database } from "../../db/connections.ts";
import { loggedInCookie } from "@foyer/contract/loggedInCookie.ts";
import { BatchExecutor } from "../../db/statements/batchExecutor.ts";
import type { SessionIdentity, Visitor } from "../requestContext.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { newOrderedId } from "../../db/newId.ts";
import { isOutage } from "../../errors/isOutage.ts";
import { Refused } from "../../errors/refused.ts";
import { findSessions, touchSession, type FoundSession } from "./session.sql.ts";
import { sessionDays } from "./sessionLifetimes.ts";

type CookieSeller = Pick<Seller, "slug" | "host">;

/** Bound to the host of the seller's pages: a session that was started at another address is not valid here. */
export const tokenHashOf = (token: string, { host }: CookieSeller): Buffer =>
  createHash("sha256")
    .update(host === undefined ? token : `${host} ${token}`)
    .digest();

/** One cookie per seller; over https with `__Host-`, so that no other host can set it. */
export const cookieName = (slug: string, secure: boolean): string => `${secure ? "__Host-" : ""}foyer.${slug}`;

/** By database handle, which is bound to one seller. */
const sessionBatches = new WeakMap<Database, BatchExecutor<Buffer, FoundSession | undefined>>();

/** Looks up all sessions that arrive during one query together in the next. */
const sessionBatchOf = (db: Database, sellerId: string): BatchExecutor<Buffer, FoundSession | undefined> => {
  const existing = sessionBatches.get(db);
  if (existing) return existing;
  const batch = new BatchExecutor<Buffer, FoundSession | undefined>(
    async (hashes) => {
      const rows = await findSessions(onDedicatedConnection(db, "visitors"), sellerId, hashes);
      const found = new Map(rows.map((row) => [row.token_hash.toString("base64"), row]));
      return hashes.map((hash) => ({ answer: found.get(hash.toString("base64")) }));
    },
    { name: "sessions", overloadError: () => new Refused({ code: "unavailable" }), isOutage, maxQueued: 20_000 },
  );
  sessionBatches.set(db, batch);
  return batch;
};

/** Finds the visitor of a session cookie. Another seller's session is not found. */
export const findVisitor = async (
  db: Database,
  seller: CookieSeller & Pick<Seller, "id">,
  token: string | undefined,
): Promise<Visitor | null> => {
  if (!token || !/^[A-Za-z0-9_-]{43}$/.test(token)) return null;
  const token_hash = tokenHashOf(token, seller);
  const row = await sessionBatchOf(db, seller.id).add(token_hash);
  if (!row) return null;
  if (row.needs_touch) await touchSession(db, seller.id, token_hash);
  const strength = row.is_limit_over ? "none" : row.strength;
  return {
    identity_id: row.identity_id,
    role: strength === "full" ? "member" : "anonymous",
    strength,
    member_id: strength === "none" ? null : row.member_identity_id,
    token_hash,
    fresh: false,
  };
};

const cookieOptions = { path: "/", sameSite: "lax", maxAge: sessionDays.absolute * 24 * 3600 } as const;

export const randomToken = (): string => randomBytes(32).toString("base64url");

type NewCookie = { readonly seller: CookieSeller; readonly secure: boolean; readonly token: string };

export const setSessionCookie = (reply: FastifyReply, { seller, secure, token }: NewCookie): Buffer => {
  reply.setCookie(cookieName(seller.slug, secure), token, { ...cookieOptions, httpOnly: true, secure });
  return tokenHashOf(token, seller);
};

/** A new visitor with a cookie. The use case that first stores something for them also inserts their rows. */
export const createVisitor = (request: FastifyRequest, reply: FastifyReply, cookie: NewCookie): Visitor => {
  const token_hash = setSessionCookie(reply, cookie);
  request.log.info({ event: "visitor_entered" }, "a visitor got a session");
  return { identity_id: newOrderedId(), role: "anonymous", strength: "none", member_id: null, token_hash, fresh: true };
};

/**
 * Issues a new token at login, against session fixation. The second cookie only tells the page that a user is logged in;
 * it grants nothing.
 */
export const issueSession = (
  identity: SessionIdentity,
  reply: FastifyReply,
  seller: CookieSeller,
  secure: boolean,
): Visitor => {
  const { slug } = seller;
  const token_hash = setSessionCookie(reply, { seller, secure, token: randomToken() });
  if (identity.strength === "none") reply.clearCookie(loggedInCookie(slug), { path: "/", secure, sameSite: "lax" });
  else reply.setCookie(loggedInCookie(slug), identity.strength, { ...cookieOptions, secure });
  return { ...identity, role: identity.strength === "full" ? "member" : "anonymous", token_hash, fresh: false };
};

export const clearSession = (reply: FastifyReply, slug: string, secure: boolean): void => {
  reply.clearCookie(cookieName(slug, secure), { path: "/", httpOnly: true, secure, sameSite: "lax" });
  reply.clearCookie(loggedInCookie(slug), { path: "/", secure, sameSite: "lax" });
  reply.header("clear-site-data", '"cache", "storage"');
};
