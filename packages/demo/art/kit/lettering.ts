import { readFile } from "node:fs/promises";
import { Blob as FontBlob, Buffer as TextRun, Face, Font, shape } from "harfbuzzjs";
import subsetFont from "subset-font";
import { svg } from "./shape.ts";

export type Typeface = {
  readonly family: string;
  readonly cut: string;
  readonly axes: Readonly<Record<string, number>>;
};

/** A line of text as outlines, so that a logo needs no font; `width` is its advance in the same units as `size`. */
export const textOutlines = async (
  text: string,
  {
    hand,
    size,
    x,
    baseline,
    tracking = 0,
  }: {
    readonly hand: Typeface;
    readonly size: number;
    readonly x: number;
    readonly baseline: number;
    readonly tracking?: number;
  },
): Promise<{ readonly path: string; readonly width: number }> => {
  const woff = await readFile(
    new URL(
      import.meta.resolve(`@fontsource-variable/${hand.family}/files/${hand.family}-latin-${hand.cut}-normal.woff2`),
    ),
  );
  const sfnt = await subsetFont(woff, text, { targetFormat: "sfnt", variationAxes: { ...hand.axes } });
  const face = new Face(new FontBlob(sfnt));
  const font = new Font(face);
  const run = new TextRun();
  run.addText(text);
  run.guessSegmentProperties();
  shape(font, run);
  const unit = size / face.upem;
  const positions = run.getGlyphPositions();
  let pen = x;
  const outlines = run.getGlyphInfos().map(({ codepoint }, n) => {
    const from = pen + (positions[n]?.xOffset ?? 0) * unit;
    pen += (positions[n]?.xAdvance ?? 0) * unit + tracking * size;
    return placed(font.glyphToPath(codepoint), unit, from, baseline);
  });
  return { path: outlines.join(""), width: pen - x };
};

/** Glyph outlines grow upwards in font units; the drawing grows downwards in its own. */
const placed = (outline: string, unit: number, x: number, baseline: number): string =>
  outline.replaceAll(
    /(-?[\d.]+),(-?[\d.]+)/g,
    (_, a: string, b: string) => svg`${x + Number(a) * unit} ${baseline - Number(b) * unit}`,
  );
