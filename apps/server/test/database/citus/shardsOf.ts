import type pg from "pg";
import { literalOf } from "../statements/rowsRead.ts";
import type { SentStatement } from "../statements/sentStatements.ts";

/** Whether a statement reads or writes tables, as opposed to taking a lock or changing a setting. */
export const plansTables = (text: string): boolean =>
  /^\s*(?:\/\*.*?\*\/\s*)?\(*\s*(?:with|select|insert|update|delete)\b/i.test(text);

const inserts = /\binsert into\b[^]*\bselect\b/;

/** With values, which the planner knows. Citus cannot explain an `insert … select` with parameters, although it runs it. */
const explaining = ({ text, values }: Pick<SentStatement, "text" | "values">): readonly string[] => {
  const literals = values.map(literalOf);
  if (inserts.test(text))
    return [
      `explain (costs off) ${text.replaceAll(/\$(\d+)\b/g, (_, nth: string) => literals[Number(nth) - 1] ?? "null")}`,
    ];
  const given = literals.length > 0 ? `(${literals.join(", ")})` : "";
  return [`prepare explained as ${text}`, `explain (costs off) execute explained${given}`];
};

/** The number of a cluster's shards that a statement uses, from its plan, which has a task for each: "one", or how many. */
export const shardsOf = async (client: pg.Client, sent: Omit<SentStatement, "isGeneric">): Promise<string> => {
  await client.query(`begin; set local app.seller = '${sent.seller}'`);
  try {
    let plan = "";
    for (const statement of explaining(sent)) {
      const { rows } = await client.query<{ "QUERY PLAN": string }>(statement);
      plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    }
    const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
    // No task means rows from parameters, which the coordinator sends to their seller's shard, or no table at all.
    if (tasks.length === 0) return "one";
    return tasks.length === 1 && tasks[0] === 1 ? "one" : `${tasks.join(" and ")} tasks`;
  } finally {
    await client.query("rollback; deallocate all");
  }
};
