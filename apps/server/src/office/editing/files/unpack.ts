import { unzipSync } from "fflate";
import {
  maxArchiveEntries,
  maxCatalogueTextBytes,
  maxUnpackedBytes,
} from "@foyer/contract/office/catalogue/catalogueFiles.ts";

/** Why a file cannot be used. The message is shown to the uploader. */
export class UnusableFile extends Error {}

/** The catalogue's text, and the files beside it by their path relative to it. */
export type Unpacked = { readonly text: string; readonly archive: ReadonlyMap<string, Uint8Array> };

export type UnpackLimits = { readonly entries: number; readonly bytes: number; readonly textBytes: number };
export const unpackLimits: UnpackLimits = {
  entries: maxArchiveEntries,
  bytes: maxUnpackedBytes,
  textBytes: maxCatalogueTextBytes,
};

/** Unpacks a catalogue that was uploaded alone or as a ZIP archive with its pictures. Throws `UnusableFile`. */
export const unpack = (bytes: Uint8Array, limits = unpackLimits): Unpacked => {
  if (!isArchive(bytes)) return { text: decode(bytes, limits), archive: new Map() };
  const files = unzip(bytes, limits);
  const catalogues = [...files].filter(([name]) => /\.(?:ya?ml|json)$/i.test(name));
  const [catalogue] = catalogues;
  if (!catalogue || catalogues.length > 1)
    throw new UnusableFile(`the archive has ${catalogues.length || "no"} YAML or JSON files; it needs one`);
  const [name, content] = catalogue;
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  const beside = [...files].filter(([other]) => other !== name && other.startsWith(folder));
  return {
    text: decode(content, limits),
    archive: new Map(beside.map(([other, picture]) => [other.slice(folder.length), picture])),
  };
};

const isArchive = ([first, second, third, fourth]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third === 3 && fourth === 4;

const decode = (bytes: Uint8Array, { textBytes }: UnpackLimits): string => {
  if (bytes.length > textBytes) throw new UnusableFile(`the catalogue is larger than ${megabytes(textBytes)}`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnusableFile("is neither a ZIP archive nor a text in UTF-8");
  }
};

/** Files that operating systems add to archives. */
const isClutter = (name: string): boolean => /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name);
/** A path below the archive's folder. Nothing is written to such a path, but other paths are a sign of an attack. */
const isPlainPath = (name: string): boolean =>
  name.length <= 400 &&
  /^[^\\/:\p{C}]+(?:\/[^\\/:\p{C}]+)*$/u.test(name) &&
  !/(?:^|\/)(?:\.\.?|__proto__)(?:\/|$)/.test(name);

/**
 * Each entry is unpacked to at most the size that the archive claims, so a refused entry is never unpacked, and an entry
 * with a false size is cut off.
 */
const unzip = (bytes: Uint8Array, limits: UnpackLimits): Map<string, Uint8Array> => {
  let [entries, unpacked] = [0, 0];
  const names = new Set<string>();
  const filter = ({ name, originalSize }: { readonly name: string; readonly originalSize: number }): boolean => {
    entries += 1;
    if (entries > limits.entries) throw new UnusableFile(`the archive has more than ${limits.entries} files`);
    if (name.endsWith("/") || isClutter(name)) return false;
    if (!isPlainPath(name)) throw new UnusableFile("the archive has a file with a name that is not a plain path");
    if (names.has(name)) throw new UnusableFile(`the archive has '${name}' twice`);
    names.add(name);
    unpacked += originalSize;
    if (unpacked > limits.bytes)
      throw new UnusableFile(`the archive has more than ${megabytes(limits.bytes)} when it is unpacked`);
    return true;
  };
  try {
    return new Map(Object.entries(unzipSync(bytes, { filter })));
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    throw new UnusableFile("the archive cannot be unpacked");
  }
};

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
