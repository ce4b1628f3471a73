import { createHash } from "node:crypto";
import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Connections } from "../db/connect.ts";
import { importCatalogue } from "./importCatalogue.ts";
import type { Report } from "./report.ts";

const demo = join(import.meta.dirname, "../../../../packages/demo");
const note = "demo";

/**
 * Brings the demo sellers in where there are no sellers yet, and their days up to date on later starts: at most once a
 * day, and whenever their files changed. Undefined where there was nothing to do, or sellers of somebody's own.
 */
export const loadDemo = async (connections: Connections, now: Temporal.Instant): Promise<Report[] | undefined> => {
  const db = connections.acrossSellers();
  const known = await db.selectFrom("house_note").select("value").where("name", "=", note).executeTakeFirst();
  if (!known && (await db.selectFrom("seller").select("id").limit(1).executeTakeFirst())) return undefined;

  const files = (await readdir(join(demo, "sellers"))).filter((file) => file.endsWith(".yaml")).sort();
  const paths = files.map((file) => join(demo, "sellers", file));
  const value = `${now.toString().slice(0, 10)} ${await fingerprint(paths)}`;
  if (known?.value === value) return undefined;

  const reports = await importCatalogue(connections, paths, { now, trusted: true });
  await db
    .insertInto("house_note")
    .values({ name: note, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
  return reports;
};

/** Catalogues by what they say, pictures by size and time: nobody waits for megabytes to be read at each start. */
const fingerprint = async (paths: readonly string[]): Promise<string> => {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(await readFile(path));
  for (const folder of ["pictures", "marks"])
    for (const name of (await readdir(join(demo, folder), { recursive: true })).sort()) {
      const { size, mtimeMs } = await stat(join(demo, folder, name));
      hash.update(`${name} ${size} ${Math.trunc(mtimeMs)}\n`);
    }
  return hash.digest("hex").slice(0, 32);
};
