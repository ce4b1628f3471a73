import type { SessionIdentity, RequestContext, Visitor } from "../../../http/requestContext.ts";
import {
  closeLimitedSessionRows,
  closeSessionRow,
  closeSessionRowsOfUser,
  insertVisitorSession,
  insertMissingIdentity,
} from "./sessions.sql.ts";

/**
 * Opens a session with a new token in the caller's transaction, and ends the previous one. Call it last: the browser gets
 * the new cookie even if a later step fails.
 */
export const openSession = async (
  ctx: RequestContext,
  identity: SessionIdentity,
  {
    method,
    external = null,
  }: { readonly method: string; readonly external?: Readonly<Record<string, unknown>> | null },
): Promise<Visitor> => {
  if (identity.strength !== "full") await insertMissingIdentity(ctx, identity.identity_id);
  if (ctx.visitor) await closeSessionRow(ctx, ctx.visitor.token_hash);
  const visitor = ctx.startSession(identity);
  await insertVisitorSession(ctx, visitor, { method, external });
  return visitor;
};

/** Ends the visitor's session. Returns the external provider's data that it was opened with, or null. */
export const closeSession = async (ctx: RequestContext): Promise<Readonly<Record<string, unknown>> | null> => {
  const ended = ctx.visitor ? await closeSessionRow(ctx, ctx.visitor.token_hash) : undefined;
  return (ended?.external as Readonly<Record<string, unknown>> | null | undefined) ?? null;
};

/** Logs the user out everywhere, after their credentials changed. */
export const closeUserSessions = (ctx: Pick<RequestContext, "db" | "seller">, identity_id: string) =>
  closeSessionRowsOfUser(ctx, identity_id);

/** Ends the sessions that were opened with a user's member number, after the number was replaced. */
export const closeNumberSessions = (ctx: Pick<RequestContext, "db" | "seller">, identity_id: string) =>
  closeLimitedSessionRows(ctx, identity_id);
