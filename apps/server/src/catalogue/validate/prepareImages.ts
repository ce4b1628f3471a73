import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { extname, isAbsolute, resolve } from "node:path";
import sharp from "sharp";
import type { PictureFocus } from "@foyer/contract/shop/pictureFocus.ts";
import { maxPictureBytes as maxBytes } from "@foyer/contract/office/catalogue/pictures.ts";
import { isSafeSvg } from "../../http/sanitize/isSafeSvg.ts";
import { isRaster } from "../../http/sanitize/isRaster.ts";
import type { CatalogueSource } from "../format/readCatalogue.ts";
import type { Path } from "../format/problems.ts";

export type PreparedImage = {
  readonly key: string;
  readonly sha256: string;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string | null;
  readonly focus: PictureFocus | null;
  /** Undefined for a picture that is already stored. */
  readonly bytes?: Buffer;
};

/** The limit for one picture. Decoding 40 million pixels takes up to half a second. */
const maxPixels = 40_000_000;
/** The limit for all pictures of an archive together. */
const maxArchivePixels = 400_000_000;
/** The timeout for decoding one picture. */
const decodeSeconds = 10;
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
  { catalogue, folder, storedImages, archive }: CatalogueSource,
  { addProblem, trustsImages }: ImageOptions,
): Promise<PreparedImage[]> => {
  const images: PreparedImage[] = [];
  let pixels = 0;
  const countPixels = (more: number): boolean => (pixels += more) <= maxArchivePixels;
  for (const [key, { file, alt = null, focus = null }] of Object.entries(catalogue.images ?? {})) {
    const packed = archive?.get(file.replace(/^\.\//, ""));
    const stored = packed ? undefined : storedImages?.get(key);
    if (stored) {
      images.push({ ...stored, key, alt, focus });
      continue;
    }
    if (storedImages && !packed) {
      addProblem(["images", key], missingPicture(file, archive));
      continue;
    }
    const result = packed
      ? await readPacked(file, packed, countPixels)
      : await readImage(folder, file, { trustsImages });
    if (typeof result === "string") addProblem(["images", key, "file"], result);
    else images.push({ key, alt, focus, ...result });
  }
  return images;
};

const missingPicture = (file: string, archive: CatalogueSource["archive"]): string =>
  archive
    ? `${file} did not come with the catalogue, and no picture with this key is stored`
    : "there is no such picture; import it with a file";

type ReadImage = string | Omit<PreparedImage, "key" | "alt" | "focus">;
/** Counts further pixels; returns whether they may be decoded. */
type CountPixels = (pixels: number) => boolean;

const readImage = async (
  folder: string,
  file: string,
  { trustsImages }: Pick<ImageOptions, "trustsImages">,
): Promise<ReadImage> => {
  if (isAbsolute(file)) return `${file} must be relative to the folder of the catalogue`;
  const path = resolve(folder, file);
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return `${file} does not exist`;
  if (found.size > maxBytes) return tooLarge(file, found.size);
  try {
    return await readPicture(file, await readFile(path), { trustsImages });
  } catch (error) {
    return unreadable(file, error);
  }
};

/** Reads a picture of an archive, whose pixels are counted before it is decoded. */
const readPacked = async (file: string, packed: Uint8Array, countPixels: CountPixels): Promise<ReadImage> => {
  if (packed.length > maxBytes) return tooLarge(file, packed.length);
  try {
    return await readPicture(file, Buffer.from(packed), { trustsImages: false, countPixels });
  } catch (error) {
    return unreadable(file, error);
  }
};

/**
 * Reads a picture that is uploaded on its own, identified by its content rather than its name. Returns the reason if it
 * cannot be used.
 */
export const readUploadedPicture = async (name: string, bytes: Buffer): Promise<ReadImage> => {
  if (bytes.length > maxBytes) return tooLarge(name, bytes.length);
  try {
    if (isRaster(bytes)) return await readRaster(name, bytes, { trustsImages: false });
    const head = bytes.toString("utf8", 0, 1024);
    return /<svg[\s>]/i.test(head)
      ? readSvg(name, bytes)
      : `${name} is not an image: it must be PNG, JPEG, WebP, AVIF or SVG`;
  } catch (error) {
    return unreadable(name, error);
  }
};

const tooLarge = (file: string, size: number): string =>
  `${file} has ${Math.ceil(size / 1024 / 1024)} MB; an image may have at most ${maxBytes / 1024 / 1024} MB`;
const unreadable = (file: string, error: unknown): string =>
  `${file} cannot be read as an image (${error instanceof Error ? error.message.split("\n")[0] : String(error)})`;

type ReadOptions = { readonly trustsImages: boolean; readonly countPixels?: CountPixels };

const readPicture = async (file: string, bytes: Buffer, options: ReadOptions): Promise<ReadImage> =>
  extname(file).toLowerCase() === ".svg" ? readSvg(file, bytes) : readRaster(file, bytes, options);

const readRaster = async (
  file: string,
  bytes: Buffer,
  { trustsImages, countPixels = () => true }: ReadOptions,
): Promise<ReadImage> => {
  const { format, width, height } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata();
  const mime = mimes[format];
  if (!mime) return `${file} is ${format}; an image must be PNG, JPEG, WebP, AVIF or SVG`;
  if (width * height > maxPixels)
    return `${file} has ${width} × ${height} pixels; an image may have at most ${maxPixels / 1e6} million`;
  if (!countPixels(width * height))
    return `${file} brings the pictures to more than ${maxArchivePixels / 1e6} million pixels; upload fewer at a time`;
  // The header of a damaged file may be intact; only decoding reveals the damage.
  if (!trustsImages)
    await sharp(bytes, { limitInputPixels: maxPixels, failOn: "truncated" })
      .timeout({ seconds: decodeSeconds })
      .resize(16)
      .raw()
      .toBuffer();
  return { sha256: sha256(bytes), mime, width, height, bytes };
};

/** An SVG must contain only a drawing, and state its size. */
const readSvg = (file: string, bytes: Buffer): ReadImage => {
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
