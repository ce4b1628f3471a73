import type pg from "pg";
import { literalOf } from "../statements/rowsRead.ts";
import type { SentStatement } from "../statements/sentStatements.ts";

/** What plans tables, as opposed to the lock of a key or a setting. */
export const plansTables = (text: string): boolean =>
  /^\s*(?:\/\*.*?\*\/\s*)?\(*\s*(?:with|select|insert|update|delete)\b/i.test(text);

const inserts = /\binsert into\b[^]*\bselect\b/;

/** With values, which the planner knows. Citus explains no insert of selected rows that has parameters, though it runs it. */
const explaining = ({ text, values }: Pick<SentStatement, "text" | "values">): readonly string[] => {
  const literals = values.map(literalOf);
  if (inserts.test(text))
    return [
      `explain (costs off) ${text.replaceAll(/\$(\d+)\b/g, (_, nth: string) => literals[Number(nth) - 1] ?? "null")}`,
    ];
  const given = literals.length > 0 ? `(${literals.join(", ")})` : "";
  return [`prepare explained as ${text}`, `explain (costs off) execute explained${given}`];
};

/** How many shards of a cluster a statement asks, by its plan, which names a task for each: "one", or how many. */
export const shardsOf = async (client: pg.Client, sent: Omit<SentStatement, "isGeneric">): Promise<string> => {
  await client.query(`begin; set local app.seller = '${sent.seller}'`);
  try {
    let plan = "";
    for (const statement of explaining(sent)) {
      const { rows } = await client.query<{ "QUERY PLAN": string }>(statement);
      plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    }
    const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
    // Rows of parameters, which the coordinator sends to the shard of their seller; or no table at all.
    if (tasks.length === 0) return "one";
    return tasks.length === 1 && tasks[0] === 1 ? "one" : `${tasks.join(" and ")} tasks`;
  } finally {
    await client.query("rollback; deallocate all");
  }
};
