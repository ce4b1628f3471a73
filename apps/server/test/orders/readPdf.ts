import { inflateSync } from "node:zlib";
import jsqr from "jsqr";

/** Reads a PDF of ours: the text of each page and its QR code. */
export type ReadPdf = {
  readonly raw: string;
  readonly pages: readonly {
    readonly text: string;
    readonly code: string | undefined;
    readonly tags: readonly string[];
  }[];
};

const decode = jsqr as unknown as (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
) => { readonly data: string } | null;

export const readPdf = (bytes: Buffer): ReadPdf => {
  const raw = bytes.toString("latin1");
  const objects = new Map<string, string>();
  for (const [, id = "", body = ""] of raw.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)) objects.set(id, body);
  const streamOf = (id: string): string => {
    const found = /stream\n([\s\S]*?)\nendstream/.exec(objects.get(id) ?? "")?.[1] ?? "";
    return inflateSync(Buffer.from(found, "latin1")).toString("latin1");
  };
  const faces = new Map<string, ReadonlyMap<string, string>>();
  for (const [, name = "", id = ""] of raw.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? "")?.[1];
    if (map !== undefined) faces.set(name, glyphMap(streamOf(map)));
  }
  const pages = [...objects.values()]
    .filter((body) => /\/Type \/Page\b(?!s)/.test(body))
    .map((body) => streamOf(/\/Contents (\d+) 0 R/.exec(body)?.[1] ?? ""))
    .map((content) => ({
      text: extractText(content, faces),
      code: decodeQrCode(content),
      tags: [...content.matchAll(/\/(\w+) <<\n?\/MCID/g)].map(([, tag = ""]) => tag),
    }));
  return { raw, pages };
};

/** Glyph ids to characters, by the font's ToUnicode table. */
const glyphMap = (map: string): ReadonlyMap<string, string> => {
  const signs = new Map<string, string>();
  for (const [, first = "0", , list = ""] of map.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g))
    for (const [index, [, hex = ""]] of [...list.matchAll(/<([\w ]*)>/g)].entries())
      signs.set(
        (Number.parseInt(first, 16) + index).toString(16).padStart(4, "0"),
        String.fromCharCode(...(hex.replaceAll(" ", "").match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))),
      );
  return signs;
};

const extractText = (content: string, faces: ReadonlyMap<string, ReadonlyMap<string, string>>): string => {
  let signs: ReadonlyMap<string, string> = new Map();
  let words = "";
  for (const [, face, shown, end] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[((?:<\w*>|[-\d. ])*)\] TJ|(EMC)/g)) {
    if (face !== undefined) signs = faces.get(face) ?? new Map();
    else if (end !== undefined) words += "\n";
    else
      for (const [, hex = ""] of (shown ?? "").matchAll(/<(\w*)>/g))
        words += (hex.match(/.{4}/g) ?? []).map((glyph) => signs.get(glyph) ?? "�").join("");
  }
  return words.replace(/\n+/g, "\n");
};

/** Rasterises the squares of a QR code and decodes it. */
const decodeQrCode = (content: string): string | undefined => {
  for (const [, figure = ""] of content.matchAll(/\/Figure <<[\s\S]*?BDC([\s\S]*?)EMC/g)) {
    const squares = [...figure.matchAll(/(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) re/g)].map((found) =>
      found.slice(1).map(Number),
    );
    if (squares.length === 0) continue;
    const scale = 3;
    const [left, up] = [0, 1].map((axis) => Math.min(...squares.map((square) => square[axis] ?? 0)) - 20) as [
      number,
      number,
    ];
    const size = 220 * scale;
    const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
    for (const [x = 0, y = 0, width = 0, height = 0] of squares)
      for (let row = Math.round((y - up) * scale); row < Math.round((y - up + height) * scale); row++)
        pixels.fill(
          0,
          (row * size + Math.round((x - left) * scale)) * 4,
          (row * size + Math.round((x - left + width) * scale)) * 4,
        );
    for (let alpha = 3; alpha < pixels.length; alpha += 4) pixels[alpha] = 255;
    return decode(pixels, size, size)?.data;
  }
  return undefined;
};
