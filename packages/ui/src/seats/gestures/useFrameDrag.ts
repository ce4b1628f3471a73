import { useRef, useState, type PointerEvent } from "react";
import { toMap, type Box, type MapPoint } from "./panZoom.ts";
import type { PointerHandlers } from "./pointerActions.ts";
import type { MapState, MapView } from "./useMapView.ts";

/** A press that moves less than this, in CSS pixels, is a tap. */
const dragThreshold = 5;

type FrameDragOptions = Pick<MapView, "frame"> & {
  readonly now: () => MapState | undefined;
  /** The handlers of taps, which stay in effect. */
  readonly taps: PointerHandlers;
  /** Undefined if drags move the map. */
  readonly onFrame: ((box: Box) => void) | undefined;
};

const between = (one: MapPoint, other: MapPoint): Box => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  width: Math.abs(one.x - other.x),
  height: Math.abs(one.y - other.y),
});

/** A rectangle dragged over the map: `drawn` is in CSS pixels of the frame, the reported box in units of the map. */
export const useFrameDrag = ({ frame, now, taps, onFrame }: FrameDragOptions) => {
  const start = useRef<MapPoint>(undefined);
  const [drawn, setDrawn] = useState<Box>();

  const position = ({ clientX, clientY }: PointerEvent): MapPoint => {
    const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left, y: clientY - top };
  };
  const drop = (): void => {
    start.current = undefined;
    setDrawn(undefined);
  };
  const handlers: PointerHandlers = {
    onPointerDown: (event) => {
      taps.onPointerDown(event);
      if (!onFrame || event.button !== 0) return;
      start.current = position(event);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event) => {
      taps.onPointerMove(event);
      if (!start.current) return;
      const box = between(start.current, position(event));
      if (drawn || Math.hypot(box.width, box.height) > dragThreshold) setDrawn(box);
    },
    onPointerUp: (event) => {
      taps.onPointerUp(event);
      const [from, state] = [start.current, now()];
      if (from && state && drawn) {
        const at = (point: MapPoint): MapPoint => toMap(state.view, state.fit, point);
        onFrame?.(between(at(from), at(position(event))));
      }
      drop();
    },
    onPointerCancel: (event) => {
      taps.onPointerCancel(event);
      drop();
    },
    onPointerLeave: taps.onPointerLeave,
  };
  return { drawn, handlers };
};
