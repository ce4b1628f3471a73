import type { PostgresPoolClient } from "kysely";
import type pg from "pg";
import { isAborted, isStalePlan } from "../../errors/isRetryable.ts";
import { corkUntilNextTick } from "./clientStream.ts";
import { isTracing, traced } from "../../signals/tracing.ts";
import type { PlanAge } from "./planAge.ts";
import { limitSetBy, type StatementLimit } from "./statementLimit.ts";
import { statementSpan } from "./statementSpan.ts";
import { forgetStalePlan, isPrepared, keptPlanPrefix, statementName } from "../statements/statementNames.ts";

/** Used instead of a seller's id for the rows of all sellers. */
export const allSellers = "*";

const sellerIdPattern = /^(\*|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * For a transaction whose statements are planned once for all parameters (`transactPipelined`, `transactWithKeptPlans`).
 * Not used where plans are not kept: there it would only hide the parameters from the planner, such as the seller, by
 * which Citus finds the node.
 */
export const useGenericPlans = "set local plan_cache_mode = force_generic_plan";
export const beginWithGenericPlans = `begin; ${useGenericPlans}`;
/** Ends `useGenericPlans` before the end of the transaction. */
export const choosePlans = "set local plan_cache_mode = default";

/**
 * Tells row-level security whose rows a transaction sees: a seller's, or those of `allSellers`. The id is a literal,
 * because only the command itself reaches every node of a distributed database.
 */
export const settingOf = (sellerId: string): string => {
  if (!sellerIdPattern.test(sellerId)) throw new Error("This is not the id of a seller");
  return `set local app.seller = '${sellerId}'`;
};

export type TenantConnectionOptions = {
  /** The statement that `settingOf` returns. */
  readonly setSeller: string;
  /** Whether the session keeps named statements. False for a pooler that gives each transaction another session. */
  readonly keepsPlans: boolean;
  /** The age of the session's plans, if it keeps plans. */
  readonly planAge?: PlanAge | undefined;
  /**
   * Sets how long to wait for replies: as long as statements may take. Undefined means the limit of the session's
   * statements.
   */
  readonly waitFor: (limit: StatementLimit | undefined) => void;
  readonly release: () => void;
};

/**
 * Sends a statement with a callback and a promise of our own. With pg's promise, the garbage collector promotes all rows
 * of a reply to the old generation and frees them only in a full collection: 120 MB for 200,000 rows instead of 2.
 */
const sendTo = (client: pg.PoolClient, config: pg.QueryConfig): Promise<object> =>
  new Promise<object>((resolve, reject) => {
    client.query(config, (error: Error | null, result) => (error ? reject(error) : resolve(result)));
  }).catch((error: Error) => {
    // Replaces the stack trace of the socket by that of the caller.
    Error.captureStackTrace(error);
    throw error;
  });

/**
 * A connection whose transactions see the rows of one seller. The seller is set inside each transaction, so that it
 * reaches the session that runs it, even behind a pooler, and ends with it. A statement outside a transaction gets one
 * of its own, in the same packet.
 */
export const tenantConnection = (
  client: pg.PoolClient,
  { setSeller, keepsPlans, planAge, waitFor, release }: TenantConnectionOptions,
): PostgresPoolClient => {
  let isInTransaction = false;
  let hasOwnLimit = false;

  const sendNow = (text: string | object, values?: unknown[]): Promise<object> => {
    if (!keepsPlans || typeof text !== "string" || values === undefined || !isPrepared(text))
      return sendTo(client, typeof text === "string" ? { text, ...(values && { values }) } : (text as pg.QueryConfig));
    const name = statementName(text);
    const pending = sendTo(client, { text, values, name });
    pending.catch(forgetStalePlan(text, name));
    return pending;
  };
  const send = (text: string | object, values?: unknown[]): Promise<object> =>
    isTracing() && typeof text === "string"
      ? traced(statementSpan(text), () => sendNow(text, values))
      : sendNow(text, values);
  let firstFailure: unknown;
  /**
   * Statements after a failed one only get the error of an aborted transaction; this gives their callers the first error
   * too.
   */
  const explainFailure = (error: unknown): void => {
    if (isAborted(error)) error.cause = firstFailure;
    else firstFailure ??= error;
  };
  const begin = (text: string, settings = ""): Promise<object> => {
    isInTransaction = true;
    const discard = planAge?.isDue(performance.now()) ? "; discard plans" : "";
    const pending: Promise<object> = sendTo(client, { text: `${text}; ${setSeller}${settings}${discard}` });
    pending.catch(explainFailure);
    // Not awaited: the next statement is queued behind it, and if `begin` fails, the connection is broken anyway.
    return Promise.resolve({ command: "BEGIN", rowCount: 0, rows: [] });
  };
  const end = (text: string): Promise<object> => {
    isInTransaction = false;
    const pending = send(text);
    if (!hasOwnLimit) return pending;
    hasOwnLimit = false;
    // Earlier statements may still be running.
    return pending.finally(() => waitFor(undefined));
  };
  const sendInTransaction = (text: string | object, values?: unknown[]): Promise<object> => {
    const limit = limitSetBy(text);
    if (limit !== undefined) {
      hasOwnLimit = true;
      waitFor(limit);
    }
    const pending = send(text, values);
    pending.catch(explainFailure);
    return pending;
  };
  const tryAlone = async (text: string | object, values?: unknown[]): Promise<object> => {
    const keepsPlan = keepsPlans && typeof text === "string" && text.startsWith(keptPlanPrefix);
    void begin("begin", keepsPlan ? `; ${useGenericPlans}` : "");
    const pending = sendInTransaction(text, values);
    const [answer] = await Promise.all([pending, end("commit")]);
    return answer;
  };
  /** A statement that was prepared before a migration had no effect, and is prepared again. */
  const sendAlone = (text: string | object, values?: unknown[]): Promise<object> =>
    tryAlone(text, values).catch((error: unknown) => {
      if (!isStalePlan(error)) throw error;
      corkUntilNextTick(client);
      return tryAlone(text, values);
    });
  const query = (text: string | object, values?: unknown[]): Promise<object> => {
    corkUntilNextTick(client);
    if (text === "begin" || text === beginWithGenericPlans) return begin(keepsPlans ? text : "begin");
    if (text === "commit" || text === "rollback") return end(text);
    if ((text === useGenericPlans || text === choosePlans) && !keepsPlans)
      return Promise.resolve({ command: "SET", rowCount: 0, rows: [] });
    return isInTransaction ? sendInTransaction(text, values) : sendAlone(text, values);
  };
  return { query: query as unknown as PostgresPoolClient["query"], release };
};
