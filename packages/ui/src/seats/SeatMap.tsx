import { memo, useId, useMemo, useRef, type ReactNode } from "react";
import { IconButton } from "../action/IconButton.tsx";
import { scaleOf, toFrame, zoomLimits, type Box } from "./gestures/panZoom.ts";
import { discs, squares, type MapShape } from "./seatShapes.ts";
import { SeatMapBackground } from "./SeatMapBackground.tsx";
import css from "./SeatMap.module.css";
import { SeatMapLabels } from "./SeatMapLabels.tsx";
import type { MapLabel, SeatLayer } from "./seatLayer.ts";
import type { Spot } from "./spotGrid.ts";
import { useFrameDrag } from "./gestures/useFrameDrag.ts";
import { useObjectDrag, type MapObjects } from "./gestures/useObjectDrag.ts";
import { useSeatCursor } from "./gestures/useSeatCursor.ts";
import { usePanZoom, type PanZoom } from "./gestures/usePanZoom.ts";
import { useSeatPointer } from "./gestures/useSeatPointer.ts";

export type SeatMapViewProps = {
  readonly label: string;
  /** The id of the instructions. */
  readonly describedBy?: string;
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly MapShape[];
  readonly layers: readonly SeatLayer[];
  readonly rows: readonly MapLabel[];
  readonly sections: readonly MapLabel[];
  /** The part of the map that a narrow frame shows first. */
  readonly start?: (() => Box | undefined) | undefined;
  /** Ids of seats in 'free' layers. */
  readonly chosen: ReadonlySet<string>;
  readonly onPick: (id: string) => void;
  /** If set, a drag draws a frame, in units of the map, instead of moving the map. */
  readonly onFrame?: ((box: Box) => void) | undefined;
  /** If set, taps and drags apply to the other objects in the room instead of the seats. */
  readonly objects?: MapObjects | undefined;
  /** The tooltip of the seat under the mouse, or that keys apply to. */
  readonly tip: (id: string) => ReactNode;
  /** The spoken name of a seat. If set, seats are chosen by the keyboard too. */
  readonly nameOf?: ((id: string) => string) | undefined;
  readonly labels: { readonly closer: string; readonly further: string; readonly all: string };
};

/**
 * A seat map. Seats are drawn as a few paths and found by a grid in memory; only the chosen ones and the one under the
 * mouse or reached by keys are elements.
 */
export function SeatMapView({
  label,
  describedBy,
  width,
  height,
  shapes,
  layers,
  rows,
  sections,
  start,
  chosen,
  onPick,
  onFrame,
  objects,
  tip,
  nameOf,
  labels,
}: SeatMapViewProps) {
  const map = useMemo(() => ({ width, height }), [width, height]);
  const { chosenSpots, pointed, ...ofSeats } = useSeatPointer(layers, chosen, onPick);
  const isHeld = useRef(false);
  const onHold = (isHolding: boolean): void => void (isHeld.current = isHolding);
  const isBusy = (): boolean => onFrame !== undefined || isHeld.current;
  const { onTap, onPoint } = objects ? { onTap: objects.onTap, onPoint: nothing } : ofSeats;
  const { frame, ground, details, above, settled, now, zoom, showAll, reveal, handlers } = usePanZoom(
    map,
    { onTap, onPoint, isBusy },
    start,
  );
  const drags = useObjectDrag({ frame, now, taps: handlers, objects: onFrame ? undefined : objects, onHold });
  const framing = useFrameDrag({ frame, now, taps: drags, onFrame });
  const cursor = useSeatCursor({ isOn: nameOf !== undefined, layers, chosen, now, reveal, onPick });
  const cursorId = useId();
  const marked = pointed ?? cursor.current;
  const unit = settled ? 1 / scaleOf(settled.view, settled.fit) : 0;
  const scaled = styleVariable("--unit", String(unit));
  const box = `${-zoomLimits.margin} ${-zoomLimits.margin} ${width + 2 * zoomLimits.margin} ${height + 2 * zoomLimits.margin}`;

  return (
    <div className={css.map}>
      <div
        ref={frame}
        className={css.frame}
        role="application"
        aria-label={label}
        aria-describedby={describedBy}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application handles keys itself: here they move the map
        tabIndex={0}
        aria-activedescendant={cursor.current ? cursorId : undefined}
        data-pointing={pointed ? true : undefined}
        data-framing={onFrame ? true : undefined}
        onKeyDown={(event) => (cursor.onKeyDown(event) ? onPoint(undefined) : handlers.onKeyDown(event))}
        onBlur={cursor.onBlur}
        {...framing.handlers}
      >
        <div ref={ground} className={css.layer}>
          <svg viewBox={box} ref={scaled} aria-hidden focusable="false">
            <SeatMapBackground shapes={shapes} />
            <SeatLayerPaths layers={layers} />
          </svg>
        </div>
        <div ref={details} className={css.layer} aria-hidden>
          {settled && <SeatMapLabels at={settled} shapes={shapes} layers={layers} rows={rows} sections={sections} />}
        </div>
        <div ref={above} className={css.layer}>
          <svg viewBox={box} ref={scaled} aria-hidden focusable="false">
            {objects?.chosen && <ChosenObject {...objects.chosen} />}
            {chosenSpots.map((spot) => (
              <ChosenSeat key={spot.id} spot={spot} least={unit * 4.5} />
            ))}
            {marked && (
              <circle className={css.pointed} cx={marked.x} cy={marked.y} r={Math.max(marked.r * 1.45, unit * 7)} />
            )}
          </svg>
        </div>
        {framing.drawn && <DrawnFrame box={framing.drawn} />}
        {marked && (
          <SeatTooltip at={marked} now={now}>
            {tip(marked.id)}
          </SeatTooltip>
        )}
        {cursor.current && (
          <div id={cursorId} role="button" aria-label={nameOf?.(cursor.current.id)} className={css.reached} />
        )}
      </div>
      <ZoomButtons scale={settled?.view.k ?? 1} zoom={zoom} showAll={showAll} labels={labels} />
    </div>
  );
}

const nothing = (): void => undefined;

function ChosenObject({ x, y, width, height, about, rotate }: NonNullable<MapObjects["chosen"]>) {
  const turned = rotate === 0 ? undefined : `rotate(${rotate} ${about.x} ${about.y})`;
  return <rect className={css.object} x={x} y={y} width={width} height={height} transform={turned} />;
}

function DrawnFrame({ box: { x, y, width, height } }: { readonly box: Box }) {
  return (
    <svg className={css.drawn} aria-hidden focusable="false">
      <rect x={x} y={y} width={width} height={height} />
    </svg>
  );
}

type ZoomButtonsProps = Pick<PanZoom, "zoom" | "showAll"> &
  Pick<SeatMapViewProps, "labels"> & { readonly scale: number };

function ZoomButtons({ scale, zoom, showAll, labels }: ZoomButtonsProps) {
  return (
    <div className={css.tools}>
      <IconButton
        kind="edged"
        icon="plus"
        label={labels.closer}
        aria-disabled={scale >= zoomLimits.most || undefined}
        onClick={() => zoom(zoomLimits.closer)}
      />
      <IconButton
        kind="edged"
        icon="minus"
        label={labels.further}
        aria-disabled={scale <= zoomLimits.least || undefined}
        onClick={() => zoom(zoomLimits.further)}
      />
      <IconButton
        kind="edged"
        icon="whole"
        label={labels.all}
        aria-disabled={scale <= zoomLimits.least || undefined}
        onClick={showAll}
      />
    </div>
  );
}

/** Sets a variable by script, because the content security policy blocks style attributes on server-rendered pages. */
const styleVariable =
  (name: `--${string}`, value: string) =>
  (element: SVGElement | null): void =>
    element?.style.setProperty(name, value);

/** Taken seats are smaller, so that a map at rest shows what is free. */
const drawnShare = { free: 1, out: 0.9, taken: 0.62, ring: 1 } as const;

/** One component for all paths, so that choosing a seat does not compare each of them. */
const SeatLayerPaths = memo(function SeatLayerPaths({ layers }: Pick<SeatMapViewProps, "layers">) {
  return layers.map((layer) => <SeatLayerPath key={layer.key} layer={layer} />);
});

const SeatLayerPath = memo(function Layer({ layer: { spots, color, mark, shape } }: { readonly layer: SeatLayer }) {
  const d = useMemo(() => (shape === "square" ? squares : discs)(spots, drawnShare[mark]), [spots, mark, shape]);
  return <path ref={styleVariable("--seat", color)} className={css.seats} data-mark={mark} d={d} />;
});

/** The mark of a chosen seat has a minimum size, so that it stays visible on a small map. */
function ChosenSeat({ spot: { x, y, r }, least }: { readonly spot: Spot; readonly least: number }) {
  const size = Math.max(r * 1.25, least);
  return (
    <g className={css.chosen} transform={`translate(${x} ${y}) scale(${size / 10})`}>
      <circle r="10" />
      <path d="m-4.5 .5 3.2 3.2 5.8-6.6" />
    </g>
  );
}

function SeatTooltip({
  at,
  now,
  children,
}: {
  readonly at: Spot;
  readonly now: ReturnType<typeof usePanZoom>["now"];
  readonly children: ReactNode;
}) {
  const position = (element: HTMLDivElement | null) => {
    const current = now();
    if (!element || !current) return;
    const { view, fit } = current;
    const { x, y } = toFrame(view, fit, at);
    const lift = at.r * scaleOf(view, fit) + 10;
    const { offsetWidth: wide, offsetHeight: high } = element;
    const left = Math.min(Math.max(8, x - wide / 2), fit.frame.width - wide - 8);
    const top = y - lift - high < 8 ? y + lift : y - lift - high;
    element.style.transform = `translate(${left}px, ${top}px)`;
  };
  return (
    <div ref={position} className={css.tip} aria-hidden>
      {children}
    </div>
  );
}
