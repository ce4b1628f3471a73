import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ResultRow } from "../resultTable.ts";

const dist = join(import.meta.dirname, "../../apps/backoffice/dist");

/** A chunk in Vite's manifest: a file, and the files that it imports directly. */
type Part = { readonly file: string; readonly imports?: readonly string[]; readonly assets?: readonly string[] };
type Manifest = Readonly<Record<string, Part>>;

/** The files that a browser runs before it shows anything: an entry and everything that it imports. */
const filesOf = (manifest: Manifest, name: string): ReadonlySet<string> => {
  const part = manifest[name];
  if (!part) throw new Error(`${name} was not built.`);
  return new Set([part.file, ...(part.imports ?? []).flatMap((other) => [...filesOf(manifest, other)])]);
};

const kilobytes = async (files: Iterable<string>, ending: string): Promise<number> => {
  const sizes = await Promise.all([...files].map(async (file) => (await stat(join(dist, `${file}${ending}`))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
};

const rowOf = async (figure: string, files: Iterable<string>, bound: number): Promise<ResultRow> => {
  const value = await kilobytes(files, ".br");
  const reference = await kilobytes(files, "");
  return {
    figure,
    unit: "kB",
    value,
    referenceName: "the same without compression",
    reference,
    ratio: value / reference,
    goal: { measures: "value", comparison: "at most", bound },
  };
};

/** The scripts that the back office and the gate load, compressed as the server sends them. */
export const benchOfficeWeight = async (): Promise<ResultRow[]> => {
  const manifest = JSON.parse(await readFile(join(dist, "manifest.json"), "utf8")) as Manifest;
  const gate = "src/scan/entry.scan.tsx";
  return [
    await rowOf("back office: script of the first screen", filesOf(manifest, "src/entry.browser.tsx"), 250),
    await rowOf("gate: script", filesOf(manifest, gate), 150),
    await rowOf("gate: reader of codes", manifest[gate]?.assets ?? [], 400),
  ];
};
