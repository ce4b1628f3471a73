import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { extname, isAbsolute, resolve } from "node:path";
import sharp from "sharp";
import { isSafeSvg } from "../../http/sanitize/isSafeSvg.ts";
import type { CatalogueSource } from "../format/readCatalogue.ts";
import type { Path } from "../format/problems.ts";

export type PreparedImage = {
  readonly key: string;
  readonly sha256: string;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string | null;
  readonly bytes: Buffer;
};

const maxBytes = 12 * 1024 * 1024;
const maxPixels = 40_000_000;
/** Image formats that every part of the application can read and resize. */
const mimes: Readonly<Record<string, string>> = {
  png: "image/png",
  jpeg: "image/jpeg",
  webp: "image/webp",
  heif: "image/avif",
  avif: "image/avif",
};

type ImageOptions = { readonly addProblem: (path: Path, message: string) => void; readonly trustsImages: boolean };

/** Reads every image of a catalogue and reports those that cannot be used. */
export const prepareImages = async (
  { catalogue, folder }: CatalogueSource,
  { addProblem, trustsImages }: ImageOptions,
): Promise<PreparedImage[]> => {
  const images: PreparedImage[] = [];
  for (const [key, { file, alt }] of Object.entries(catalogue.images ?? {})) {
    const result = await readImage(folder, file, { trustsImages });
    if (typeof result === "string") addProblem(["images", key, "file"], result);
    else images.push({ key, alt: alt ?? null, ...result });
  }
  return images;
};

const readImage = async (
  folder: string,
  file: string,
  { trustsImages }: Pick<ImageOptions, "trustsImages">,
): Promise<string | Omit<PreparedImage, "key" | "alt">> => {
  if (isAbsolute(file)) return `${file} must be relative to the folder of the catalogue`;
  const path = resolve(folder, file);
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return `${file} does not exist`;
  if (found.size > maxBytes)
    return `${file} has ${Math.ceil(found.size / 1024 / 1024)} MB; an image may have ${maxBytes / 1024 / 1024} MB`;
  try {
    const bytes = await readFile(path);
    if (extname(path).toLowerCase() === ".svg") return readSvg(file, bytes);
    const { format, width, height } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata();
    const mime = mimes[format];
    if (!mime) return `${file} is ${format}; an image is PNG, JPEG, WebP, AVIF or SVG`;
    if (width * height > maxPixels) return `${file} has ${width} × ${height} pixels, which is too large`;
    // The header of a damaged file may be intact; only decoding it shows the damage.
    if (!trustsImages)
      await sharp(bytes, { limitInputPixels: maxPixels, failOn: "truncated" }).resize(16).raw().toBuffer();
    return { sha256: sha256(bytes), mime, width, height, bytes };
  } catch (error) {
    return `${file} cannot be read as an image (${error instanceof Error ? error.message.split("\n")[0] : String(error)})`;
  }
};

/** An SVG must contain nothing but a drawing, and state its size. */
const readSvg = (file: string, bytes: Buffer): string | Omit<PreparedImage, "key" | "alt"> => {
  if (!isSafeSvg(bytes)) return `${file} is an SVG with scripts, links, or foreign or unknown elements`;
  const [head = ""] = /<svg[^>]*>/i.exec(bytes.toString("utf8")) ?? [];
  const box = /viewBox\s*=\s*["'][\d.+-]+[\s,]+[\d.+-]+[\s,]+([\d.]+)[\s,]+([\d.]+)/i.exec(head);
  const size = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]+)(?:px)?["']`, "i").exec(head)?.[1];
  const [width, height] = [size("width") ?? box?.[1], size("height") ?? box?.[2]].map((text) =>
    Math.round(Number(text)),
  );
  if (!width || !height) return `${file} has no size: it needs a width and height, or a viewBox`;
  return { sha256: sha256(bytes), mime: "image/svg+xml", width, height, bytes };
};

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
