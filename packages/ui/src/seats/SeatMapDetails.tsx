import { memo } from "react";
import { scaleOf, toMap } from "./panZoom.ts";
import css from "./SeatMap.module.css";
import type { MapLabel, SeatLayer } from "./seatLayer.ts";
import { SeatGlyph } from "./SeatSign.tsx";
import type { SeatSpot } from "./seatLayer.ts";
import type { MapState } from "./useMapView.ts";

/** From how many CSS pixels a seat on each detail can be read. */
const legibleFrom = { sign: 10, row: 12, number: 20 } as const;

export type SeatMapDetailsProps = {
  /** At rest: details are drawn for what is in view. */
  readonly at: MapState;
  readonly layers: readonly SeatLayer[];
  readonly rows: readonly MapLabel[];
  readonly sections: readonly MapLabel[];
};

/** Numbers, signs and row letters of seats that are large enough, and names of sections whose seats are small. */
export const SeatMapDetails = memo(function SeatMapDetails({ at, layers, rows, sections }: SeatMapDetailsProps) {
  const scale = scaleOf(at.view, at.fit);
  const isInView = boundsOf(at);
  const isLegible = (r: number, detail: keyof typeof legibleFrom) => 2 * r * scale >= legibleFrom[detail];
  const spots = layers.flatMap(({ mark, spots }) => (mark === "taken" ? [] : spots.filter(isInView)));
  return (
    <>
      {spots.map((spot) => (
        <SeatDetail key={spot.id} spot={spot} isLegible={isLegible} />
      ))}
      {rows
        .filter((row) => isLegible(row.r, "row") && isInView(row))
        .map(({ text, x, y, r }, index) => (
          <text key={index} className={css.row} x={x} y={y} fontSize={Math.max(r * 1.3, 11 / scale)}>
            {text}
          </text>
        ))}
      {sections
        .filter(({ r }) => !isLegible(r, "row"))
        .map(({ text, x, y }, index) => (
          <text key={index} className={css.section} x={x} y={y} fontSize={14 / scale}>
            {text}
          </text>
        ))}
    </>
  );
});

type SeatDetailProps = {
  readonly spot: SeatSpot;
  readonly isLegible: (r: number, detail: "sign" | "number") => boolean;
};

function SeatDetail({ spot: { x, y, r, label, sign }, isLegible }: SeatDetailProps) {
  if (sign !== undefined && isLegible(r, "sign"))
    return (
      <g className={css.sign} transform={`translate(${x} ${y}) scale(${r / 15})`}>
        <SeatGlyph kind={sign} />
      </g>
    );
  if (label === undefined || !isLegible(r, "number")) return null;
  return (
    <text className={css.number} x={x} y={y} fontSize={Math.min(r, (2.6 * r) / label.length)}>
      {label}
    </text>
  );
}

/** Tells what is in the frame, or just beside it. */
const boundsOf = ({ view, fit }: MapState) => {
  const from = toMap(view, fit, { x: 0, y: 0 });
  const to = toMap(view, fit, { x: fit.frame.width, y: fit.frame.height });
  return ({ x, y, r }: { readonly x: number; readonly y: number; readonly r: number }): boolean =>
    x > from.x - 2 * r && x < to.x + 2 * r && y > from.y - 2 * r && y < to.y + 2 * r;
};
