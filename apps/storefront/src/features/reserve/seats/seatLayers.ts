import type { Seat } from "@foyer/contract/shop/seating.ts";
import type { SeatColor } from "@foyer/rules/seating/seatColors.ts";
import { groupsOfSeat } from "@foyer/rules/seating/selectSeat.ts";
import type { SeatLayer } from "@foyer/ui/seats/seatLayer.ts";
import type { Spot } from "@foyer/ui/seats/spotGrid.ts";

/** A colour for light and dark mode. */
export const cssColor = (color: SeatColor | undefined): string =>
  color ? `light-dark(${color.light}, ${color.dark})` : "currentColor";

/** Maximum of seats in one path: drawing a corner of the map draws every path that touches it. */
const maxSeatsPerPath = 240;

/** Groups seats by section, ticket group and state, each drawn as one path. */
export const seatLayers = (
  seats: readonly Seat[],
  colors: Readonly<Record<string, SeatColor>>,
  wanted: ReadonlySet<string>,
): readonly SeatLayer[] => {
  const layers = new Map<string, { mark: SeatLayer["mark"]; color: string; spots: Spot[] }>();
  for (const seat of seats) {
    const groups = groupsOfSeat(seat);
    const group = groups.find((id) => wanted.has(id)) ?? groups.find((id) => id in colors);
    const isFree = seat.state === "available";
    const mark = !isFree ? "taken" : group !== undefined && wanted.has(group) ? "free" : "out";
    const key = `${mark} ${mark === "taken" ? "" : group} ${seat.r} ${seat.section}`;
    let layer = layers.get(key);
    if (!layer) layers.set(key, (layer = { mark, color: cssColor(colors[group ?? ""]), spots: [] }));
    layer.spots.push({ id: seat.seat_template_id, x: seat.x, y: seat.y, r: seat.r });
  }
  return [...layers].flatMap(([key, { spots, ...look }]) =>
    Array.from({ length: Math.ceil(spots.length / maxSeatsPerPath) }, (_, part) => ({
      key: `${key} ${part}`,
      ...look,
      spots: spots.slice(part * maxSeatsPerPath, (part + 1) * maxSeatsPerPath),
    })),
  );
};
