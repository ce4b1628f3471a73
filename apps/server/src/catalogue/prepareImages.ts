import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import sharp from "sharp";
import type { Source } from "./readCatalogue.ts";
import type { Path } from "./problems.ts";

export type PreparedImage = {
  readonly key: string;
  readonly sha256: string;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string | null;
  readonly bytes: Buffer;
};

const mostBytes = 12 * 1024 * 1024;
const mostPixels = 60_000_000;
/** Pictures that every part of the house can read and resize. SVG is a program, not a picture. */
const mimes: Readonly<Record<string, string>> = { png: "image/png", jpeg: "image/jpeg", webp: "image/webp", heif: "image/avif", avif: "image/avif" };

/** Reads every image of a catalogue, and says which cannot be used. */
export const prepareImages = async ({ catalogue, folder }: Source, say: (path: Path, message: string) => void): Promise<PreparedImage[]> => {
  const images: PreparedImage[] = [];
  for (const [key, { file, alt }] of Object.entries(catalogue.images ?? {})) {
    const result = await readImage(folder, file);
    if (typeof result === "string") say(["images", key, "file"], result);
    else images.push({ key, alt: alt ?? null, ...result });
  }
  return images;
};

const readImage = async (folder: string, file: string): Promise<string | Omit<PreparedImage, "key" | "alt">> => {
  if (isAbsolute(file)) return `${file} must be found from the folder of the catalogue`;
  const path = resolve(folder, file);
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return `${file} is not there`;
  if (found.size > mostBytes) return `${file} has ${Math.ceil(found.size / 1024 / 1024)} MB; an image may have ${mostBytes / 1024 / 1024} MB`;
  try {
    const bytes = await readFile(path);
    const { format, width, height } = await sharp(bytes, { limitInputPixels: mostPixels }).metadata();
    const mime = mimes[format];
    if (!mime) return `${file} is ${format}; an image is PNG, JPEG, WebP or AVIF`;
    if (width * height > mostPixels) return `${file} has ${width} × ${height} points; that is too large`;
    // The head of a broken file may read well: only drawing it tells.
    await sharp(bytes, { limitInputPixels: mostPixels, failOn: "truncated" }).resize(16).raw().toBuffer();
    return { sha256: createHash("sha256").update(bytes).digest("hex"), mime, width, height, bytes };
  } catch (error) {
    return `${file} is no image that can be read (${error instanceof Error ? error.message.split("\n")[0] : String(error)})`;
  }
};
