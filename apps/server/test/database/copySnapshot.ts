import pg, { type PoolConfig } from "pg";

const tablesQuery = `select c.relname as name,
    (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`;
const foreignKeysQuery = `select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`;

const sequencesQuery = `select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`;

type Table = { readonly name: string; readonly columns: string };
type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string };

/** Connects as the owner of the tables, who sees all sellers. */
const connect = async (database: PoolConfig): Promise<pg.Client> => {
  const client = new pg.Client({ ...database, options: "-c app.seller=*" });
  await client.connect();
  return client;
};

/**
 * Backs up a database and restores it into an empty one with the same schema, as `pg_dump` and `pg_restore` do: reads
 * every table in one snapshot, and checks foreign keys once all rows are there.
 */
export const copySnapshot = async (source: PoolConfig, target: PoolConfig): Promise<void> => {
  const [from, to] = [await connect(source), await connect(target)];
  try {
    await from.query("begin isolation level repeatable read read only");
    await to.query("begin");
    const { rows: tables } = await from.query<Table>(tablesQuery);
    const { rows: foreignKeys } = await to.query<ForeignKey>(foreignKeysQuery);
    for (const { table, name } of foreignKeys) await to.query(`alter table ${table} drop constraint "${name}"`);
    for (const { name, columns } of tables) {
      const { rows } = await from.query<{ rows: string }>(
        `select coalesce(json_agg(t)::text, '[]') as rows from (select ${columns} from ${name}) t`,
      );
      await to.query(`alter table ${name} disable trigger user`);
      await to.query(`delete from ${name}`);
      await to.query(
        `insert into ${name} (${columns}) overriding system value
         select ${columns} from json_populate_recordset(null::${name}, $1)`,
        [rows[0]?.rows],
      );
    }
    const { rows: sequences } = await from.query<{ name: string }>(sequencesQuery);
    for (const { name } of sequences) {
      const { rows } = await from.query<{ last_value: string; is_called: boolean }>(
        `select last_value, is_called from ${name}`,
      );
      await to.query("select setval($1, $2, $3)", [name, rows[0]?.last_value, rows[0]?.is_called]);
    }
    for (const { table, name, definition } of foreignKeys)
      await to.query(`alter table ${table} add constraint "${name}" ${definition}`);
    // Only now: a table with pending trigger events cannot be altered.
    for (const { name } of tables) await to.query(`alter table ${name} enable trigger user`);
    await to.query("commit");
  } finally {
    await from.end();
    await to.end();
  }
};
