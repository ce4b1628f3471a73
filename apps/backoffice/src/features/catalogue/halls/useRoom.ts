import { useState } from "react";
import {
  addShape,
  boxOfShape,
  moveShape,
  pivotOf,
  roomShapes,
  shapeAt,
  type ShapePlace,
} from "@foyer/rules/seating/hall/roomShapes.ts";
import type { MapObjects } from "@foyer/ui/seats/gestures/useObjectDrag.ts";
import type { Loose } from "../document.ts";
import { newShape, type KindOfShape } from "./shapeWords.ts";

type Point = { readonly x: number; readonly y: number };

/** Which shape of a room is chosen, dragged or about to be drawn. */
export const useRoom = (document: Loose, onEdit: (document: Loose) => void, isReadOnly: boolean) => {
  const [place, setPlace] = useState<ShapePlace>();
  const [adding, setAdding] = useState<KindOfShape>();
  const [dragged, setDragged] = useState<Point>();
  const shapes = roomShapes(document);
  const at = place && shapes.find(({ list, index }) => list === place.list && index === place.index);
  /** The document with the dragged shape at its current position. */
  const shown = at && dragged ? moveShape(document, at, dragged) : document;
  const shownShape = at && roomShapes(shown).find(({ list, index }) => list === at.list && index === at.index)?.shape;
  const box = shownShape && boxOfShape(shownShape);
  const isSame = (one: ShapePlace | undefined): boolean => one?.list === place?.list && one?.index === place?.index;
  const add = (kind: KindOfShape, drawn: Parameters<typeof newShape>[1]): void => {
    const [next, where] = addShape(document, newShape(kind, drawn));
    onEdit(next);
    setPlace(where);
    setAdding(undefined);
  };
  const objects: MapObjects = {
    chosen: box && { ...box, about: pivotOf(shownShape) },
    onTap: (point) => setPlace(shapeAt(document, point)),
    // Dragging a shape that is not chosen chooses it.
    isGrabbed: (point) => {
      const hit = isReadOnly ? undefined : shapeAt(document, point);
      if (hit && !isSame(hit)) setPlace(hit);
      return hit !== undefined;
    },
    onDrag: setDragged,
    onDrop: (by) => {
      setDragged(undefined);
      if (at) onEdit(moveShape(document, at, by));
    },
  };
  return {
    shapes,
    chosen: at,
    choose: setPlace,
    adding,
    setAdding,
    add,
    shown,
    drawing: {
      objects,
      onDraw: adding && !isReadOnly ? (drawn: Parameters<typeof newShape>[1]) => add(adding, drawn) : undefined,
    },
  };
};
export type Room = ReturnType<typeof useRoom>;
