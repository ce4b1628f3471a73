import pg, { type PoolConfig } from "pg";
import type { SentStatement } from "../statements/sentStatements.ts";
import { plansTables } from "./shardsOf.ts";

type PlanNode = {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Recheck Cond"?: string;
  readonly Filter?: string;
  readonly "One-Time Filter"?: string;
  readonly Plans?: readonly PlanNode[];
};

const scansOf = (node: PlanNode): readonly PlanNode[] => [
  ...(node["Relation Name"] !== undefined && node["Node Type"] !== "ModifyTable" ? [node] : []),
  ...(node.Plans ?? []).flatMap(scansOf),
];

/** Whether a table below the root node is never read with these values: a cluster then finds no seller for it. */
const hasEmptyJoin = ({ Plans = [] }: PlanNode): boolean =>
  Plans.some((node) => node["One-Time Filter"] === "false" || hasEmptyJoin(node));

/** Row-level security compares the seller as text, so this shows that the statement itself names the seller. */
const isBound = (node: PlanNode, seller: string): boolean =>
  [node["Index Cond"], node["Recheck Cond"], node.Filter].some((condition) =>
    condition?.includes(`seller_id = '${seller}'::uuid`),
  );

const sellerTablesQuery = `
  select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'seller_id' and not a.attisdropped
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`;

/**
 * The tables for which a statement does not say whose rows it reads, which a distributed database needs to find the
 * node. Uses PostgreSQL's plans, which pass the seller on to a table that is joined by it.
 */
export const unboundTables = async (login: PoolConfig, sent: readonly SentStatement[]): Promise<readonly string[]> => {
  const client = new pg.Client(login);
  await client.connect();
  const found: string[] = [];
  try {
    const { rows } = await client.query<{ name: string }>(sellerTablesQuery);
    const ofSellers = new Set(rows.map(({ name }) => name));
    for (const { seller, text, values } of new Map(sent.map((one) => [one.text, one])).values()) {
      if (!plansTables(text)) continue;
      await client.query(`begin; set local app.seller = '${seller}'`);
      const explained = await client
        .query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(`explain (format json) ${text}`, [...values])
        .finally(() => client.query("rollback"));
      if (explained.rows[0] && hasEmptyJoin(explained.rows[0]["QUERY PLAN"][0].Plan))
        found.push(`a join that is never true: ${text}`);
      for (const scan of explained.rows[0] ? scansOf(explained.rows[0]["QUERY PLAN"][0].Plan) : []) {
        const table = scan["Relation Name"] ?? "";
        if (ofSellers.has(table) && !isBound(scan, seller)) found.push(`${table}: ${text}`);
      }
    }
  } finally {
    await client.end();
  }
  return found;
};
