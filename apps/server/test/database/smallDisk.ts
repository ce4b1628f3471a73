import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg, { type PoolConfig } from "pg";
import { startEmbedded } from "../../src/db/embedded/startEmbedded.ts";
import { errorCode } from "../../src/errors/errorCode.ts";
import { migrate } from "../../src/db/migrate/migrate.ts";
import { logins } from "../../src/db/openDatabase.ts";
import { cloneDatabase } from "./cloneDatabase.ts";
import { ownerOf } from "./cloneDatabase.ts";

const run = promisify(execFile);

/** A database on a disk that a test can fill. */
export type SmallDisk = {
  readonly databaseConfig: PoolConfig;
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
  close(): Promise<void>;
};

/**
 * An in-memory file system with a PostgreSQL of its own, if this process may mount one. Otherwise every insert fails
 * with PostgreSQL's error for a full disk.
 */
export const openSmallDisk = async (): Promise<SmallDisk> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-disk-"));
  const isMounted = await run("mount", ["-t", "tmpfs", "-o", "size=220m", "tmpfs", folder]).then(
    () => true,
    () => false,
  );
  if (isMounted) return openMountedDisk(folder);
  await rm(folder, { recursive: true });
  return openPretendedDisk();
};

const openMountedDisk = async (folder: string): Promise<SmallDisk> => {
  const embedded = await startEmbedded(folder, () => {});
  await migrate(embedded.owner);
  const { owner, app } = logins(embedded.owner);
  const filler = new pg.Client(owner);
  await filler.connect();
  await filler.query(`create unlogged table filler (data text) with (autovacuum_enabled = off);
    alter table filler alter data set storage plain`);
  const insertUntilFull = async (rows: number): Promise<void> => {
    for (;;) {
      try {
        await filler.query("insert into filler select repeat('x', 7000) from generate_series(1, $1::int)", [rows]);
      } catch (error) {
        if (errorCode(error) === "53100") return;
        throw error;
      }
    }
  };
  return {
    databaseConfig: app,
    fill: async () => {
      await startWalSegment(filler);
      // PostgreSQL requests many pages at once, and single pages if those are refused.
      for (const rows of [1000, 10, 1]) await insertUntilFull(rows);
    },
    makeRoom: async () => void (await filler.query("drop table filler")),
    close: async () => {
      await filler.end();
      await embedded.stop();
      await run("umount", [folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const segmentBytes = 16 * 1024 * 1024;

/** PostgreSQL stops if it cannot start a WAL segment, so this starts one while there is space. */
const startWalSegment = async (client: pg.Client): Promise<void> => {
  const offset = async (): Promise<number> => {
    const { rows } = await client.query<{ bytes: string }>("select pg_current_wal_insert_lsn() - '0/0' as bytes");
    return Number(rows[0]?.bytes) % segmentBytes;
  };
  await client.query("create table wal_filler (data text)");
  while ((await offset()) > segmentBytes / 8)
    await client.query("insert into wal_filler select md5(n::text) from generate_series(1, 2000) n");
  await client.query("drop table wal_filler");
};

const openPretendedDisk = async (): Promise<SmallDisk> => {
  const { app: databaseConfig } = await cloneDatabase();
  const asOwner = async (statement: string): Promise<void> => {
    const client = new pg.Client(ownerOf(databaseConfig));
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  const onEachTable = (statement: string) =>
    asOwner(`do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' loop execute format('${statement}', name); end loop;
    end $$`);
  return {
    databaseConfig,
    fill: async () => {
      await asOwner(`create function disk_is_full() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
      await onEachTable(
        "create trigger full_disk before insert on %I for each statement execute function disk_is_full()",
      );
    },
    makeRoom: () => onEachTable("drop trigger full_disk on %I"),
    close: async () => undefined,
  };
};
