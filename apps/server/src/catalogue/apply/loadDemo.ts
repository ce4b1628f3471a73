import { createHash } from "node:crypto";
import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Connections } from "../../db/connections.ts";
import { hasSellers, readDemoVersion, saveDemoVersion } from "./loadDemo.sql.ts";
import { importPrepared, prepareFiles } from "./importCatalogue.ts";
import type { PreparedCatalogue } from "../validate/prepareCatalogue.ts";
import type { ImportReport } from "./importReport.ts";

const folder = join(import.meta.dirname, "../../../../../packages/demo");

/** The demo catalogues as of a day. `version` changes with the day and with the files. */
type PreparedDemo = { readonly version: string; readonly prepared: PreparedCatalogue[] };

/** The part that needs no database, so that it can run while the database starts. */
export const prepareDemo = async (now: Temporal.Instant): Promise<PreparedDemo> => {
  const paths = await listCatalogues();
  return { version: await demoVersion(paths, now), prepared: await prepareFiles(paths, { now, trustsImages: true }) };
};

/**
 * Imports the demo sellers if there are no sellers yet, and brings their dates up to date on later starts: at most once
 * a day, and whenever the files have changed. A demo seller whose catalogue was published in the back office is skipped.
 * Returns undefined if there was nothing to do or there are other sellers. `demo` is the preparation, which may have
 * begun before the database was ready.
 */
export const loadDemo = async (
  connections: Connections,
  now: Temporal.Instant,
  demo?: Promise<PreparedDemo>,
): Promise<ImportReport[] | undefined> => {
  const db = connections.acrossSellers();
  const storedVersion = await readDemoVersion(db);
  if (storedVersion === undefined && (await hasSellers(db))) return undefined;
  if (!demo && storedVersion === (await demoVersion(await listCatalogues(), now))) return undefined;

  const { version, prepared } = await (demo ?? prepareDemo(now));
  if (storedVersion === version) return undefined;
  const reports = await importPrepared(connections, prepared, {
    now,
    keepsOffice: true,
    origin: { source: "demo", staff_id: null, note: "" },
  });
  await saveDemoVersion(db, version);
  return reports;
};

const listCatalogues = async (): Promise<string[]> =>
  (await readdir(join(folder, "sellers")))
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => join(folder, "sellers", file));

const demoVersion = async (paths: readonly string[], now: Temporal.Instant): Promise<string> =>
  `${now.toString().slice(0, 10)} ${await fingerprint(paths)}`;

/** Hashes catalogues by content and pictures by size and time, so that starting does not read megabytes. */
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
