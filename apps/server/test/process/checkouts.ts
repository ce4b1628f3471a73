import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readMigrations } from "../../src/db/migrate/migrationFiles.ts";
import { buildStorefront } from "../page/buildStorefront.ts";
import { renameBuild } from "../page/renameBuild.ts";

const root = join(import.meta.dirname, "../../../..");

/** A folder with the server and a built storefront, like an installed release. */
export type Checkout = { readonly folder: string; readonly dist: string };

const checkOut = async (folder: string): Promise<Checkout> => {
  const server = join(folder, "apps/server");
  await cp(join(root, "apps/server/src"), join(server, "src"), { recursive: true });
  for (const path of [
    "package.json",
    "packages",
    "node_modules",
    "apps/server/package.json",
    "apps/server/fonts",
    "apps/server/node_modules",
  ])
    await symlink(join(root, path), join(folder, path));
  const dist = join(folder, "apps/storefront/dist");
  await mkdir(dist, { recursive: true });
  await addOffice(join(folder, "apps/backoffice/dist"));
  return { folder, dist };
};

/** A release has a back office, which is not opened here. */
const addOffice = async (dist: string): Promise<void> => {
  await mkdir(join(dist, "files"), { recursive: true });
  await writeFile(join(dist, "manifest.json"), "{}");
};

/**
 * Two releases side by side: the current sources, and the same with another migration (`sql`) and with renamed page
 * files.
 */
export const checkOutTwoReleases = async (
  sql: string,
): Promise<{ readonly current: Checkout; readonly next: Checkout; readonly remove: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-releases-"));
  const [current, next] = await Promise.all([checkOut(join(folder, "current")), checkOut(join(folder, "next"))]);
  const built = await buildStorefront();
  await cp(built.dist, current.dist, { recursive: true });
  await built.remove();
  await renameBuild(current.dist, next.dist);
  const known = (await readMigrations()).length;
  const [number, allowed] = [known + 1, known].map((one) => String(one).padStart(4, "0"));
  await writeFile(
    join(next.folder, "apps/server/src/db/migrations", `${number}_of_the_next_release.sql`),
    `-- allows: ${allowed}\n${sql}`,
  );
  return { current, next, remove: () => rm(folder, { recursive: true, force: true }) };
};
