import type { PointerEvent } from "react";
import type { MapPoint } from "./panZoom.ts";

export type PointerActions = {
  /** A tap, in units of the map; `reach` is 22 CSS pixels for a finger, 4 for a mouse. */
  readonly onTap: (at: MapPoint, reach: number) => void;
  /** The position of the mouse; undefined when it leaves the map. */
  readonly onPoint: (at: MapPoint | undefined) => void;
};

export type PointerHandlers = {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: (event: PointerEvent) => void;
  readonly onPointerCancel: (event: PointerEvent) => void;
  readonly onPointerLeave: (event: PointerEvent) => void;
};
