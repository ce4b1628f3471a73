import { hallRecords, type HallRecord } from "./readHall.ts";
import { movePath, pathPoints } from "./pathData.ts";

/** The shapes of a room other than its seats, as in the hall's document: outlines first, drawn beneath everything else. */
export const shapeLists = ["map_geometry", "other_elements"] as const;
export type ShapeList = (typeof shapeLists)[number];
/** The location of a shape in the document. */
export type ShapePlace = { readonly list: ShapeList; readonly index: number };
export type RoomShape = ShapePlace & { readonly shape: HallRecord };
type Point = { readonly x: number; readonly y: number };
export type ShapeBox = Point & { readonly width: number; readonly height: number; readonly rotate: number };

/** The import's maximum for each list. */
export const maxShapes = 500;

export const roomShapes = (document: HallRecord): readonly RoomShape[] =>
  shapeLists.flatMap((list) => hallRecords(document[list]).map((shape, index) => ({ list, index, shape })));

const withList = (document: HallRecord, list: ShapeList, shapes: readonly HallRecord[]): HallRecord => {
  const { [list]: _, ...rest } = document;
  return shapes.length > 0 ? { ...rest, [list]: shapes } : rest;
};

/** Adds a shape on top of all others, and returns its location. */
export const addShape = (document: HallRecord, shape: HallRecord): readonly [HallRecord, ShapePlace] => {
  const shapes = hallRecords(document["other_elements"]);
  return [withList(document, "other_elements", [...shapes, shape]), { list: "other_elements", index: shapes.length }];
};

export const editShape = (document: HallRecord, { list, index }: ShapePlace, shape: HallRecord): HallRecord =>
  withList(
    document,
    list,
    hallRecords(document[list]).map((one, at) => (at === index ? shape : one)),
  );

export const removeShape = (document: HallRecord, { list, index }: ShapePlace): HallRecord =>
  withList(
    document,
    list,
    hallRecords(document[list]).filter((_, at) => at !== index),
  );

const numberOf = (value: unknown, otherwise = 0): number =>
  typeof value === "number" && Number.isFinite(value) ? value : otherwise;
const round = (value: number): number => Math.round(value * 100) / 100;

export const movedShape = (shape: HallRecord, by: Point): HallRecord => {
  if (shape["shape"] === "path") {
    const d = typeof shape["d"] === "string" ? movePath(shape["d"], by) : undefined;
    // A path rotates about a point of its own, which moves with it.
    const pivot = shape["x"] === undefined && shape["y"] === undefined && shape["rotate"] === undefined;
    return { ...shape, ...(d !== undefined && { d }), ...(!pivot && movedPoint(shape, by)) };
  }
  return { ...shape, ...movedPoint(shape, by) };
};

const movedPoint = (shape: HallRecord, by: Point) => ({
  x: round(numberOf(shape["x"]) + by.x),
  y: round(numberOf(shape["y"]) + by.y),
});

export const moveShape = (document: HallRecord, place: ShapePlace, by: Point): HallRecord => {
  const shape = hallRecords(document[place.list])[place.index];
  return shape ? editShape(document, place, movedShape(shape, by)) : document;
};

/** The height of texts without a size, as drawn. */
const textSize = 14;
/** The approximate width of a letter as a share of its height. */
const letterWidth = 0.6;

/** The rectangle around a shape, before rotation; undefined if it cannot be drawn. */
export const boxOfShape = (shape: HallRecord): ShapeBox | undefined => {
  const [x, y, rotate] = [numberOf(shape["x"]), numberOf(shape["y"]), numberOf(shape["rotate"])];
  switch (shape["shape"]) {
    case "rect":
      return { x, y, width: numberOf(shape["width"]), height: numberOf(shape["height"]), rotate };
    case "circle": {
      const r = numberOf(shape["r"]);
      return { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rotate };
    }
    case "text": {
      const height = numberOf(shape["size"], textSize);
      const text = typeof shape["text"] === "string" ? shape["text"] : "";
      const width = text.length * height * letterWidth;
      return { x: x - width / 2, y: y - height / 2, width, height, rotate };
    }
    case "path": {
      const points = pathPoints(typeof shape["d"] === "string" ? shape["d"] : "");
      if (points.length === 0) return undefined;
      const [left, top] = [Math.min(...points.map((one) => one.x)), Math.min(...points.map((one) => one.y))];
      const [right, bottom] = [Math.max(...points.map((one) => one.x)), Math.max(...points.map((one) => one.y))];
      return { x: left, y: top, width: right - left, height: bottom - top, rotate };
    }
    default:
      return undefined;
  }
};

/** The point about which a shape rotates. */
export const pivotOf = (shape: HallRecord): Point => ({ x: numberOf(shape["x"]), y: numberOf(shape["y"]) });

const turnedBack = ({ x, y }: Point, about: Point, degrees: number): Point => {
  const angle = (-degrees * Math.PI) / 180;
  const [left, top] = [x - about.x, y - about.y];
  return {
    x: about.x + left * Math.cos(angle) - top * Math.sin(angle),
    y: about.y + left * Math.sin(angle) + top * Math.cos(angle),
  };
};

/** The smallest shape at a point: a stage is preferred to the floor beneath it; of two equal ones, the upper one. */
export const shapeAt = (document: HallRecord, point: Point): ShapePlace | undefined => {
  const hits = roomShapes(document).flatMap(({ list, index, shape }) => {
    const box = boxOfShape(shape);
    if (!box) return [];
    const { x, y } = turnedBack(point, pivotOf(shape), box.rotate);
    const isIn = x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
    return isIn ? [{ list, index, area: box.width * box.height }] : [];
  });
  const [best] = hits.toReversed().toSorted((one, other) => one.area - other.area);
  return best && { list: best.list, index: best.index };
};
