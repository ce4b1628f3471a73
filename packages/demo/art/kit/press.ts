import sharp from "sharp";
import { seededRandom, type SeededRandom } from "./random.ts";

/** Keeps apart the results of different pictures. */
sharp.cache(false);

/**
 * `ink` is a flat layer; `grain` breaks its transparency into dots, like a worn screen or a sponge. Both are SVG bodies.
 */
export type Layer =
  | { readonly ink: string; readonly blend?: Blend }
  | { readonly grain: string; readonly blend?: Blend; readonly soft?: number };

export type Blend = "over" | "multiply" | "screen";

export type Drawing = {
  readonly name: string;
  /** Width and height in drawing units; the print is `scale` times as large. */
  readonly size?: readonly [number, number];
  readonly scale?: number;
  /** The part of the drawing that is printed, if not all of it: left, top, width, height. */
  readonly frame?: readonly [number, number, number, number];
  /** How much the paper shows through, 0 to 1. */
  readonly tooth?: number;
  readonly draw: (dice: SeededRandom) => readonly Layer[];
};

/** Width of a dot in drawing units: fine enough to look like paper, coarse enough to compress well. */
const DOT = 1.67;
const LARGEST = 345_000;

const screens = new Map<string, Promise<Uint8Array>>();

/** Even noise with soft dots a little larger than a pixel, spread evenly from 0 to 1; made once per size. */
const speckle = (width: number, height: number, dot: number, seed: string): Promise<Uint8Array> => {
  const key = `${width} × ${height} / ${dot} ${seed}`;
  const made = screens.get(key) ?? etch(width, height, dot, seed);
  screens.set(key, made);
  return made;
};

const etch = async (width: number, height: number, dot: number, seed: string): Promise<Uint8Array> => {
  const [w, h] = [Math.ceil(width / dot), Math.ceil(height / dot)];
  const { next } = seededRandom(seed);
  const raw = Uint8Array.from({ length: w * h }, () => next() * 256);
  const { data } = await sharp(raw, { raw: { width: w, height: h, channels: 1 } })
    .resize(width, height, { fit: "fill", kernel: "cubic" })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  const rank = new Uint8Array(256);
  let sum = 0;
  for (let value = 0; value < 256; value++) {
    sum += counts[value] ?? 0;
    rank[value] = Math.round((sum / data.length) * 255);
  }
  for (let n = 0; n < data.length; n++) data[n] = rank[data[n] ?? 0] ?? 0;
  return data;
};

const rasterise = (body: string, frame: readonly number[], width: number, height: number): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${frame.join(" ")}" preserveAspectRatio="none">${body}</svg>`,
    ),
    { limitInputPixels: false, unlimited: true },
  )
    .ensureAlpha()
    .raw()
    .toBuffer();

const blended = (under: number, over: number, blend: Blend): number => {
  if (blend === "multiply") return (under * over) / 255;
  if (blend === "screen") return 255 - ((255 - under) * (255 - over)) / 255;
  return over;
};

const lay = (paper: Float32Array, ink: Buffer, blend: Blend, dots: Uint8Array | undefined, soft: number): void => {
  for (let pixel = 0, p = 0, q = 0; q < ink.length; pixel++, p += 3, q += 4) {
    let alpha = (ink[q + 3] ?? 0) / 255;
    if (alpha === 0) continue;
    if (dots && alpha < 1) {
      const threshold = soft / 2 + ((dots[pixel] ?? 0) / 255) * (1 - soft);
      alpha = Math.min(1, Math.max(0, (alpha - threshold) / soft + 0.5));
      if (alpha === 0) continue;
    }
    for (let c = 0; c < 3; c++) {
      const under = paper[p + c] ?? 0;
      paper[p + c] = under + (blended(under, ink[q + c] ?? 0, blend) - under) * alpha;
    }
  }
};

/** Lighter and darker fibres, strongest in the middle tones, so that flat colours have texture. */
const weave = (paper: Float32Array, dots: Uint8Array, tooth: number): Uint8Array => {
  const out = new Uint8Array(paper.length);
  for (let pixel = 0, p = 0; p < paper.length; pixel++, p += 3) {
    const light = ((paper[p] ?? 0) * 0.3 + (paper[p + 1] ?? 0) * 0.59 + (paper[p + 2] ?? 0) * 0.11) / 255;
    const shift = ((dots[pixel] ?? 0) / 255 - 0.5) * 26 * tooth * (0.35 + 2.6 * light * (1 - light));
    for (let c = 0; c < 3; c++) out[p + c] = Math.min(255, Math.max(0, (paper[p + c] ?? 0) + shift));
  }
  return out;
};

/** Draws one picture and returns it as WebP, at the best quality that fits into the maximum size. */
export const print = async (drawing: Drawing, seed: string): Promise<Buffer> => {
  const { size = [1600, 900], scale = 1.5, tooth = 0.6, frame = [0, 0, ...size] } = drawing;
  const [width, height] = [Math.round(size[0] * scale), Math.round(size[1] * scale)];
  const paper = new Float32Array(width * height * 3).fill(255);
  const layers = drawing.draw(seededRandom(seed));
  for (const [n, layer] of layers.entries()) {
    const ink = await rasterise("ink" in layer ? layer.ink : layer.grain, frame, width, height);
    const dots = "grain" in layer ? await speckle(width, height, DOT * scale, `screen ${n % 3}`) : undefined;
    lay(paper, ink, layer.blend ?? "over", dots, "grain" in layer ? (layer.soft ?? 0.35) : 1);
  }
  const woven = weave(paper, await speckle(width, height, DOT * scale, "paper"), tooth);
  let [poor, fine] = [10, 88];
  let best: Buffer | undefined;
  while (fine - poor > 2) {
    const quality = Math.round((poor + fine) / 2);
    const out = await sharp(woven, { raw: { width, height, channels: 3 } })
      .webp({ quality, effort: 4, smartSubsample: true })
      .toBuffer();
    if (out.length > LARGEST) fine = quality;
    else [poor, best] = [quality, out];
  }
  if (!best) throw new Error(`${drawing.name} has too much detail to be kept`);
  return best;
};
