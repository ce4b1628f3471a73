import pg from "pg";
import type { PoolConfig } from "pg";
import type { SentStatement } from "./sentStatements.ts";

/** What one statement costs in the database. */
export type StatementCost = {
  readonly text: string;
  /** Rows that its plan fetches from each table, including rows that are filtered out. */
  readonly rows: ReadonlyMap<string, number>;
  /** Pages of 8 kB that it reads or writes. */
  readonly buffers: number;
  /** Milliseconds, planning included. */
  readonly ms: number;
  /** As JSON. */
  readonly plan: unknown;
};

type PlanNode = {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly "Shared Hit Blocks"?: number;
  readonly "Shared Read Blocks"?: number;
  readonly Plans?: readonly PlanNode[];
};

/** The largest number of rows that a step of a plan produces, such as a join. */
export const mostRowsOfStep = (plan: unknown): number => {
  const { Plans = [], ...node } = plan as PlanNode;
  return Math.max(Math.round(node["Actual Rows"] * node["Actual Loops"]), ...Plans.map(mostRowsOfStep));
};

const addRows = (node: PlanNode, rows: Map<string, number>): void => {
  const table = node["Relation Name"];
  const fetched =
    node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  if (table !== undefined) rows.set(table, (rows.get(table) ?? 0) + Math.round(fetched * node["Actual Loops"]));
  for (const child of node.Plans ?? []) addRows(child, rows);
};

/** A value as the driver sends it, as text. */
const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return `{${value.map((item) => elementOf(textOf(item))).join(",")}}`;
  if (Buffer.isBuffer(value)) return `\\x${value.toString("hex")}`;
  return typeof value === "string" ? value : JSON.stringify(value);
};
const elementOf = (text: string | null): string =>
  text === null ? "null" : `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
/** A value as a literal of SQL. */
export const literalOf = (value: unknown): string => {
  const text = textOf(value);
  return text === null ? "null" : pg.escapeLiteral(text);
};

const costOf = async (
  client: pg.Client,
  { seller, text, values, isGeneric, settings = [] }: SentStatement,
): Promise<StatementCost> => {
  await client.query(`begin; set local app.seller = '${seller}'; set local jit = off;
    set local plan_cache_mode = ${isGeneric ? "force_generic_plan" : "force_custom_plan"}; ${settings.join("; ")}`);
  try {
    await client.query(`prepare measured as ${text}`);
    const parameters = values.length > 0 ? `(${values.map(literalOf).join(", ")})` : "";
    // The first run also loads the session's metadata of the tables.
    await client.query(`explain execute measured${parameters}`);
    const { rows } = await client.query<{ "QUERY PLAN": readonly Record<string, unknown>[] }>(
      `explain (analyze, buffers, format json) execute measured${parameters}`,
    );
    const [explained] = rows[0]?.["QUERY PLAN"] ?? [];
    const plan = explained?.Plan as PlanNode;
    const fetched = new Map<string, number>();
    addRows(plan, fetched);
    return {
      text,
      rows: fetched,
      buffers: (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0),
      ms: Number(explained?.["Planning Time"]) + Number(explained?.["Execution Time"]),
      plan,
    };
  } finally {
    await client.query("rollback; deallocate all");
  }
};

const isRead = (text: string): boolean =>
  /^\s*(?:\/\*.*?\*\/\s*)?(?:with|select)\b/i.test(text) &&
  !/(?<!for )\b(?:update|insert into|delete from)\b/.test(text);

/** Runs the reads among statements again, as the app's login under row-level security, and explains each. */
export const costsOf = async (login: PoolConfig, sent: readonly SentStatement[]): Promise<StatementCost[]> => {
  const client = new pg.Client(login);
  await client.connect();
  const costs: StatementCost[] = [];
  try {
    for (const one of sent) if (isRead(one.text)) costs.push(await costOf(client, one));
  } finally {
    await client.end();
  }
  return costs;
};
