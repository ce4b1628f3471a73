import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from "react";
import {
  bounded,
  fitOf,
  movedBy,
  scaleOf,
  toMap,
  initialView,
  zoomedBy,
  zoomLimits,
  type Fit,
  type Point,
  type Size,
  type View,
} from "./panZoom.ts";

/** A press that moves further than this is a drag. */
const dragThreshold = 5;
/** An arrow key moves the map by so much. */
const step = 80;
/** As long as --motion. */
const easingMs = 200;
/** The gesture is over when nothing has come for so long. */
const settleDelayMs = 160;

export type PanZoom = {
  readonly frame: RefObject<HTMLDivElement | null>;
  /** The layers that move. */
  readonly ground: RefObject<HTMLDivElement | null>;
  readonly above: RefObject<HTMLDivElement | null>;
  /** As the map stands since it came to rest; undefined until its frame has a size. */
  readonly settled: { readonly view: View; readonly fit: Fit } | undefined;
  /** As it stands in this moment. */
  readonly now: () => { readonly view: View; readonly fit: Fit } | undefined;
  readonly zoom: (factor: number) => void;
  readonly showAll: () => void;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onPointerCancel: (event: PointerEvent) => void;
    readonly onPointerLeave: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
};

export type PointerActions = {
  /** A press that was no drag, in units of the map; `reach` is 22 CSS pixels for a finger, 4 for a mouse. */
  readonly onTap: (at: Point, reach: number) => void;
  /** Where a mouse points; undefined where it does not any more. */
  readonly onPoint: (at: Point | undefined) => void;
};

/** Moves a map by wheel, drag, pinch and keys. It moves past React: a frame costs a transform of two layers, no render. */
export const usePanZoom = (map: Size, { onTap, onPoint }: PointerActions): PanZoom => {
  const frame = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const state = useRef<{ view: View; fit: Fit }>(undefined);
  const [settled, setSettled] = useState<{ readonly view: View; readonly fit: Fit }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const drawing = useRef(0);
  const drawnScale = useRef(1);

  const draw = useCallback(() => {
    drawing.current = 0;
    if (!state.current) return;
    const { k, x, y } = state.current.view;
    for (const layer of [ground.current, above.current])
      if (layer) layer.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
  }, []);

  /** While it moves the browser stretches the picture that it has; at rest it is drawn anew, sharp. */
  const settle = useCallback(() => {
    if (!state.current) return;
    frame.current?.removeAttribute("data-eased");
    setSettled(state.current);
    if (drawnScale.current === state.current.view.k) return;
    drawnScale.current = state.current.view.k;
    for (const layer of [ground.current, above.current]) if (layer) layer.style.willChange = "auto";
    requestAnimationFrame(() => {
      for (const layer of [ground.current, above.current]) if (layer) layer.style.willChange = "";
    });
  }, []);

  const show = useCallback(
    (view: View, { eased = false } = {}) => {
      if (!state.current) return;
      state.current = { ...state.current, view };
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
      state.current = { fit, view: bounded(state.current?.view ?? initialView, fit) };
      draw();
      setSettled(state.current);
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [map, draw]);

  useEffect(() => {
    const element = frame.current;
    let corner: DOMRect | undefined;
    let forgets: ReturnType<typeof setTimeout> | undefined;
    // React listens passively, and then the page beneath would scroll along.
    const onWheel = (event: WheelEvent) => {
      const before = state.current;
      if (!before || !element) return;
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      // A pinch on a touchpad comes as a wheel with Ctrl, in small numbers.
      const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0022));
      onPoint(undefined);
      // Where the frame stands is asked once a gesture: asking makes the browser lay out what has just moved.
      corner ??= element.getBoundingClientRect();
      clearTimeout(forgets);
      forgets = setTimeout(() => (corner = undefined), settleDelayMs);
      show(
        zoomedBy(before.view, factor, { x: event.clientX - corner.left, y: event.clientY - corner.top }, before.fit),
      );
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      clearTimeout(forgets);
      element?.removeEventListener("wheel", onWheel);
    };
  }, [show, onPoint]);

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      cancelAnimationFrame(drawing.current);
    },
    [],
  );

  const zoom = (factor: number) => {
    const before = state.current;
    if (!before) return;
    onPoint(undefined);
    const { width, height } = before.fit.frame;
    show(zoomedBy(before.view, factor, { x: width / 2, y: height / 2 }, before.fit), { eased: true });
  };
  const showAll = () => state.current && show(bounded(initialView, state.current.fit), { eased: true });
  const move = (x: number, y: number) =>
    state.current && show(movedBy(state.current.view, { x, y }, state.current.fit), { eased: true });

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

  const drag = useDrag({ frame, state, show, onTap, onPoint });
  return { frame, ground, above, settled, now: () => state.current, zoom, showAll, handlers: { ...drag, onKeyDown } };
};

const positionIn = (
  element: Element,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Point => {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
};
const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

type Dragging = PointerActions & {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly state: RefObject<{ view: View; fit: Fit } | undefined>;
  readonly show: (view: View) => void;
};

/** One pointer moves the map, two pinch it, and one that stays where it is taps. */
const useDrag = ({ frame, state, show, onTap, onPoint }: Dragging): Omit<PanZoom["handlers"], "onKeyDown"> => {
  const down = useRef(new Map<number, Point>());
  const pressed = useRef<Point>(undefined);

  const position = (event: PointerEvent): Point | undefined =>
    frame.current ? positionIn(frame.current, event) : undefined;
  const lift = (event: PointerEvent) => {
    down.current.delete(event.pointerId);
    if (down.current.size === 0) frame.current?.removeAttribute("data-dragging");
  };

  return {
    onPointerDown: (event) => {
      const at = position(event);
      if (!at || event.button !== 0) return;
      // What a finger or a mouse does from now on is the map's, wherever it goes.
      event.currentTarget.setPointerCapture(event.pointerId);
      down.current.set(event.pointerId, at);
      pressed.current = down.current.size === 1 ? at : undefined;
      if (event.pointerType !== "mouse") onPoint(undefined);
    },
    onPointerMove: (event) => {
      const at = position(event);
      const was = state.current;
      if (!at || !was) return;
      const before = down.current.get(event.pointerId);
      if (!before) return event.pointerType === "mouse" ? onPoint(toMap(was.view, was.fit, at)) : undefined;
      if (pressed.current && distance(pressed.current, at) <= dragThreshold) return;
      pressed.current = undefined;
      onPoint(undefined);
      frame.current?.setAttribute("data-dragging", "");
      const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1];
      down.current.set(event.pointerId, at);
      if (!other) return show(movedBy(was.view, { x: at.x - before.x, y: at.y - before.y }, was.fit));
      const [from, to] = [middle(before, other), middle(at, other)];
      const moved = movedBy(was.view, { x: to.x - from.x, y: to.y - from.y }, was.fit);
      show(zoomedBy(moved, distance(at, other) / Math.max(1, distance(before, other)), to, was.fit));
    },
    onPointerUp: (event) => {
      const was = state.current;
      const isTap = pressed.current !== undefined && down.current.has(event.pointerId);
      const at = pressed.current;
      lift(event);
      pressed.current = undefined;
      if (!isTap || !at || !was) return;
      onTap(toMap(was.view, was.fit, at), (event.pointerType === "mouse" ? 4 : 22) / scaleOf(was.view, was.fit));
    },
    onPointerCancel: (event) => {
      pressed.current = undefined;
      lift(event);
    },
    onPointerLeave: () => onPoint(undefined),
  };
};
