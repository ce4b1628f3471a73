import { useEffect } from "react";
import { zoomedBy } from "./panZoom.ts";
import { settleDelayMs, type MapView } from "./useMapView.ts";
import type { PointerActions } from "./pointerActions.ts";

type WheelZoomOptions = Pick<MapView, "frame" | "state" | "show"> & Pick<PointerActions, "onPoint">;

/** The wheel zooms the map around the pointer. */
export const useWheelZoom = ({ frame, state, show, onPoint }: WheelZoomOptions): void => {
  useEffect(() => {
    const element = frame.current;
    let corner: DOMRect | undefined;
    let resetTimer: ReturnType<typeof setTimeout> | undefined;
    // React's own wheel listener is passive: the page below would scroll too.
    const onWheel = (event: WheelEvent) => {
      const before = state.current;
      if (!before || !element) return;
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      // A pinch on a touchpad arrives as a wheel event with Ctrl and small deltas.
      const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0022));
      onPoint(undefined);
      // Measured once per gesture: each measurement forces a layout.
      corner ??= element.getBoundingClientRect();
      clearTimeout(resetTimer);
      resetTimer = setTimeout(() => (corner = undefined), settleDelayMs);
      show(
        zoomedBy(before.view, factor, { x: event.clientX - corner.left, y: event.clientY - corner.top }, before.fit),
      );
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      clearTimeout(resetTimer);
      element?.removeEventListener("wheel", onWheel);
    };
  }, [frame, state, show, onPoint]);
};
