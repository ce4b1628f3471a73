import type { Admitted, Ask, Visitor } from "../../http/ask.ts";
import { endSessionRow, endSessionRowsOf, insertSession, keepIdentity } from "./sessions.sql.ts";

/**
 * Lets somebody in under a new token, in the caller's transaction; the session that they had ends. The last thing that is
 * done there: the browser gets the new cookie whatever becomes of the rest.
 */
export const openSession = async (
  ask: Ask,
  who: Admitted,
  {
    method,
    external = null,
  }: { readonly method: string; readonly external?: Readonly<Record<string, unknown>> | null },
): Promise<Visitor> => {
  if (who.strength !== "full") await keepIdentity(ask, who.identity_id);
  if (ask.visitor) await endSessionRow(ask, ask.visitor.token_hash);
  const visitor = ask.admit(who);
  await insertSession(ask, visitor, { method, external });
  return visitor;
};

/** Ends the session of whoever asks; says what a provider elsewhere had opened it with, null where none had. */
export const endSession = async (ask: Ask): Promise<Readonly<Record<string, unknown>> | null> => {
  const ended = ask.visitor ? await endSessionRow(ask, ask.visitor.token_hash) : undefined;
  return (ended?.external as Readonly<Record<string, unknown>> | null | undefined) ?? null;
};

/** After a change of what opens an account nobody is in it any more, wherever they are. */
export const endSessionsOf = (ask: Pick<Ask, "db" | "seller">, identity_id: string) =>
  endSessionRowsOf(ask, identity_id);
