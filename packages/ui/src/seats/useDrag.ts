import { useRef, type PointerEvent } from "react";
import { movedBy, scaleOf, toMap, zoomedBy, type MapPoint } from "./panZoom.ts";
import type { MapView } from "./useMapView.ts";
import type { PointerActions, PointerHandlers } from "./pointerActions.ts";

/** A press that moves further than this, in CSS pixels, is a drag. */
const dragThreshold = 5;

const positionIn = (
  element: Element,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): MapPoint => {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
};
const middle = (one: MapPoint, other: MapPoint): MapPoint => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const distance = (one: MapPoint, other: MapPoint): number => Math.hypot(one.x - other.x, one.y - other.y);

type DragOptions = PointerActions & Pick<MapView, "frame" | "state" | "show">;

/** One pointer drags the map, two zoom it, and one that does not move is a tap. */
export const useDrag = ({ frame, state, show, onTap, onPoint }: DragOptions): PointerHandlers => {
  const down = useRef(new Map<number, MapPoint>());
  const pressed = useRef<MapPoint>(undefined);

  const position = (event: PointerEvent): MapPoint | undefined =>
    frame.current ? positionIn(frame.current, event) : undefined;
  const release = (event: PointerEvent) => {
    down.current.delete(event.pointerId);
    if (down.current.size === 0) frame.current?.removeAttribute("data-dragging");
  };

  return {
    onPointerDown: (event) => {
      const at = position(event);
      if (!at || event.button !== 0) return;
      // The map receives the pointer's events until it is released, wherever it moves.
      event.currentTarget.setPointerCapture(event.pointerId);
      down.current.set(event.pointerId, at);
      pressed.current = down.current.size === 1 ? at : undefined;
      if (event.pointerType !== "mouse") onPoint(undefined);
    },
    onPointerMove: (event) => {
      const at = position(event);
      const current = state.current;
      if (!at || !current) return;
      const before = down.current.get(event.pointerId);
      if (!before) return event.pointerType === "mouse" ? onPoint(toMap(current.view, current.fit, at)) : undefined;
      if (pressed.current && distance(pressed.current, at) <= dragThreshold) return;
      pressed.current = undefined;
      onPoint(undefined);
      frame.current?.setAttribute("data-dragging", "");
      const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1];
      down.current.set(event.pointerId, at);
      if (!other) return show(movedBy(current.view, { x: at.x - before.x, y: at.y - before.y }, current.fit));
      const [from, to] = [middle(before, other), middle(at, other)];
      const moved = movedBy(current.view, { x: to.x - from.x, y: to.y - from.y }, current.fit);
      show(zoomedBy(moved, distance(at, other) / Math.max(1, distance(before, other)), to, current.fit));
    },
    onPointerUp: (event) => {
      const current = state.current;
      const isTap = pressed.current !== undefined && down.current.has(event.pointerId);
      const at = pressed.current;
      release(event);
      pressed.current = undefined;
      if (!isTap || !at || !current) return;
      onTap(
        toMap(current.view, current.fit, at),
        (event.pointerType === "mouse" ? 4 : 22) / scaleOf(current.view, current.fit),
      );
    },
    onPointerCancel: (event) => {
      pressed.current = undefined;
      release(event);
    },
    onPointerLeave: () => onPoint(undefined),
  };
};
