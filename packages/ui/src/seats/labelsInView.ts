import { scaleOf, toFrame, type MapPoint } from "./gestures/panZoom.ts";
import type { SeatSignKind } from "./seatGlyphs.ts";
import type { MapLabel, SeatLayer, SeatSpot } from "./seatLayer.ts";
import type { MapShape } from "./seatShapes.ts";
import type { MapState } from "./gestures/useMapView.ts";

/** The smallest seat size, in CSS pixels, at which each detail is legible. */
const legibleFrom = { sign: 10, row: 12, number: 20 } as const;

/** The minimum size of row letters and the size of section names, in CSS pixels. */
const textSize = { leastRow: 11, section: 14 } as const;

/** The default size of the hall's texts, in units of the map. */
const hallTextSize = 14;

export type TextKind = "number" | "row" | "section" | "hall";

/** A label drawn over the seats. Positions and sizes are in CSS pixels of the frame, `rotate` is in degrees. */
export type DrawnLabel = MapPoint & { readonly size: number } & (
    | { readonly kind: Exclude<TextKind, "hall">; readonly text: string }
    | { readonly kind: "hall"; readonly text: string; readonly rotate: number }
    | { readonly kind: "sign"; readonly sign: SeatSignKind }
  );

export type MapLabels = {
  /** The hall's texts, such as the stage's; other shapes have none. */
  readonly shapes: readonly MapShape[];
  readonly layers: readonly SeatLayer[];
  readonly rows: readonly MapLabel[];
  readonly sections: readonly MapLabel[];
};

type Circle = MapPoint & { readonly r: number };

/**
 * The labels in the frame: the hall's texts; numbers, signs and row letters of seats that are large enough; and the names
 * of sections whose seats are small.
 */
export const labelsInView = (at: MapState, { shapes, layers, rows, sections }: MapLabels): readonly DrawnLabel[] => {
  const scale = scaleOf(at.view, at.fit);
  const isLegible = (r: number, detail: keyof typeof legibleFrom) => 2 * r * scale >= legibleFrom[detail];
  const placed = (spot: Circle, size: number) => ({ ...toFrame(at.view, at.fit, spot), size });
  const isInView = (spot: Circle): boolean => {
    const { x, y } = toFrame(at.view, at.fit, spot);
    const beyond = 2 * spot.r * scale;
    const { width, height } = at.fit.frame;
    return x > -beyond && x < width + beyond && y > -beyond && y < height + beyond;
  };

  const hallTextOf = ({ shape, text, x = 0, y = 0, size = hallTextSize, rotate = 0 }: MapShape) => {
    if (shape !== "text" || !text) return [];
    // Estimates letters as half as wide as high; the radius covers every rotation.
    if (!isInView({ x, y, r: (size * text.length) / 4 })) return [];
    return [{ kind: "hall", text, rotate, ...placed({ x, y, r: size }, size * scale) } as const];
  };
  const labelOf = (spot: SeatSpot): DrawnLabel | undefined => {
    const { r, label, sign } = spot;
    const isSign = sign !== undefined && isLegible(r, "sign");
    // Most seats of a large hall are too small, and checking that is cheaper than checking their position.
    if (!isSign && (label === undefined || !isLegible(r, "number"))) return undefined;
    if (!isInView(spot)) return undefined;
    if (isSign) return { kind: "sign", sign, ...placed(spot, r * scale) };
    if (label === undefined) return undefined;
    return { kind: "number", text: label, ...placed(spot, Math.min(r, (2.6 * r) / label.length) * scale) };
  };
  return [
    ...shapes.flatMap(hallTextOf),
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
