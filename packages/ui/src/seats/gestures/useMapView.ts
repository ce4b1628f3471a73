import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { bounded, fitOf, initialView, viewOf, type Box, type Fit, type Size, type View } from "./panZoom.ts";

/** The same as --motion. */
const easingMs = 200;
/** A gesture ends when no event has arrived for this long. */
export const settleDelayMs = 160;

export type MapState = { readonly view: View; readonly fit: Fit };

export type MapView = {
  readonly frame: RefObject<HTMLDivElement | null>;
  /** The layers that are transformed. */
  readonly ground: RefObject<HTMLDivElement | null>;
  /** Drawn in pixels of the frame, for the state at rest. */
  readonly details: RefObject<HTMLDivElement | null>;
  readonly above: RefObject<HTMLDivElement | null>;
  /** The current state, changed without a render. */
  readonly state: RefObject<MapState | undefined>;
  /** The state when the map last came to rest; undefined until the frame has a size. */
  readonly settled: MapState | undefined;
  readonly show: (view: View, options?: { readonly eased?: boolean }) => void;
};

/** Frames narrower than this, in CSS pixels, initially show a part of the map. */
const narrowFrame = 600;

const transformOf = ({ k, x, y }: View): string => `translate(${x}px, ${y}px) scale(${k})`;

/** The transform from one view to another, for layers drawn in pixels of the first. */
const betweenViews = (from: View, to: View): View => {
  const k = to.k / from.k;
  return { k, x: to.x - from.x * k, y: to.y - from.y * k };
};

/** Shows a view by transforming layers, without a React render; renders once when it has come to rest. */
export const useMapView = (map: Size, start?: () => Box | undefined): MapView => {
  const frame = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLDivElement>(null);
  const details = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const state = useRef<MapState>(undefined);
  const [settled, setSettled] = useState<MapState>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const rested = useRef<View>(initialView);
  const drawing = useRef(0);
  const firstBox = useRef(start);

  const draw = useCallback(() => {
    drawing.current = 0;
    if (!state.current) return;
    const { view } = state.current;
    for (const layer of [ground.current, above.current]) if (layer) layer.style.transform = transformOf(view);
    if (details.current) details.current.style.transform = transformOf(betweenViews(rested.current, view));
  }, []);

  /** While the map moves, the browser scales its bitmap. At rest it redraws the layers sharply at their size. */
  const settle = useCallback(() => {
    if (!state.current) return;
    frame.current?.removeAttribute("data-eased");
    frame.current?.removeAttribute("data-moving");
    setSettled(state.current);
  }, []);

  const show = useCallback(
    (view: View, { eased = false } = {}) => {
      if (!state.current) return;
      state.current = { ...state.current, view };
      frame.current?.setAttribute("data-moving", "");
      if (eased) frame.current?.setAttribute("data-eased", "");
      else frame.current?.removeAttribute("data-eased");
      if (drawing.current === 0) drawing.current = requestAnimationFrame(draw);
      clearTimeout(timer.current);
      timer.current = setTimeout(settle, eased ? easingMs + settleDelayMs : settleDelayMs);
    },
    [draw, settle],
  );

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth, clientHeight } = element;
      if (clientWidth === 0 || clientHeight === 0) return;
      const fit = fitOf(map, { width: clientWidth, height: clientHeight });
      const box = state.current || clientWidth >= narrowFrame ? undefined : firstBox.current?.();
      const first = box ? viewOf(box, fit) : initialView;
      state.current = { fit, view: bounded(state.current?.view ?? first, fit) };
      draw();
      setSettled(state.current);
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [map, draw]);

  useLayoutEffect(() => {
    if (!settled) return;
    rested.current = settled.view;
    draw();
  }, [settled, draw]);

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      cancelAnimationFrame(drawing.current);
    },
    [],
  );

  return { frame, ground, details, above, state, settled, show };
};
