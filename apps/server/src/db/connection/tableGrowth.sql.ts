import type pg from "pg";

const firstOwnOid = 16_384;

/** The estimated rows of all tables, from statistics that take no lock on a table. */
export const rowsOfTables = async (
  client: pg.ClientBase,
): Promise<readonly { readonly name: string; readonly rows: number }[]> => {
  const { rows } = await client.query<{ name: string; rows: number }>(
    `select relname as name, pg_stat_get_live_tuples(oid)::float8 as rows from pg_class where relkind = 'r' and oid >= ${firstOwnOid}`,
  );
  return rows;
};
