import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../db/connect.ts";
import type { Visitor } from "./ask.ts";
import { newId } from "../db/newId.ts";

/** A visitor is remembered this long after they were last seen, and never longer than the second number. */
export const sessionDays = { idle: 30, absolute: 180 } as const;

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** One cookie for each seller: `__Host-` where the page is served over https, so that no other host can set it. */
export const cookieName = (slug: string, secure: boolean): string => `${secure ? "__Host-" : ""}foyer.${slug}`;

/** Who holds this cookie, if anyone. A visitor of another seller is nobody here. */
export const recallVisitor = async (
  db: Database,
  sellerId: string,
  token: string | undefined,
): Promise<Visitor | null> => {
  if (!token || !/^[A-Za-z0-9_-]{43}$/.test(token)) return null;
  const token_hash = hashOf(token);
  const row = await db
    .selectFrom("visitor_session as v")
    .innerJoin("identity as i", (join) =>
      join.onRef("i.seller_id", "=", "v.seller_id").onRef("i.id", "=", "v.identity_id"),
    )
    .select(["v.identity_id", "i.kind"])
    .where("v.seller_id", "=", sellerId)
    .where("v.token_hash", "=", token_hash)
    .where("v.ended_at", "is", null)
    .where("v.expires_at", ">", (eb) => eb.fn<string>("app_now"))
    .executeTakeFirst();
  if (!row) return null;
  return { identity_id: row.identity_id, role: row.kind === "user" ? "member" : "anonymous", token_hash, fresh: false };
};

/** A visitor nothing is known of yet. Their rows are written by the verb that first keeps something for them. */
export const newVisitor = (request: FastifyRequest, reply: FastifyReply, slug: string, secure: boolean): Visitor => {
  const token = randomBytes(32).toString("base64url");
  reply.setCookie(cookieName(slug, secure), token, {
    path: "/",
    httpOnly: true,
    secure,
    sameSite: "lax",
    maxAge: sessionDays.absolute * 24 * 3600,
  });
  request.log.info({ event: "visitor_entered" }, "a visitor got a session");
  return { identity_id: newId(), role: "anonymous", token_hash: hashOf(token), fresh: true };
};
