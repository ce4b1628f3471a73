import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const hashedName = /[\w-]{8}\.(?:js|css)\b/g;

/**
 * A copy of a build that looks like another release: each script and style sheet is renamed, everywhere. Only the first
 * build has compressed files.
 */
export const renameBuild = async (
  dist: string,
  into?: string,
): Promise<{ readonly dist: string; readonly remove: () => Promise<void> }> => {
  const copy = into ?? (await mkdtemp(join(tmpdir(), "foyer-storefront-")));
  await cp(dist, copy, { recursive: true });
  const files = join(copy, "client/files");
  const names = (await readdir(files)).filter((name) => /^[\w-]{8}\.(?:js|css)$/.test(name));
  const renamed = new Map(names.map((name) => [name, name.replace(/^./, (first) => (first === "x" ? "y" : "x"))]));
  for (const entry of await readdir(copy, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    if (/\.(?:br|gz)$/.test(entry.name)) await rm(path);
    else if (/\.(?:js|css|json)$/.test(entry.name))
      await writeFile(
        path,
        (await readFile(path, "utf8")).replaceAll(hashedName, (name) => renamed.get(name) ?? name),
      );
  }
  for (const [from, to] of renamed) await rename(join(files, from), join(files, to));
  return { dist: copy, remove: () => rm(copy, { recursive: true, force: true }) };
};
