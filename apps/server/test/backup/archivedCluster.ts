import { execFile, spawn } from "node:child_process";
import { appendFile, chmod, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg, { type PoolConfig } from "pg";
import { findBinaries } from "../../src/db/embedded/binaries.ts";
import { openCluster, type Cluster } from "../../src/db/embedded/cluster.ts";
import { startEmbedded } from "../../src/db/embedded/startEmbedded.ts";
import { changeOwner, spawnInside, type SystemAccount } from "../../src/db/embedded/systemAccount.ts";
import { backupFolder } from "./backupFolder.ts";

const run = promisify(execFile);

/** A PostgreSQL that archives its WAL as deploy/backup describes, in a folder of its own. */
export type ArchivedCluster = {
  readonly owner: Cluster["owner"];
  readonly account: SystemAccount | undefined;
  /** PostgreSQL's programs. */
  readonly bin: string;
  /** Contains everything; PostgreSQL's account may write to it. */
  readonly folder: string;
  readonly archive: string;
  /** Takes a base backup while the database is in use; returns the packed file. */
  backUp(): Promise<string>;
  /** Waits until everything written so far is archived. */
  archiveAll(): Promise<void>;
  close(): Promise<void>;
};

/** Files that only concern the running server, or that the archive contains. */
const leftOut = ["postmaster.*", ".s.PGSQL.*", "pg_wal/*", "pg_replslot/*", "pg_stat_tmp/*", "pgsql_tmp*"];

export const openArchivedCluster = async (): Promise<ArchivedCluster> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "foyer-archive-")));
  await chmod(folder, 0o755);
  const data = join(folder, "data");
  const archive = join(folder, "wal");
  const cluster = await openCluster(data);
  await mkdir(archive);
  await changeOwner(cluster.account, archive);
  await appendFile(
    join(cluster.folder, "postgresql.auto.conf"),
    `wal_level = replica\narchive_mode = on\narchive_timeout = 1\n` +
      `archive_command = '${join(backupFolder, "archive-wal.sh")} %p %f ${archive}'\n`,
  );
  const bin = await findBinaries(cluster.account);
  await allowBackups(bin, cluster);
  const embedded = await startEmbedded(data, () => undefined);
  const query = async <Row extends pg.QueryResultRow>(statement: string): Promise<Row> => {
    const client = new pg.Client(embedded.owner);
    await client.connect();
    const { rows } = await client.query<Row>(statement).finally(() => client.end());
    return rows[0] as Row;
  };
  return {
    owner: embedded.owner,
    account: cluster.account,
    bin,
    folder,
    archive,
    backUp: () => takeBaseBackup(embedded.owner, cluster.folder, folder),
    archiveAll: async () => {
      const { file } = await query<{ file: string }>("select pg_walfile_name(pg_switch_wal()) as file");
      for (const deadline = Date.now() + 20_000; Date.now() < deadline;) {
        const { done } = await query<{ done: boolean }>(
          `select coalesce(last_archived_wal >= '${file}', false) as done from pg_stat_archiver`,
        );
        if (done) return;
        await new Promise((resolve) => void setTimeout(resolve, 20));
      }
      throw new Error(`${file} was not archived.`);
    },
    close: async () => {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
};

/** An operator's superuser may take backups; the embedded database's owner may not. */
const allowBackups = async (bin: string, { folder, account }: Awaited<ReturnType<typeof openCluster>>) => {
  const { name, options } = spawnInside(folder, account);
  const single = spawn(join(bin, "postgres"), ["--single", "-D", name, "foyer"], { ...options, stdio: "pipe" });
  let output = "";
  single.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  single.stdin.end(`grant pg_monitor to foyer
grant execute on function pg_backup_start, pg_backup_stop, pg_switch_wal to foyer
`);
  await new Promise((resolve) => single.once("exit", resolve));
  if (/ERROR|FATAL/.test(output)) throw new Error(output);
};

/** PostgreSQL's low-level backup, as pg_basebackup takes it: the embedded PostgreSQL comes without that program. */
const takeBaseBackup = async (owner: PoolConfig, data: string, folder: string): Promise<string> => {
  const label = await mkdtemp(join(folder, "label-"));
  const file = join(folder, "base.tar");
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query("select pg_backup_start('test', true)");
    await pack(["-cf", file, "-C", data, ...leftOut.map((pattern) => `--exclude=./${pattern}`), "."]);
    const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
      "select labelfile, spcmapfile from pg_backup_stop(true)",
    );
    await writeFile(join(label, "backup_label"), rows[0]?.labelfile ?? "");
    await pack(["-rf", file, "-C", label, "./backup_label"]);
  } finally {
    await client.end();
  }
  await run("gzip", [file]);
  await chmod(`${file}.gz`, 0o644);
  return `${file}.gz`;
};

/** Files change while they are being packed, which tar reports with exit code 1; the WAL corrects them. */
const pack = async (args: readonly string[]): Promise<void> => {
  await run("tar", args).catch((error: { code?: number }) => {
    if (error.code !== 1) throw error;
  });
};
