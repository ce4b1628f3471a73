import type { PoolConfig } from "pg";
import { run } from "./makeCluster.ts";

/** A node's tables, functions and policies, one per line. */
const lines = `
  select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull || ' ' ||
    coalesce(pg_get_expr(d.adbin, d.adrelid), '') || ' ' || coalesce(a.attacl::text, '') as line
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  union all
  select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
  from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all
  select 'policy ' || polrelid::regclass || ' ' || polname || polcmd::text || polpermissive::text ||
    coalesce(pg_get_expr(polqual, polrelid), '') || '/' || coalesce(pg_get_expr(polwithcheck, polrelid), '')
  from pg_policy
  union all
  select 'trigger ' || pg_get_triggerdef(t.oid) || t.tgenabled::text from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
  union all
  select 'table ' || relname || ' ' || relrowsecurity || relforcerowsecurity || ' ' ||
    coalesce((select string_agg(x::text, ',' order by x::text) from unnest(relacl) x), '')
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
  union all
  select 'function ' || pg_get_functiondef(p.oid) || coalesce(p.proacl::text, '') from pg_proc p
  where pronamespace = 'public'::regnamespace and prokind = 'f'
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

const all = `select json_agg(line) as lines from (${lines}) x`;

/**
 * Includes each shard of each node, so that two clusters can be compared. Left out are shard numbers, and whether the rows
 * of a constraint have been checked: they are when a table is distributed, but not when a migration adds it "not valid".
 */
export const schemaOfCluster = async (owner: PoolConfig): Promise<string[]> => {
  const [coordinator] = await run(owner, all);
  const workers = await run(owner, `select result from run_command_on_workers($node$ ${all} $node$)`);
  const found = [
    ...((coordinator?.["lines"] ?? []) as string[]).map((line) => `coordinator: ${line}`),
    ...workers.flatMap(({ result }) => (JSON.parse(String(result)) as string[]).map((line) => `worker: ${line}`)),
    ...(
      await run(
        owner,
        `select citus_table_type || ' ' || table_name || ' ' || coalesce(distribution_column, '') ||
           case when colocation_id = (select colocation_id from citus_tables where table_name = 'cart'::regclass)
             then ' beside cart' else '' end as line from citus_tables`,
      )
    ).map(({ line }) => String(line)),
  ];
  return [...new Set(found.map((line) => line.replaceAll(/_[0-9]{6,}| NOT VALID$/g, "")))].toSorted();
};
