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

type Look = Pick<SeatLayer, "mark" | "color" | "shape">;
type Layer = { readonly look: Look; readonly r: number; readonly spots: SeatSpot[] };

/** Groups seats by section, ticket group, state and shape, each drawn as one path. */
export const seatLayers = (
  seats: readonly Seat[],
  colors: Readonly<Record<string, SeatColor>>,
  wanted: ReadonlySet<string>,
): readonly SeatLayer[] => {
  const lookOf = seatLook(colors, wanted);
  const sections = new Map<string, Layer[]>();
  for (const seat of seats) {
    const look = lookOf(seat);
    let layers = sections.get(seat.section);
    if (!layers) sections.set(seat.section, (layers = []));
    let layer = layers.find((one) => one.look === look && one.r === seat.r);
    if (!layer) layers.push((layer = { look, r: seat.r, spots: [] }));
    const { seat_template_id: id, x, y, r, label, kind } = seat;
    layer.spots.push(kind === null ? { id, x, y, r, label } : { id, x, y, r, label, sign: kind });
  }
  return [...sections].flatMap(([section, layers]) =>
    layers.flatMap(({ look, spots }, index) =>
      Array.from({ length: Math.ceil(spots.length / maxSeatsPerPath) }, (_, part) => ({
        key: `${section} ${index} ${part}`,
        ...look,
        spots: spots.slice(part * maxSeatsPerPath, (part + 1) * maxSeatsPerPath),
      })),
    ),
  );
};

/** Tells how a seat is drawn: the same object for the same look. */
const seatLook = (colors: Readonly<Record<string, SeatColor>>, wanted: ReadonlySet<string>): ((seat: Seat) => Look) => {
  const looks = new Map<string, { readonly disc: Look; readonly square: Look }>();
  const shapes = (look: Look) => ({ disc: look, square: { ...look, shape: "square" as const } });
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
