import type { SessionIdentity, RequestContext, Visitor } from "../../../http/requestContext.ts";
import { closeSessionRow, closeSessionRowsOfUser, insertSession, insertMissingIdentity } from "./sessions.sql.ts";

/**
 * Lets somebody in under a new token, in the caller's transaction; the session that they had ends. The last thing that is
 * done there: the browser gets the new cookie whatever becomes of the rest.
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
  await insertSession(ctx, visitor, { method, external });
  return visitor;
};

/** Ends the session of whoever asks; says what a provider elsewhere had opened it with, null where none had. */
export const closeSession = async (ctx: RequestContext): Promise<Readonly<Record<string, unknown>> | null> => {
  const ended = ctx.visitor ? await closeSessionRow(ctx, ctx.visitor.token_hash) : undefined;
  return (ended?.external as Readonly<Record<string, unknown>> | null | undefined) ?? null;
};

/** After a change of what opens an account nobody is in it any more, wherever they are. */
export const closeUserSessions = (ctx: Pick<RequestContext, "db" | "seller">, identity_id: string) =>
  closeSessionRowsOfUser(ctx, identity_id);
