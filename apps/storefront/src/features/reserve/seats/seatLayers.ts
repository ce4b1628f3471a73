import type { Seat } from "@foyer/contract/shop/seating.ts";
import type { SeatColor } from "@foyer/rules/seating/seatColors.ts";
import { groupsOfSeat } from "@foyer/rules/seating/selectSeat.ts";
import type { SeatLayer, SeatSpot } from "@foyer/ui/seats/seatLayer.ts";

/** A colour for light and dark mode. */
export const cssColor = (color: SeatColor | undefined): string =>
  color ? `light-dark(${color.light}, ${color.dark})` : "currentColor";

/** Wheelchair and companion seats are squares, also where their signs are too small to be drawn. */
const isSquare = ({ kind }: Seat): boolean => kind === "wheelchair" || kind === "companion";

/** Maximum of seats in one path: drawing a corner of the map draws every path that touches it. */
const maxSeatsPerPath = 240;

/** Groups seats by section, ticket group, state and shape, each drawn as one path. */
export const seatLayers = (
  seats: readonly Seat[],
  colors: Readonly<Record<string, SeatColor>>,
  wanted: ReadonlySet<string>,
): readonly SeatLayer[] => {
  const layers = new Map<string, Pick<SeatLayer, "mark" | "color" | "shape"> & { spots: SeatSpot[] }>();
  for (const seat of seats) {
    const groups = groupsOfSeat(seat);
    const group = groups.find((id) => wanted.has(id)) ?? groups.find((id) => id in colors);
    const isFree = seat.state === "available";
    const mark = !isFree ? "taken" : group !== undefined && wanted.has(group) ? "free" : "out";
    const key = `${mark} ${mark === "taken" ? "" : group} ${seat.r} ${isSquare(seat) ? "square" : ""} ${seat.section}`;
    let layer = layers.get(key);
    if (!layer) {
      const color = cssColor(colors[group ?? ""]);
      layers.set(key, (layer = { mark, color, spots: [], ...(isSquare(seat) ? { shape: "square" } : {}) }));
    }
    const { seat_template_id: id, x, y, r, label, kind } = seat;
    layer.spots.push({ id, x, y, r, label, ...(kind === null ? {} : { sign: kind }) });
  }
  return [...layers].flatMap(([key, { spots, ...look }]) =>
    Array.from({ length: Math.ceil(spots.length / maxSeatsPerPath) }, (_, part) => ({
      key: `${key} ${part}`,
      ...look,
      spots: spots.slice(part * maxSeatsPerPath, (part + 1) * maxSeatsPerPath),
    })),
  );
};
