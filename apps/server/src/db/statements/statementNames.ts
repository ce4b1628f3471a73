import { createHash } from "node:crypto";
import { isStalePlan } from "../../errors/isRetryable.ts";

/** Names of prepared statements by text: each connection parses and plans a text once. */
const statementNames = new Map<string, string>();
/** Texts built per call would fill PostgreSQL's memory with plans. Statements beyond this number are not prepared. */
const maxPreparedTexts = 2000;
/** Part of the names: incrementing it makes every connection prepare all statements again. */
let planGeneration = 0;

/** A statement with this prefix is not prepared, so its plan is not kept. */
export const freshPlanPrefix = "/* planned anew */ ";

/** A statement with this prefix is planned once for all parameters, also outside a transaction. */
export const keptPlanPrefix = "/* plan kept */ ";

/** Whether connections keep the plan of a statement with this text. */
export const isPrepared = (text: string): boolean =>
  !text.startsWith(freshPlanPrefix) && (statementNames.size < maxPreparedTexts || statementNames.has(text));

export const statementName = (text: string): string => {
  const existing = statementNames.get(text);
  if (existing) return existing;
  const name = `f${createHash("sha1").update(text).digest("hex").slice(0, 16)}${planGeneration || ""}`;
  if (isPrepared(text)) statementNames.set(text, name);
  return name;
};

/** Called after a migration has changed a table. */
export const forgetStalePlan = (text: string, name: string) => (error: unknown) => {
  if (!isStalePlan(error) || statementNames.get(text) !== name) return;
  planGeneration += 1;
  statementNames.clear();
};
