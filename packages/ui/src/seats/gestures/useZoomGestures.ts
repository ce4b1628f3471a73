import { useEffect, useMemo, useRef } from "react";
import { select } from "d3-selection";
import { zoom, ZoomTransform, type D3ZoomEvent } from "d3-zoom";
import { bounded, zoomLimits, type View } from "./panZoom.ts";
import type { PointerActions } from "./pointerActions.ts";
import type { MapView } from "./useMapView.ts";

type GestureOptions = Pick<MapView, "frame" | "state" | "settled" | "show"> &
  Pick<PointerActions, "onPoint"> & {
    /** Whether a single pointer currently draws or drags something instead of moving the map. */
    readonly isBusy: () => boolean;
  };

const transformOf = ({ k, x, y }: View): ZoomTransform => new ZoomTransform(k, x, y);

/** A pinch on a touchpad arrives as a wheel event with Ctrl and small deltas. */
const wheelDelta = ({ deltaY, deltaMode, ctrlKey }: WheelEvent): number =>
  -deltaY * (deltaMode === 1 ? 16 : 1) * (ctrlKey ? 0.0144 : 0.0032);

/** Accepts the primary button and the wheel; while something is drawn or dragged, only the wheel and two fingers. */
const isGesture = (event: MouseEvent | TouchEvent | WheelEvent, isBusy: boolean): boolean => {
  if (event.type === "wheel") return true;
  if ("touches" in event) return !isBusy || event.touches.length > 1;
  return !isBusy && !event.ctrlKey && event.button === 0;
};

/** Moves and zooms a map by wheel, drag and pinch. Returns a function that shows a view set in another way. */
export const useZoomGestures = ({
  frame,
  state,
  settled,
  show,
  onPoint,
  isBusy,
}: GestureOptions): ((view: View) => void) => {
  const latest = useRef({ show, onPoint, isBusy });
  useEffect(() => void (latest.current = { show, onPoint, isBusy }), [show, onPoint, isBusy]);
  const gestures = useMemo(() => zoom<HTMLDivElement, unknown>(), []);

  useEffect(() => {
    if (!frame.current) return undefined;
    const element = select(frame.current);
    gestures
      .scaleExtent([zoomLimits.least, zoomLimits.most])
      .constrain((view) => (state.current ? transformOf(bounded(view, state.current.fit)) : view))
      .wheelDelta(wheelDelta)
      .filter((event: MouseEvent | TouchEvent | WheelEvent) => isGesture(event, latest.current.isBusy()))
      .on("zoom", ({ transform: { k, x, y }, sourceEvent }: D3ZoomEvent<HTMLDivElement, unknown>) => {
        const isOfReader = sourceEvent instanceof Event;
        if (isOfReader && sourceEvent.type !== "wheel") element.attr("data-dragging", "");
        latest.current.onPoint(undefined);
        latest.current.show({ k, x, y }, { eased: !isOfReader });
      })
      .on("end", () => element.attr("data-dragging", null));
    // Two quick taps count as two taps: they choose a seat and remove it.
    element.call(gestures).on("dblclick.zoom", null);
    return () => void element.on(".zoom", null);
  }, [frame, state, gestures]);

  // Resizing the frame changes the view, and the next gesture starts from it.
  useEffect(() => {
    if (frame.current && settled) select(frame.current).property("__zoom", transformOf(settled.view));
  }, [frame, settled]);

  return (view) => {
    if (frame.current) gestures.transform(select(frame.current), transformOf(view));
  };
};
