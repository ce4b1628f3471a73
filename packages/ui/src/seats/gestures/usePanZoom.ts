import type { KeyboardEvent } from "react";
import {
  bounded,
  initialView,
  movedBy,
  toFrame,
  zoomedBy,
  zoomLimits,
  type Box,
  type MapPoint,
  type Size,
} from "./panZoom.ts";
import type { PointerActions, PointerHandlers } from "./pointerActions.ts";
import { useMapView, type MapState, type MapView } from "./useMapView.ts";
import { useTap } from "./useTap.ts";
import { useZoomGestures } from "./useZoomGestures.ts";

/** How far an arrow key moves the map, in CSS pixels. */
const step = 80;
/** A point that is revealed is at least so far from the edge of the frame, in CSS pixels. */
const inset = 56;

/** How far a position along one side of the frame has to move to be in sight. */
const intoSight = (at: number, length: number): number => (at < inset ? inset - at : Math.min(0, length - inset - at));

export type PanZoom = Omit<MapView, "state" | "show"> & {
  readonly now: () => MapState | undefined;
  readonly zoom: (factor: number) => void;
  readonly showAll: () => void;
  /** Moves the map until a point is in sight. */
  readonly reveal: (at: MapPoint) => void;
  readonly handlers: PointerHandlers & { readonly onKeyDown: (event: KeyboardEvent) => void };
};

/** Moves and zooms a map by wheel, drag, pinch and keys. */
export const usePanZoom = (
  map: Size,
  { onTap, onPoint, isBusy }: PointerActions & { readonly isBusy: () => boolean },
  start?: () => Box | undefined,
): PanZoom => {
  const { state, show, ...mapView } = useMapView(map, start);
  const { frame, settled } = mapView;
  const place = useZoomGestures({ frame, state, settled, show, onPoint, isBusy });
  const taps = useTap({ frame, state, onTap, onPoint });

  const zoom = (factor: number) => {
    const before = state.current;
    if (!before) return;
    const { width, height } = before.fit.frame;
    place(zoomedBy(before.view, factor, { x: width / 2, y: height / 2 }, before.fit));
  };
  const showAll = () => state.current && place(bounded(initialView, state.current.fit));
  const move = (x: number, y: number) =>
    state.current && place(movedBy(state.current.view, { x, y }, state.current.fit));
  const reveal = (at: MapPoint) => {
    if (!state.current) return;
    const { view, fit } = state.current;
    const { x, y } = toFrame(view, fit, at);
    const by = [intoSight(x, fit.frame.width), intoSight(y, fit.frame.height)] as const;
    if (by.some((pixels) => pixels !== 0)) move(...by);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const actions: Readonly<Record<string, () => unknown>> = {
      "+": () => zoom(zoomLimits.closer),
      "=": () => zoom(zoomLimits.closer),
      "-": () => zoom(zoomLimits.further),
      "0": showAll,
      Home: showAll,
      ArrowLeft: () => move(step, 0),
      ArrowRight: () => move(-step, 0),
      ArrowUp: () => move(0, step),
      ArrowDown: () => move(0, -step),
    };
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  return { ...mapView, now: () => state.current, zoom, showAll, reveal, handlers: { ...taps, onKeyDown } };
};
