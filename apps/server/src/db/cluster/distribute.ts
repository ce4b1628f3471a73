import { Client, type PoolConfig } from "pg";

/** The extension, which an operator installs on every node. */
const extensionQuery = "select from pg_extension where extname = 'citus'";

/** Foreign keys of tables that are about to be distributed, and the statements that create them again. */
const foreignKeysQuery = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
  from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace and conrelid::regclass::text = any ($1)
  order by conrelid::regclass::text, conname`;

/**
 * Tables with `seller_id` that are not distributed yet. Citus manages some of them anyway: tables whose only foreign
 * keys refer to reference tables, as migrations left them before they distributed new tables.
 */
const tablesQuery = `
  select c.oid::regclass::text as name from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    and exists (select from pg_attribute where attrelid = c.oid and attname = 'seller_id' and not attisdropped)
    and c.oid not in (select logicalrelid from pg_dist_partition where partmethod = 'h')
  order by name`;

/** Tables of staff accounts, which every node has because they are joined with what a seller has granted. */
export const referenceTables = [
  "seller",
  "staff",
  "staff_totp",
  "staff_passkey",
  "staff_challenge",
  "staff_recovery_code",
  "staff_sign_in",
  "staff_invitation",
  "staff_password_link",
  "staff_attempt",
  "staff_idempotency_key",
] as const;

const undistributedQuery = `
  select name from unnest($1::text[]) as name
  where to_regclass('public.' || name) is not null and to_regclass('public.' || name) not in (select logicalrelid from pg_dist_partition)`;

/**
 * Tables whose rows remain in the coordinator's own files beside the copies on the nodes. They are not read, but they
 * take up space, and the data of an erased person would remain in them.
 */
const leftRowsQuery = `
  select logicalrelid::regclass::text as name from pg_dist_partition where pg_relation_size(logicalrelid) > 0 order by name`;

/** Triggers that prevent emptying a table, such as the journal's; the copied rows are removed in spite of them. */
const truncateTriggersQuery = `
  select format('alter table %s %s trigger %I', tgrelid::regclass, $1::text, tgname) as statement from pg_trigger
  where not tgisinternal and tgtype & 32 > 0 and tgrelid in (select logicalrelid from pg_dist_partition)
  order by tgrelid::regclass::text, tgname`;

/**
 * A trigger that only reads its own row works on each node as on a single machine. `pg_settings` does not list the
 * setting.
 */
const allowTriggers = "set local citus.enable_unsafe_triggers = on";

/** Whether the statements that follow run on every node, or on the coordinator alone. */
export const onEveryNode = (on: boolean): string => `set local citus.enable_ddl_propagation = ${on ? "on" : "off"}`;

/** Functions that statements call on every node. */
const functionsQuery = `
  select p.oid::regprocedure::text as signature from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    and not exists (select from pg_catalog.pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
  order by signature`;

/**
 * A policy of a distributed table may not refer to another table. The history that an order, a payment or a renewal
 * needs stays protected; that a cart or ticket is deleted first is left to the deleting statement (`jobs/retention`).
 */
const policyWithoutSubquery =
  "alter policy without_its_row on transition using (entity in ('cart', 'ticket') or removes_preview(seller_id))";

/**
 * On the nodes, Citus 13 turns a restrictive policy into a permissive one, which then allows instead of forbidding. So a
 * table with a restrictive policy gets one policy per kind of statement, and the one for `delete` contains the
 * restriction.
 */
const restrictedQuery = `
  select array[
      format('drop policy %I on %s', r.polname, r.polrelid::regclass),
      format('drop policy %I on %s', o.polname, o.polrelid::regclass),
      format('create policy %I on %s for select using (%s)', o.polname || '_read', o.polrelid::regclass, o.using),
      format('create policy %I on %s for insert with check (%s)', o.polname || '_insert', o.polrelid::regclass, o.checked),
      format('create policy %I on %s for update using (%s) with check (%s)', o.polname || '_update', o.polrelid::regclass, o.using, o.checked),
      format('create policy %I on %s for delete using ((%s) and (%s))', o.polname || '_delete', o.polrelid::regclass, o.using,
        pg_get_expr(r.polqual, r.polrelid))] as statements
  from pg_policy r
  join lateral (
    select polname, polrelid, pg_get_expr(polqual, polrelid) as using, pg_get_expr(polwithcheck, polrelid) as checked
    from pg_policy where polrelid = r.polrelid and polpermissive and polcmd = '*') o on true
  where not r.polpermissive and r.polcmd = 'd'
  order by r.polrelid::regclass::text`;

/**
 * The coordinator evaluates the time of a change before it sends it, once for all nodes; a read uses its node's time. A
 * distributed database refuses functions that may change during a statement in many places. No plans are kept there
 * (`tenantConnection.ts`).
 */
const clockOfCoordinator = "alter function app_now() immutable";

type Row = Readonly<Record<string, string>>;
const column = async (client: Client, query: string, name: string): Promise<string[]> =>
  (await client.query<Row>(query)).rows.map((row) => row[name] ?? "");

const removeLeftRows = async (client: Client): Promise<void> => {
  const tables = await column(client, leftRowsQuery, "name");
  if (tables.length === 0) return;
  const switchTriggers = async (action: "disable" | "enable"): Promise<void> => {
    await client.query(onEveryNode(false));
    const { rows } = await client.query<{ statement: string }>(truncateTriggersQuery, [action]);
    for (const { statement } of rows) await client.query(statement);
    await client.query(onEveryNode(true));
  };
  await switchTriggers("disable");
  for (const name of tables) await client.query("select truncate_local_data_after_distributing_table($1)", [name]);
  await switchTriggers("enable");
};

/** Whether the database has the Citus extension, and its tables are distributed or there is no seller yet. */
export const distributesByItself = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ possible: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null and to_regclass('public.seller') is not null as possible`,
  );
  if (rows[0]?.possible !== true) return false;
  const found = await client.query<{ ready: boolean }>(
    `select not exists (select from seller)
       or exists (select from pg_dist_partition where logicalrelid = 'seller'::regclass) as ready`,
  );
  return found.rows[0]?.ready === true;
};

/** Whether the tables of the database are already on the nodes of a cluster. */
export const isDistributed = async (client: Client): Promise<boolean> =>
  (await client.query(`select from pg_class where oid = to_regclass('pg_catalog.pg_dist_partition')`)).rows.length >
    0 && (await client.query("select from pg_dist_partition limit 1")).rows.length > 0;

/**
 * What a schema change needs on the nodes: one command at a time, triggers that only read their own row, and the rows of
 * every seller, since row-level security also applies to the owner.
 */
export const changingSchema = `set local citus.multi_shard_modify_mode = 'sequential'; ${allowTriggers};
  set local citus.propagate_set_commands = 'local'; set local app.seller = '*'`;

/**
 * Colocated with the tables that are distributed already, whose number of shards may differ from the default for new
 * ones.
 */
const distributeQuery = `
  select create_distributed_table($1, 'seller_id', colocate_with => case
    when exists (select from pg_dist_partition where logicalrelid = 'cart'::regclass and partmethod = 'h')
    then 'cart' else 'default' end)`;

/**
 * Distributes one new table, to every node or by seller. A table without a seller that is not listed stays on the
 * coordinator.
 */
export const distributeTable = async (client: Client, name: string): Promise<void> => {
  if ((referenceTables as readonly string[]).includes(name))
    await client.query("select create_reference_table($1)", [name]);
  else if ((await column(client, tablesQuery, "name")).includes(name)) await client.query(distributeQuery, [name]);
};

/** Like `distributeTables`, inside a transaction with the settings of `changingSchema`. */
export const distribute = async (client: Client): Promise<string[]> => {
  const tables = await column(client, tablesQuery, "name");
  const references = await client.query<{ name: string }>(undistributedQuery, [referenceTables]);
  const added = [...tables, ...references.rows.map(({ name }) => name)];
  const { rows: foreignKeys } = await client.query<{ drop: string; add: string }>(foreignKeysQuery, [added]);
  // A foreign key of a distributed table may only refer to another distributed table.
  for (const { drop } of foreignKeys) await client.query(drop);
  for (const { name } of references.rows) await client.query("select create_reference_table($1)", [name]);
  await client.query(clockOfCoordinator);
  for (const signature of await column(client, functionsQuery, "signature"))
    await client.query("select create_distributed_function($1)", [signature]);
  if (tables.includes("transition")) await client.query(policyWithoutSubquery);
  const restricted = await client.query<{ statements: string[] }>(restrictedQuery);
  for (const statement of restricted.rows.flatMap(({ statements }) => statements)) await client.query(statement);
  for (const name of tables) await client.query(distributeQuery, [name]);
  await removeLeftRows(client);
  for (const { add } of foreignKeys) await client.query(add);
  return tables;
};

/**
 * Distributes what is not distributed yet: `seller` and staff accounts to every node, and each table with `seller_id` by
 * it, so that all rows of one seller are on one node and none are left on the coordinator. One transaction: a crash
 * leaves everything as it was. Returns the names of the tables.
 */
export const distributeTables = async (client: Client): Promise<string[]> => {
  await client.query(`begin; ${changingSchema}`);
  try {
    const tables = await distribute(client);
    await client.query("commit");
    return tables;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
};

/** Distributes a database that already has sellers. Nobody can write to it meanwhile: each table is copied under a lock. */
export const prepareCluster = async (owner: PoolConfig): Promise<string[]> => {
  const client = new Client(owner);
  await client.connect();
  try {
    if ((await client.query(extensionQuery)).rows.length === 0)
      throw new Error(
        "The database is not a Citus cluster: it lacks the extension citus. See docs/operations/cluster.md.",
      );
    return await distributeTables(client);
  } finally {
    await client.end();
  }
};
