import { useRef, type PointerEvent } from "react";
import { scaleOf, toMap, type MapPoint } from "./panZoom.ts";
import type { MapView } from "./useMapView.ts";
import type { PointerActions, PointerHandlers } from "./pointerActions.ts";

/** A press that moves further than this, in CSS pixels, is a drag. */
const dragThreshold = 5;

type TapOptions = PointerActions & Pick<MapView, "frame" | "state">;

/** Reports where the mouse points, and presses of one pointer that does not move. `useZoomGestures` handles drags. */
export const useTap = ({ frame, state, onTap, onPoint }: TapOptions): PointerHandlers => {
  const down = useRef(new Set<number>());
  const pressed = useRef<MapPoint>(undefined);

  const position = ({ clientX, clientY }: PointerEvent): MapPoint => {
    const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left, y: clientY - top };
  };
  const release = ({ pointerId }: PointerEvent) => {
    down.current.delete(pointerId);
    pressed.current = undefined;
  };

  return {
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      down.current.add(event.pointerId);
      pressed.current = down.current.size === 1 ? position(event) : undefined;
      if (event.pointerType !== "mouse") onPoint(undefined);
    },
    onPointerMove: (event) => {
      const current = state.current;
      if (!current) return;
      if (down.current.size === 0 && event.buttons === 0 && event.pointerType === "mouse")
        return onPoint(toMap(current.view, current.fit, position(event)));
      const at = pressed.current;
      if (!at) return;
      const { x, y } = position(event);
      if (Math.hypot(x - at.x, y - at.y) > dragThreshold) pressed.current = undefined;
    },
    onPointerUp: (event) => {
      const [at, current] = [pressed.current, state.current];
      release(event);
      if (!at || !current) return;
      const reach = event.pointerType === "mouse" ? 4 : 22;
      onTap(toMap(current.view, current.fit, at), reach / scaleOf(current.view, current.fit));
    },
    onPointerCancel: release,
    onPointerLeave: (event) => {
      release(event);
      onPoint(undefined);
    },
  };
};
