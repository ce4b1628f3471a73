import type { MapPoint } from "./panZoom.ts";

export type Direction = "left" | "right" | "up" | "down";

/** Sideways, a seat of another row counts as this many times as far away: arrows stay in their row. */
const acrossRows = 3;

const stepsOf: Readonly<Record<Direction, (by: MapPoint) => readonly [along: number, across: number]>> = {
  left: ({ x, y }) => [-x, Math.abs(y) * acrossRows],
  right: ({ x, y }) => [x, Math.abs(y) * acrossRows],
  up: ({ x, y }) => [-y, Math.abs(x)],
  down: ({ x, y }) => [y, Math.abs(x)],
};

/** The nearest spot in a direction: one that is more along it than across, otherwise any that is further along. */
export const nextSpot = <Spot extends MapPoint>(
  spots: readonly Spot[],
  from: MapPoint,
  direction: Direction,
): Spot | undefined => {
  const ahead = spots.flatMap((spot) => {
    const [along, across] = stepsOf[direction]({ x: spot.x - from.x, y: spot.y - from.y });
    return along > 0 ? [{ spot, cost: along + across, isStraight: across <= along }] : [];
  });
  const straight = ahead.filter(({ isStraight }) => isStraight);
  const among = straight.length > 0 ? straight : ahead;
  return among.reduce<(typeof ahead)[number] | undefined>(
    (best, one) => (best && best.cost <= one.cost ? best : one),
    undefined,
  )?.spot;
};

/** The spot nearest to a point. */
export const nearestSpot = <Spot extends MapPoint>(spots: readonly Spot[], to: MapPoint): Spot | undefined => {
  const farOf = ({ x, y }: MapPoint): number => Math.hypot(x - to.x, y - to.y);
  return spots.reduce<Spot | undefined>((best, one) => (best && farOf(best) <= farOf(one) ? best : one), undefined);
};
