import { createHash } from "node:crypto";
import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Connections } from "../db/connect.ts";
import { bringIn, workOutFiles } from "./importCatalogue.ts";
import type { Prepared } from "./prepare.ts";
import type { Report } from "./report.ts";

const folder = join(import.meta.dirname, "../../../../packages/demo");
const note = "demo";

/** The demo as it will be on a day, and what it was made of. */
type Demo = { readonly made: string; readonly prepared: Prepared[] };

/** All of it that needs no database. */
export const workOutDemo = async (now: Temporal.Instant): Promise<Demo> => {
  const paths = await catalogues();
  return { made: await madeOf(paths, now), prepared: await workOutFiles(paths, { now, trusted: true }) };
};

/**
 * Brings the demo sellers in where there are no sellers yet, and their days up to date on later starts: at most once a
 * day, and whenever their files changed. Undefined where there was nothing to do, or sellers of somebody's own. `demo`:
 * where somebody began to work it out before the database was there.
 */
export const loadDemo = async (
  connections: Connections,
  now: Temporal.Instant,
  demo?: Promise<Demo>,
): Promise<Report[] | undefined> => {
  const db = connections.acrossSellers();
  const known = await db.selectFrom("house_note").select("value").where("name", "=", note).executeTakeFirst();
  if (!known && (await db.selectFrom("seller").select("id").limit(1).executeTakeFirst())) return undefined;
  if (!demo && known?.value === (await madeOf(await catalogues(), now))) return undefined;

  const { made: value, prepared } = await (demo ?? workOutDemo(now));
  if (known?.value === value) return undefined;
  const reports = await bringIn(connections, prepared, { now });
  await db
    .insertInto("house_note")
    .values({ name: note, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
  return reports;
};

const catalogues = async (): Promise<string[]> =>
  (await readdir(join(folder, "sellers")))
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => join(folder, "sellers", file));

const madeOf = async (paths: readonly string[], now: Temporal.Instant): Promise<string> =>
  `${now.toString().slice(0, 10)} ${await fingerprint(paths)}`;

/** Catalogues by what they say, pictures by size and time: nobody waits for megabytes to be read at each start. */
const fingerprint = async (paths: readonly string[]): Promise<string> => {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(await readFile(path));
  for (const shelf of ["pictures", "marks"])
    for (const name of (await readdir(join(folder, shelf), { recursive: true })).sort()) {
      const { size, mtimeMs } = await stat(join(folder, shelf, name));
      hash.update(`${name} ${size} ${Math.trunc(mtimeMs)}\n`);
    }
  return hash.digest("hex").slice(0, 32);
};
