import type { SeatLayer, SeatSpot } from "./seatLayer.ts";

/** How a seat is drawn. Seats with the same object are drawn together. */
export type LayerLook = Pick<SeatLayer, "mark" | "color" | "shape">;

/** The maximum number of seats in one path: drawing a corner of the map draws every path that touches it. */
const maxSeatsPerPath = 240;

type Layer = { readonly look: LayerLook; readonly r: number; readonly spots: SeatSpot[] };

/** Groups seats by section and look; each group is drawn as one path. */
export const groupLayers = <S extends { readonly section: string; readonly r: number }>(
  seats: readonly S[],
  { lookOf, spotOf }: { readonly lookOf: (seat: S) => LayerLook; readonly spotOf: (seat: S) => SeatSpot },
): readonly SeatLayer[] => {
  const sections = new Map<string, Layer[]>();
  for (const seat of seats) {
    const look = lookOf(seat);
    let layers = sections.get(seat.section);
    if (!layers) sections.set(seat.section, (layers = []));
    let layer = layers.find((one) => one.look === look && one.r === seat.r);
    if (!layer) layers.push((layer = { look, r: seat.r, spots: [] }));
    layer.spots.push(spotOf(seat));
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
