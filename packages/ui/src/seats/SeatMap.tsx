import { memo, useCallback, useMemo, useState, type ReactNode } from "react";
import { IconButton } from "../action/IconButton.tsx";
import { scaleOf, toFrame, zoomLimits, type Point } from "./panZoom.ts";
import { discs, rings, type MapShape } from "./seatShapes.ts";
import { SeatMapBackground } from "./SeatMapBackground.tsx";
import css from "./SeatMap.module.css";
import { spotGrid, type Spot } from "./spotGrid.ts";
import { usePanZoom } from "./usePanZoom.ts";

/** Seats that look alike: one path draws them all. */
export type SeatLayer = {
  readonly key: string;
  readonly spots: readonly Spot[];
  /** Any CSS colour, such as light-dark(#123456, #abcdef). */
  readonly color: string;
  /** 'free' can be had; 'out' could, but not now; 'taken' cannot. */
  readonly mark: "free" | "out" | "taken";
};

export type SeatMapProps = {
  readonly label: string;
  /** The id of what says how to use it. */
  readonly describedBy?: string;
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly MapShape[];
  readonly layers: readonly SeatLayer[];
  /** Ids of seats in 'free' layers. */
  readonly chosen: ReadonlySet<string>;
  readonly onPick: (id: string) => void;
  /** What stands beside the seat that a mouse points at. */
  readonly tip: (id: string) => ReactNode;
  readonly labels: { readonly closer: string; readonly further: string; readonly all: string };
};

/**
 * A hall. Its seats are a few paths, found by a grid in memory; only the chosen ones and the one under the mouse are
 * elements of their own. It is for eyes: whoever does not see it chooses from a list.
 */
export function SeatMap({
  label,
  describedBy,
  width,
  height,
  shapes,
  layers,
  chosen,
  onPick,
  tip,
  labels,
}: SeatMapProps) {
  const map = useMemo(() => ({ width, height }), [width, height]);
  const free = useMemo(() => layers.filter(({ mark }) => mark === "free").flatMap(({ spots }) => spots), [layers]);
  const byId = useMemo(() => new Map(free.map((spot) => [spot.id, spot])), [free]);
  const grid = useMemo(() => spotGrid(free), [free]);
  const rest = useMemo(
    () => spotGrid(layers.filter(({ mark }) => mark !== "free").flatMap(({ spots }) => spots)),
    [layers],
  );
  const [pointed, setPointed] = useState<Spot>();

  const onPoint = useCallback(
    (at: Point | undefined) => {
      const spot = at && grid.nearest(at, 0.5);
      setPointed(spot && !chosen.has(spot.id) ? spot : undefined);
    },
    [grid, chosen],
  );
  const onTap = (at: Point, reach: number) => {
    const taken = grid.nearest(at, 0) ? undefined : rest.nearest(at, 0);
    // Where seats are smaller than a finger, nobody means the taken one beside a free one.
    const isMeant = taken && taken.r >= reach / 2;
    const spot = isMeant ? taken : (grid.nearest(at, reach) ?? taken);
    if (!spot) return;
    setPointed(undefined);
    onPick(spot.id);
  };

  const { frame, ground, above, settled, now, zoom, showAll, handlers } = usePanZoom(map, { onTap, onPoint });
  const chosenSpots = useMemo(() => [...chosen].flatMap((id) => byId.get(id) ?? []), [chosen, byId]);
  const unit = settled ? 1 / scaleOf(settled.view, settled.fit) : 0;
  const box = `${-zoomLimits.margin} ${-zoomLimits.margin} ${width + 2 * zoomLimits.margin} ${height + 2 * zoomLimits.margin}`;
  const k = settled?.view.k ?? 1;
  const pointedSeat = pointed && !chosen.has(pointed.id) ? pointed : undefined;

  return (
    <div className={css.map}>
      <div
        ref={frame}
        className={css.frame}
        role="application"
        aria-label={label}
        aria-describedby={describedBy}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application is worked by keys: here they move the map
        tabIndex={0}
        data-pointing={pointedSeat ? true : undefined}
        {...handlers}
      >
        <div ref={ground} className={css.layer}>
          <svg viewBox={box} aria-hidden focusable="false">
            <SeatMapBackground shapes={shapes} />
            {layers.map((layer) => (
              <SeatLayerPath key={layer.key} layer={layer} />
            ))}
          </svg>
        </div>
        <div ref={above} className={css.layer}>
          <svg viewBox={box} aria-hidden focusable="false">
            {pointedSeat && (
              <circle
                className={css.pointed}
                cx={pointedSeat.x}
                cy={pointedSeat.y}
                r={Math.max(pointedSeat.r * 1.3, unit * 6)}
              />
            )}
            {chosenSpots.map((spot) => (
              <ChosenSeat key={spot.id} spot={spot} least={unit * 4.5} />
            ))}
          </svg>
        </div>
        {pointedSeat && (
          <SeatTooltip at={pointedSeat} now={now}>
            {tip(pointedSeat.id)}
          </SeatTooltip>
        )}
      </div>
      <div className={css.tools}>
        <IconButton
          kind="edged"
          icon="plus"
          label={labels.closer}
          aria-disabled={k >= zoomLimits.most || undefined}
          onClick={() => zoom(zoomLimits.closer)}
        />
        <IconButton
          kind="edged"
          icon="minus"
          label={labels.further}
          aria-disabled={k <= zoomLimits.least || undefined}
          onClick={() => zoom(zoomLimits.further)}
        />
        <IconButton
          kind="edged"
          icon="whole"
          label={labels.all}
          aria-disabled={k <= zoomLimits.least || undefined}
          onClick={showAll}
        />
      </div>
    </div>
  );
}

const SeatLayerPath = memo(function Layer({ layer: { spots, color, mark } }: { readonly layer: SeatLayer }) {
  const d = useMemo(() => (mark === "out" ? rings(spots) : discs(spots, mark === "taken" ? 0.42 : 1)), [spots, mark]);
  const r = spots[0]?.r ?? 0;
  return mark === "out" ? (
    <path className={css.seats} data-mark={mark} d={d} fill="none" stroke={color} strokeWidth={r * 0.3} />
  ) : (
    <path className={css.seats} data-mark={mark} d={d} {...(mark === "free" ? { fill: color } : {})} />
  );
});

/** However small the hall is drawn, a seat of one's own can be found in it: its mark has a least size. */
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
