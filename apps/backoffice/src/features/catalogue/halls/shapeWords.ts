import { boxOfShape, type RoomShape } from "@foyer/rules/seating/hall/roomShapes.ts";
import { textOf, type Loose } from "../document.ts";

/** What a shape of a room can represent, which decides how it is drawn. */
export const tones = [
  { value: "stage", label: "Stage" },
  { value: "floor", label: "Floor" },
  { value: "wall", label: "Wall" },
  { value: "aisle", label: "Aisle" },
] as const;

const forms: Readonly<Record<string, string>> = { rect: "rectangle", circle: "circle", path: "outline" };

/** "Stage, outline at 500, 130", or the content of a text. */
export const shapeName = ({ shape }: Pick<RoomShape, "shape">): string => {
  if (shape["shape"] === "text") return `“${textOf(shape["text"])}”`;
  const tone = tones.find(({ value }) => value === shape["tone"])?.label ?? "Floor";
  const box = boxOfShape(shape);
  const at = box ? ` at ${Math.round(box.x)}, ${Math.round(box.y)}` : "";
  return `${tone}, ${forms[textOf(shape["shape"])] ?? "unknown shape"}${at}`;
};

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
const round = (value: number): number => Math.round(value);

/** What can be added to a room. */
export const kindsOfShape = [
  { value: "stage", label: "Stage" },
  { value: "wall", label: "Wall" },
  { value: "floor", label: "Floor" },
  { value: "aisle", label: "Aisle" },
  { value: "pillar", label: "Pillar" },
  { value: "text", label: "Text" },
] as const;
export type KindOfShape = (typeof kindsOfShape)[number]["value"];

/** A new shape with the size of a drawn box. */
export const newShape = (kind: KindOfShape, { x, y, width, height }: Box): Loose => {
  const middle = { x: round(x + width / 2), y: round(y + height / 2) };
  if (kind === "text")
    return { shape: "text", ...middle, text: "Text", size: Math.max(8, Math.min(60, round(height))), tone: "label" };
  if (kind === "pillar")
    return { shape: "circle", ...middle, r: Math.max(1, round(Math.min(width, height) / 2)), tone: "wall" };
  return {
    shape: "rect",
    x: round(x),
    y: round(y),
    width: Math.max(1, round(width)),
    height: Math.max(1, round(height)),
    tone: kind,
  };
};

/** A box in the middle of a room, for users who do not draw one. */
export const boxInMiddle = ({ width, height }: { readonly width: number; readonly height: number }): Box => ({
  x: width * 0.4,
  y: height * 0.45,
  width: width * 0.2,
  height: height * 0.1,
});
