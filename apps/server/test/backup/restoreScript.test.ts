import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf, openArchivedShop, type ArchivedShop } from "./archivedShop.ts";
import { backupFolder } from "./backupFolder.ts";

const run = promisify(execFile);

let archived: ArchivedShop;
let base: string;
beforeAll(async () => {
  archived = await openArchivedShop();
  await archived.buy(2);
  base = await archived.cluster.backUp();
});
afterAll(() => archived.close());

/** Runs it like the operator's timer: with PostgreSQL's programs, as root or as PostgreSQL's account. */
const runRestoreTest = async (archive: string, seconds: number) => {
  const { bin, owner, account: systemAccount } = archived.cluster;
  const account = systemAccount && (await run("id", ["-nu", String(systemAccount.uid)])).stdout.trim();
  return run(join(backupFolder, "restore-test.sh"), [base, archive], {
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
      NODE_ENV: "test",
      TMPDIR: "/tmp",
      DATABASE_URL: addressOf(owner),
      POSTGRES_BIN: bin,
      ...(account && { POSTGRES_ACCOUNT: account }),
      ARCHIVE_SECONDS: String(seconds),
    },
  });
};

test("the weekly restore test passes, and fails where the newest order is not in the archive", async () => {
  await archived.buy(1);
  const { stdout } = await runRestoreTest(archived.cluster.archive, 3);
  const [, newest] = /newest order before: (\S+)/.exec(stdout) ?? [];
  expect(stdout).toContain(`newest order restored: ${newest}\n`);
  expect(stdout).toMatch(/(\d+) of \1 invariants hold\nrestored and checked in \d+ seconds\n$/);

  const old = join(archived.cluster.folder, "old-archive");
  await cp(archived.cluster.archive, old, { recursive: true });
  await archived.buy(1);
  const failure = await runRestoreTest(old, 0).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 1, stdout: expect.stringMatching(/^newest order before: \S+\n$/) });
}, 180_000);
