import { useRef, type PointerEvent } from "react";
import { toMap, type Box, type MapPoint } from "./panZoom.ts";
import type { PointerHandlers } from "./pointerActions.ts";
import type { MapState, MapView } from "./useMapView.ts";

/** The objects in the room other than seats, as the target of taps and drags. Positions are in units of the map. */
export type MapObjects = {
  /** The chosen object, with the point about which it is rotated and the angle in degrees. */
  readonly chosen: (Box & { readonly about: MapPoint; readonly rotate: number }) | undefined;
  readonly onTap: (at: MapPoint) => void;
  /** Whether a drag that begins there moves an object; otherwise it moves the map. */
  readonly isGrabbed: (at: MapPoint) => boolean;
  /** The distance dragged so far; undefined if the drag is cancelled. */
  readonly onDrag: (by: MapPoint | undefined) => void;
  readonly onDrop: (by: MapPoint) => void;
};

/** A press that moves less than this, in CSS pixels, is a tap. */
const dragThreshold = 5;

type ObjectDragOptions = Pick<MapView, "frame"> & {
  readonly now: () => MapState | undefined;
  /** The handlers of taps, which stay in effect. */
  readonly taps: PointerHandlers;
  readonly objects: MapObjects | undefined;
  /** While an object is held, the map does not move. */
  readonly onHold: (isHeld: boolean) => void;
};

/** Handles drags of objects in the room other than seats. */
export const useObjectDrag = ({ frame, now, taps, objects, onHold }: ObjectDragOptions): PointerHandlers => {
  const start = useRef<MapPoint>(undefined);
  const pressed = useRef<MapPoint>(undefined);
  const isMoved = useRef(false);

  const position = ({ clientX, clientY }: PointerEvent): MapPoint | undefined => {
    const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {};
    const state = now();
    return state && toMap(state.view, state.fit, { x: clientX - left, y: clientY - top });
  };
  const far = (event: PointerEvent): MapPoint | undefined => {
    const [from, to] = [start.current, position(event)];
    return from && to && { x: to.x - from.x, y: to.y - from.y };
  };
  const release = (): void => {
    start.current = undefined;
    pressed.current = undefined;
    isMoved.current = false;
    onHold(false);
  };
  return {
    onPointerDown: (event) => {
      taps.onPointerDown(event);
      const at = event.button === 0 ? position(event) : undefined;
      if (!at || !objects?.isGrabbed(at)) return;
      start.current = at;
      pressed.current = { x: event.clientX, y: event.clientY };
      onHold(true);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event) => {
      taps.onPointerMove(event);
      const [by, from] = [far(event), pressed.current];
      if (!by || !from) return;
      isMoved.current ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) > dragThreshold;
      if (!isMoved.current) return;
      objects?.onDrag(by);
    },
    onPointerUp: (event) => {
      const by = isMoved.current ? far(event) : undefined;
      taps.onPointerUp(event);
      if (by) objects?.onDrop(by);
      release();
    },
    onPointerCancel: (event) => {
      taps.onPointerCancel(event);
      if (start.current) objects?.onDrag(undefined);
      release();
    },
    onPointerLeave: taps.onPointerLeave,
  };
};
