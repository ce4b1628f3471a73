import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import * as z from "zod";

/** The lists as published (bench/data/README.md names the source). Rows are read as they are and validated later. */
export const Museum = z.object({
  name: z.string(),
  location: z.string().optional(),
  link: z.string().optional(),
  lat: z.number().optional(),
  lon: z.number().optional(),
  tags: z.array(z.string()).optional(),
});
export type Museum = z.infer<typeof Museum>;

export const Exhibition = z.object({
  title: z.string(),
  begin: z.string(),
  end: z.string(),
  location: z.string(),
  link: z.string().optional(),
});
export type Exhibition = z.infer<typeof Exhibition>;

export type MuseumLists = {
  readonly museums: readonly unknown[];
  readonly exhibitions: readonly unknown[];
  readonly file: string;
};

/** Finds the two lists in a folder, or among files, by what their names contain. */
export const readMuseumLists = async (paths: readonly string[]): Promise<MuseumLists> => {
  const files = (
    await Promise.all(
      paths.map(async (path) =>
        (await stat(path)).isDirectory()
          ? [join(path, "lllisteu-museums.json"), join(path, "lllisteu-exhibitions.json")]
          : [path],
      ),
    )
  ).flat();
  const read = async (namePart: string): Promise<{ rows: readonly unknown[]; file: string }> => {
    const file = files.find((path) => basename(path).includes(namePart));
    if (!file) throw new Error(`--from museums needs a file with '${namePart}' in its name, or the folder of both.`);
    return { rows: z.array(z.unknown()).parse(JSON.parse(await readFile(file, "utf8"))), file };
  };
  const [museums, exhibitions] = [await read("museums"), await read("exhibitions")];
  return { museums: museums.rows, exhibitions: exhibitions.rows, file: museums.file };
};
