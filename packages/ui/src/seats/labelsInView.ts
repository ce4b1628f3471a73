import { scaleOf, toFrame, type MapPoint } from "./panZoom.ts";
import type { SeatSignKind } from "./seatGlyphs.ts";
import type { MapLabel, SeatLayer, SeatSpot } from "./seatLayer.ts";
import type { MapState } from "./useMapView.ts";

/** From how many CSS pixels a seat on each detail can be read. */
const legibleFrom = { sign: 10, row: 12, number: 20 } as const;

/** The smallest row letters and the names of sections, in CSS pixels. */
const textSize = { leastRow: 11, section: 14 } as const;

export type TextKind = "number" | "row" | "section";

/** What is drawn over the seats. Positions and sizes are CSS pixels of the frame. */
export type DrawnLabel = MapPoint & { readonly size: number } & (
    | { readonly kind: TextKind; readonly text: string }
    | { readonly kind: "sign"; readonly sign: SeatSignKind }
  );

export type MapLabels = {
  readonly layers: readonly SeatLayer[];
  readonly rows: readonly MapLabel[];
  readonly sections: readonly MapLabel[];
};

type Circle = MapPoint & { readonly r: number };

/**
 * Numbers, signs and row letters of seats that are large enough and in the frame, and names of sections whose seats are
 * small.
 */
export const labelsInView = (at: MapState, { layers, rows, sections }: MapLabels): readonly DrawnLabel[] => {
  const scale = scaleOf(at.view, at.fit);
  const isLegible = (r: number, detail: keyof typeof legibleFrom) => 2 * r * scale >= legibleFrom[detail];
  const placed = (spot: Circle, size: number) => ({ ...toFrame(at.view, at.fit, spot), size });
  const isInView = (spot: Circle): boolean => {
    const { x, y } = toFrame(at.view, at.fit, spot);
    const beyond = 2 * spot.r * scale;
    const { width, height } = at.fit.frame;
    return x > -beyond && x < width + beyond && y > -beyond && y < height + beyond;
  };

  const labelOf = (spot: SeatSpot): DrawnLabel | undefined => {
    const { r, label, sign } = spot;
    const isSign = sign !== undefined && isLegible(r, "sign");
    // Most seats of a large hall are too small: that is known before their place is.
    if (!isSign && (label === undefined || !isLegible(r, "number"))) return undefined;
    if (!isInView(spot)) return undefined;
    if (isSign) return { kind: "sign", sign, ...placed(spot, r * scale) };
    if (label === undefined) return undefined;
    return { kind: "number", text: label, ...placed(spot, Math.min(r, (2.6 * r) / label.length) * scale) };
  };
  return [
    ...layers.flatMap(({ mark, spots }) => (mark === "taken" ? [] : spots.flatMap((spot) => labelOf(spot) ?? []))),
    ...rows
      .filter((row) => isLegible(row.r, "row") && isInView(row))
      .map((row): DrawnLabel => {
        const size = Math.max(row.r * 1.3 * scale, textSize.leastRow);
        return { kind: "row", text: row.text, ...placed(row, size) };
      }),
    ...sections
      .filter(({ r }) => !isLegible(r, "row"))
      .map((section): DrawnLabel => ({ kind: "section", text: section.text, ...placed(section, textSize.section) })),
  ];
};
