import { createHash } from "node:crypto";
import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Connections } from "../../db/connections.ts";
import { importPrepared, prepareFiles } from "./importCatalogue.ts";
import type { PreparedCatalogue } from "../validate/prepareCatalogue.ts";
import type { ImportReport } from "./importReport.ts";

const folder = join(import.meta.dirname, "../../../../../packages/demo");
const noteName = "demo";

/** The demo as it will be on a day, and what it was made of. */
type PreparedDemo = { readonly version: string; readonly prepared: PreparedCatalogue[] };

/** All of it that needs no database. */
export const prepareDemo = async (now: Temporal.Instant): Promise<PreparedDemo> => {
  const paths = await listCatalogues();
  return { version: await demoVersion(paths, now), prepared: await prepareFiles(paths, { now, trustsImages: true }) };
};

/**
 * Brings the demo sellers in where there are no sellers yet, and their days up to date on later starts: at most once a
 * day, and whenever their files changed. Undefined where there was nothing to do, or sellers of somebody's own. `demo`:
 * where somebody began to work it out before the database was there.
 */
export const loadDemo = async (
  connections: Connections,
  now: Temporal.Instant,
  demo?: Promise<PreparedDemo>,
): Promise<ImportReport[] | undefined> => {
  const db = connections.acrossSellers();
  const stored = await db.selectFrom("house_note").select("value").where("name", "=", noteName).executeTakeFirst();
  if (!stored && (await db.selectFrom("seller").select("id").limit(1).executeTakeFirst())) return undefined;
  if (!demo && stored?.value === (await demoVersion(await listCatalogues(), now))) return undefined;

  const { version: value, prepared } = await (demo ?? prepareDemo(now));
  if (stored?.value === value) return undefined;
  const reports = await importPrepared(connections, prepared, { now });
  await db
    .insertInto("house_note")
    .values({ name: noteName, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
  return reports;
};

const listCatalogues = async (): Promise<string[]> =>
  (await readdir(join(folder, "sellers")))
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => join(folder, "sellers", file));

const demoVersion = async (paths: readonly string[], now: Temporal.Instant): Promise<string> =>
  `${now.toString().slice(0, 10)} ${await fingerprint(paths)}`;

/** Catalogues by what they say, pictures by size and time: nobody waits for megabytes to be read at each start. */
const fingerprint = async (paths: readonly string[]): Promise<string> => {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(await readFile(path));
  for (const pictureFolder of ["pictures", "marks"])
    for (const name of (await readdir(join(folder, pictureFolder), { recursive: true })).sort()) {
      const { size, mtimeMs } = await stat(join(folder, pictureFolder, name));
      hash.update(`${name} ${size} ${Math.trunc(mtimeMs)}\n`);
    }
  return hash.digest("hex").slice(0, 32);
};
