import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { systemAccountFor, changeOwner, spawnInside, type SystemAccount } from "./systemAccount.ts";
import { findBinaries } from "./binaries.ts";

/** An embedded PostgreSQL: its data folder, its system account and its connection settings. */
export type Cluster = {
  readonly folder: string;
  readonly account: SystemAccount | undefined;
  readonly owner: {
    readonly host: string;
    readonly user: string;
    readonly password: string;
    readonly database: string;
  };
  /** Removes the socket link of this process; the data stays. */
  readonly cleanUp: () => Promise<void>;
};

const majorVersion = "18";
const passwordFile = "foyer.password";
/** The shortest limit for socket paths is 104 bytes including the final zero (BSD and macOS). */
const maxSocketPathBytes = 103;

/**
 * Sized so that the idle product needs less than 300 MB. Settings that protect against data loss are passed at each
 * start (postmaster.ts).
 */
const defaultSettings = {
  shared_buffers: "64MB",
  max_connections: "100",
  io_method: "sync",
  jit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "512MB",
  autovacuum_max_workers: "2",
  log_min_messages: "warning",
  log_checkpoints: "off",
  timezone: "UTC",
  log_timezone: "UTC",
};

/** Opens the cluster of a data folder, and creates it if there is none: atomically, even with two processes at once. */
export const openCluster = async (dataDir: string): Promise<Cluster> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const folder = join(await realpath(dataDir), "postgres");
  if (!(await stat(folder).catch(() => undefined))) await createCluster(folder);

  const account = await systemAccountFor(folder);
  if (account && (await stat(folder)).uid === 0) await changeOwner(account, folder);
  const version = (await readFile(join(folder, "PG_VERSION"), "utf8").catch(() => "none")).trim();
  if (version !== majorVersion)
    throw new Error(
      `The database folder ${folder} is of PostgreSQL ${version}, but this server comes with ${majorVersion}. Set DATA_DIR to another folder.`,
    );

  const password = (await readFile(join(folder, passwordFile), "utf8")).trim();
  const { host, cleanUp } = await shortSocketPath(folder);
  return { folder, account, owner: { host, user: "foyer", password, database: "foyer" }, cleanUp };
};

const createCluster = async (folder: string): Promise<void> => {
  const account = await systemAccountFor(folder);
  const bin = await findBinaries(account);
  await removeStaleDrafts(folder);
  const draft = await mkdtemp(`${folder}.new-`);
  try {
    await changeOwner(account, draft);
    await initialiseCluster(bin, draft, account);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another server was faster, so its cluster is used.
    if (!(await stat(folder).catch(() => undefined))) throw error;
  }
};

const initialiseCluster = async (bin: string, draft: string, account: SystemAccount | undefined): Promise<void> => {
  const { name, options } = spawnInside(draft, account);
  const run = promisify(execFile);
  await run(
    join(bin, "initdb"),
    [
      `--pgdata=${name}`,
      "--username=postgres",
      "--auth=reject",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--no-instructions",
      ...Object.entries(defaultSettings).map(([setting, value]) => `--set=${setting}=${value}`),
    ],
    options,
  );
  const password = randomBytes(24).toString("base64url");
  await writeFile(join(draft, passwordFile), `${password}\n`, { mode: 0o600 });
  await writeFile(
    join(draft, "pg_hba.conf"),
    "# Only the owner, and only through the socket in this folder.\nlocal all foyer scram-sha-256\n",
  );
  await changeOwner(account, draft);
  const single = run(join(bin, "postgres"), ["--single", "-D", name, "postgres"], options);
  single.child.stdin?.end(
    `create role foyer login createrole createdb password '${password}'\ncreate database foyer owner foyer\n`,
  );
  const { stderr } = await single;
  if (/ERROR|FATAL/.test(stderr)) throw new Error(`The database could not be created: ${stderr.trim()}`);
};

/** Removes what a killed first start left behind. A running one takes only seconds. */
const removeStaleDrafts = async (folder: string): Promise<void> => {
  const parent = dirname(folder);
  for (const name of await readdir(parent)) {
    if (!name.startsWith("postgres.new-")) continue;
    const draft = join(parent, name);
    const stats = await stat(draft).catch(() => undefined);
    if (stats && Date.now() - stats.mtimeMs > 600_000) await rm(draft, { recursive: true, force: true });
  }
};

/** The socket is in the private data folder. If its path is too long for a socket, it is accessed through a link. */
const shortSocketPath = async (folder: string): Promise<{ host: string; cleanUp: () => Promise<void> }> => {
  if (Buffer.byteLength(join(folder, ".s.PGSQL.5432")) <= maxSocketPathBytes)
    return { host: folder, cleanUp: async () => {} };
  const folderForLink = await mkdtemp(join(tmpdir(), "foyer-"));
  await chmod(folderForLink, 0o700);
  await symlink(folder, join(folderForLink, "db"));
  return { host: join(folderForLink, "db"), cleanUp: () => rm(folderForLink, { recursive: true, force: true }) };
};
