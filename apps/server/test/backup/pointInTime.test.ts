import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../src/cli/checkInvariants.ts";
import type { Cluster } from "../../src/db/embedded/cluster.ts";
import { connectOrStart, stopPostmaster } from "../../src/db/embedded/postmaster.ts";
import { changeOwner, spawnInside } from "../../src/db/embedded/systemAccount.ts";
import { logins } from "../../src/db/openDatabase.ts";
import { openTestApp, type TestApp } from "../app/testApp.ts";
import { startServerProcess, type ServerProcess } from "../process/serverProcess.ts";
import type { TestShop } from "../shop/createTestShop.ts";
import { cards, TestBuyer } from "../shop/testBuyer.ts";
import type { ArchivedCluster } from "./archivedCluster.ts";
import { addressOf, openArchivedShop, type ArchivedShop } from "./archivedShop.ts";
import { backupFolder } from "./backupFolder.ts";

const run = promisify(execFile);
const secretsKey = randomBytes(32).toString("hex");

let archived: ArchivedShop;
let cluster: ArchivedCluster;
let server: TestApp;
let shop: TestShop;
let base: string;
const processes: ServerProcess[] = [];
beforeAll(async () => {
  archived = await openArchivedShop();
  ({ cluster, server, shop } = archived);
  // This server encrypts the signing key.
  await stop(await start(cluster.owner, secretsKey));
});
afterAll(async () => {
  for (const { child } of processes) child.kill("SIGKILL");
  await archived.close();
});

const start = async (owner: Cluster["owner"], key: string): Promise<ServerProcess> => {
  const started = await startServerProcess(owner, {
    env: { DATABASE_URL: addressOf(owner), SECRETS_KEY: key, DATA_DIR: cluster.folder },
  });
  processes.push(started);
  return started;
};
const stop = async ({ child, exited }: ServerProcess): Promise<void> => {
  child.kill("SIGTERM");
  await exited;
};

/** A data folder that `restore.sh` prepares. */
const prepare = async (name: string, moment: string): Promise<string> => {
  const home = join(cluster.folder, name);
  const folder = join(home, "postgres");
  await mkdir(home);
  await run(join(backupFolder, "restore.sh"), [base, cluster.archive, folder, moment]);
  await changeOwner(cluster.account, home);
  return folder;
};
const recover = async (folder: string) => {
  const owner = { ...cluster.owner, host: folder };
  const { client } = await connectOrStart({ folder, account: cluster.account, owner, cleanUp: async () => {} }, "test");
  await client.end();
  return { owner, app: logins(owner).app };
};
const ordersIn = async ({ db }: TestApp): Promise<string[]> =>
  (await db.selectFrom("ticket_order").select("id").execute()).map(({ id }) => id);

test("a restore to a moment has the last order before it and not the first after it, holds every invariant and sells on", async () => {
  const beforeBackup = await archived.buy(2);
  const held = new TestBuyer(server, shop);
  const cart = await held.hold(2);
  // Sells while the backup is taken.
  const [file, duringBackup] = await Promise.all([cluster.backUp(), archived.buy(4)]);
  base = file;
  const afterBackup = await archived.buy(2);
  const moment = await archived.moment();
  const late = await archived.buy(2);
  await cluster.archiveAll();

  const folder = await prepare("restored", moment);
  const restored = await recover(folder);
  const second = await openTestApp({}, { databaseConfig: restored.app });
  expect((await ordersIn(second)).toSorted()).toEqual([...beforeBackup, ...duringBackup, ...afterBackup].toSorted());
  expect(late).toHaveLength(2);
  expect(await checkInvariants(second.db)).toEqual([]);
  // A buyer who held tickets at that time buys them with the same cookie.
  const returning = new TestBuyer(second, shop, held.cookie);
  await returning.pay(cart, cards.good);
  expect((await returning.checkOut(cart)).body.outcome).toBe("completed");
  expect(await checkInvariants(second.db)).toEqual([]);
  await second.close();

  // The restored database writes nothing to the archive that it was restored from.
  const files = await readdir(cluster.archive);
  expect(files.some((name) => name.startsWith("00000002") || name.endsWith(".history"))).toBe(false);

  await stop(await start(restored.owner, secretsKey));
  await expect(start(restored.owner, randomBytes(32).toString("hex"))).rejects.toThrow(
    "The signing key cannot be read",
  );
  await stopPostmaster(folder);
}, 180_000);

test("a moment that the archive does not reach is refused: PostgreSQL does not open with less than was asked for", async () => {
  const folder = await prepare("too-late", "2999-01-01 00:00:00+00");
  const { name, options } = spawnInside(folder, cluster.account);
  const failure = await run(
    join(cluster.bin, "postgres"),
    ["-D", name, "-k", ".", "-c", "listen_addresses="],
    options,
  ).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("recovery ended before configured recovery target was reached"),
  });
}, 180_000);

test("a WAL file is archived once: the same file again is no error, a different one of that name is", async () => {
  const script = join(backupFolder, "archive-wal.sh");
  const [name = ""] = (await readdir(cluster.archive)).filter((file) => /^[0-9A-F]{24}$/.test(file));
  const archived = join(cluster.archive, name);
  await run(script, [archived, name, cluster.archive]);
  const before = await stat(archived);
  await expect(run(script, [join(backupFolder, "restore.sh"), name, cluster.archive])).rejects.toMatchObject({
    code: 1,
  });
  expect((await stat(archived)).mtimeMs).toBe(before.mtimeMs);
});
