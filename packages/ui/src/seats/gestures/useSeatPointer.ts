import { useCallback, useMemo, useRef, useState } from "react";
import type { MapPoint } from "./panZoom.ts";
import type { PointerActions } from "./pointerActions.ts";
import type { SeatLayer } from "../seatLayer.ts";
import { spotGrid, type Spot } from "../spotGrid.ts";

type SeatPointer = PointerActions & {
  readonly chosenSpots: readonly Spot[];
  /** The seat that the mouse points at, unless it is chosen. */
  readonly pointed: Spot | undefined;
};

/** Finds the seat under a tap or the mouse. */
export const useSeatPointer = (
  layers: readonly SeatLayer[],
  chosen: ReadonlySet<string>,
  onPick: (id: string) => void,
): SeatPointer => {
  const find = useMemo(() => seatFinder(layers), [layers]);
  const [pointed, setPointed] = useState<Spot>();
  const latest = useRef<Spot>(undefined);
  // Called for every move and every step of a gesture, and React may render even for an unchanged state.
  const point = useCallback((spot: Spot | undefined) => {
    if (latest.current === spot) return;
    latest.current = spot;
    setPointed(spot);
  }, []);

  const onPoint = useCallback(
    (at: MapPoint | undefined) => {
      const spot = at && find.free(at, 0.5);
      point(spot && !chosen.has(spot.id) ? spot : undefined);
    },
    [find, chosen, point],
  );
  const onTap = (at: MapPoint, reach: number) => {
    const taken = find.free(at, 0) ? undefined : find.other(at, 0);
    // If seats are smaller than a finger, a tap on a taken seat next to a free one is taken for a miss.
    const isIntended = taken && taken.r >= reach / 2;
    const spot = isIntended ? taken : (find.free(at, reach) ?? taken);
    if (!spot) return;
    point(undefined);
    onPick(spot.id);
  };

  const chosenSpots = useMemo(() => (chosen.size === 0 ? [] : find.freeAmong(chosen)), [chosen, find]);
  return { chosenSpots, pointed: pointed && !chosen.has(pointed.id) ? pointed : undefined, onPoint, onTap };
};

/** Finds seats by position or id. A grid is built on first use, not while the map opens. */
const seatFinder = (layers: readonly SeatLayer[]) => {
  const spotsOf = (isFree: boolean) =>
    layers.filter(({ mark }) => (mark === "free") === isFree).flatMap(({ spots }) => spots);
  const freeGrid = once(() => spotGrid(spotsOf(true)));
  const otherGrid = once(() => spotGrid(spotsOf(false)));
  return {
    free: (at: MapPoint, within: number): Spot | undefined => freeGrid().nearest(at, within),
    other: (at: MapPoint, within: number): Spot | undefined => otherGrid().nearest(at, within),
    freeAmong: (ids: ReadonlySet<string>): readonly Spot[] => spotsOf(true).filter(({ id }) => ids.has(id)),
  };
};

const once = <T extends object>(build: () => T): (() => T) => {
  let built: T | undefined;
  return () => (built ??= build());
};
