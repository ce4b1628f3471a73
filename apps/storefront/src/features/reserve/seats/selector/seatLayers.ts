import type { Seat } from "@foyer/contract/shop/seating.ts";
import type { SeatColor } from "@foyer/rules/seating/seatColors.ts";
import { groupsOfSeat } from "@foyer/rules/seating/selectSeat.ts";
import { groupLayers, type LayerLook } from "@foyer/ui/seats/groupLayers.ts";
import type { SeatLayer, SeatSpot } from "@foyer/ui/seats/seatLayer.ts";

/** A colour for light and dark mode. */
export const cssColor = (color: SeatColor | undefined): string =>
  color ? `light-dark(${color.light}, ${color.dark})` : "currentColor";

/** Wheelchair and companion seats are squares, even if their signs are too small to be drawn. */
const isSquare = ({ kind }: Seat): boolean => kind === "wheelchair" || kind === "companion";

/** Groups seats by section, ticket group, state and shape, each drawn as one path. */
export const seatLayers = (
  seats: readonly Seat[],
  colors: Readonly<Record<string, SeatColor>>,
  wanted: ReadonlySet<string>,
): readonly SeatLayer[] => groupLayers(seats, { lookOf: seatLook(colors, wanted), spotOf });

const spotOf = ({ seat_template_id: id, x, y, r, label, kind }: Seat): SeatSpot =>
  kind === null ? { id, x, y, r, label } : { id, x, y, r, label, sign: kind };

/** Returns how a seat is drawn: the same object for the same look. */
const seatLook = (
  colors: Readonly<Record<string, SeatColor>>,
  wanted: ReadonlySet<string>,
): ((seat: Seat) => LayerLook) => {
  const looks = new Map<string, { readonly disc: LayerLook; readonly square: LayerLook }>();
  const shapes = (look: LayerLook) => ({ disc: look, square: { ...look, shape: "square" as const } });
  const taken = shapes({ mark: "taken", color: cssColor(undefined) });
  const shapesOf = (seat: Seat) => {
    if (seat.state !== "available") return taken;
    const known = looks.get(seat.ticket_groups);
    if (known) return known;
    const groups = groupsOfSeat(seat);
    const group = groups.find((id) => wanted.has(id)) ?? groups.find((id) => id in colors);
    const mark = group !== undefined && wanted.has(group) ? "free" : "out";
    const found = shapes({ mark, color: cssColor(colors[group ?? ""]) });
    looks.set(seat.ticket_groups, found);
    return found;
  };
  return (seat) => shapesOf(seat)[isSquare(seat) ? "square" : "disc"];
};
