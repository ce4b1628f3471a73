import type { DrawnLabel, TextKind } from "./labelsInView.ts";
import { seatGlyphs, type SeatSignKind } from "./seatGlyphs.ts";

/** The look of one kind of label: colours and font as CSS values. */
export type LabelStyle = {
  readonly color: string;
  /** Drawn around the text; transparent for none. */
  readonly outline: string;
  readonly fontFamily: string;
  readonly fontWeight: string;
};

export type LabelStyles = Readonly<Record<TextKind, LabelStyle>>;

/** The width of the outline in CSS pixels, and of a sign's strokes in units of the sign. */
const lineWidths = { outline: 4, sign: 2 } as const;

/** The letter spacing of the hall's texts, as a share of their size. */
const hallLetterSpacing = 0.04;

/** Half the width of a sign in its own units; it is drawn as wide as its seat. */
const signUnits = 15;

/** Draws labels on a canvas with `ratio` device pixels per CSS pixel. */
export const drawLabels = (
  context: CanvasRenderingContext2D,
  labels: readonly DrawnLabel[],
  { styles, ratio }: { readonly styles: LabelStyles; readonly ratio: number },
): void => {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, context.canvas.width / ratio, context.canvas.height / ratio);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineCap = "round";
  let font = "";
  for (const label of labels) {
    if (label.kind === "sign") {
      drawSign(context, label, styles.number.color);
      continue;
    }
    const { color, outline, fontFamily, fontWeight } = styles[label.kind];
    const wanted = `${fontWeight} ${label.size}px ${fontFamily}`;
    // Setting the font again is slow, even to the same value.
    if (wanted !== font) context.font = font = wanted;
    if (label.kind === "hall") {
      drawHallText(context, label, color);
      continue;
    }
    if (label.kind === "section") {
      context.strokeStyle = outline;
      context.lineWidth = lineWidths.outline;
      context.strokeText(label.text, label.x, label.y);
    }
    context.fillStyle = color;
    context.fillText(label.text, label.x, label.y);
  }
};

const drawHallText = (
  context: CanvasRenderingContext2D,
  { text, x, y, size, rotate }: Extract<DrawnLabel, { readonly kind: "hall" }>,
  color: string,
): void => {
  context.save();
  context.translate(x, y);
  context.rotate((rotate * Math.PI) / 180);
  context.letterSpacing = `${size * hallLetterSpacing}px`;
  context.fillStyle = color;
  context.fillText(text, 0, 0);
  context.restore();
};

const paths = new Map<SeatSignKind, Path2D>();
const pathOf = (sign: SeatSignKind): Path2D => {
  const known = paths.get(sign) ?? new Path2D(seatGlyphs[sign]);
  paths.set(sign, known);
  return known;
};

const drawSign = (
  context: CanvasRenderingContext2D,
  { sign, x, y, size }: Extract<DrawnLabel, { readonly kind: "sign" }>,
  color: string,
): void => {
  context.save();
  context.translate(x, y);
  context.scale(size / signUnits, size / signUnits);
  context.strokeStyle = color;
  context.lineWidth = lineWidths.sign;
  context.stroke(pathOf(sign));
  context.restore();
};
