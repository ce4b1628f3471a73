import type { Client } from "pg";
import type { Database } from "../db/connections.ts";
import { statement } from "../db/statements/statement.ts";

export type ReleaseFile = { readonly name: string; readonly bytes: Buffer };

/** Differs from the keys of all other advisory locks. */
const releasesKey = 7_023_102;

/** Holds the lock until the transaction ends. */
export const lockReleases = (owner: Client): Promise<unknown> =>
  owner.query("select pg_advisory_xact_lock($1)", [releasesKey]);

/** Records that a server of a release starts. Returns true if the release was stored before. */
export const touchRelease = async (owner: Client, id: string, files: readonly string[]): Promise<boolean> => {
  const { rows } = await owner.query<{ was_known: boolean }>(
    `with known as (select from page_release where id = $1)
     insert into page_release (id, files, started_at) values ($1, $2, clock_timestamp())
     on conflict (id) do update set started_at = excluded.started_at
     returning exists (select from known) as was_known`,
    [id, files],
  );
  return rows[0]?.was_known === true;
};

export const insertPageFiles = (
  owner: Client,
  names: readonly string[],
  contents: readonly Buffer[],
): Promise<unknown> =>
  owner.query(
    `insert into page_file (name, bytes) select name, bytes from unnest($1::text[], $2::bytea[]) as f (name, bytes)
     on conflict (name) do nothing`,
    [names, contents],
  );

/** Deletes older releases, and the files that no remaining release has. */
export const keepNewestReleases = async (owner: Client, count: number): Promise<void> => {
  const { rowCount } = await owner.query(
    "delete from page_release where id not in (select id from page_release order by started_at desc limit $1)",
    [count],
  );
  if (rowCount)
    await owner.query(
      "delete from page_file f where not exists (select from page_release r where f.name = any(r.files))",
    );
};

/** The names of all stored files. */
export const readPageFileNames = async (db: Database): Promise<readonly string[]> =>
  (await statement<{ name: string }>(db, "select distinct unnest(files) as name from page_release", [])).map(
    ({ name }) => name,
  );

/** The first of these files that is stored. */
export const findPageFile = async (db: Database, names: readonly string[]): Promise<ReleaseFile | undefined> => {
  const [file] = await statement<ReleaseFile>(
    db,
    "select name, bytes from page_file where name = any($1::text[]) order by array_position($1::text[], name) limit 1",
    [names],
  );
  return file;
};
