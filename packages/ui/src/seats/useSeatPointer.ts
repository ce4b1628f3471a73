import { useCallback, useMemo, useState } from "react";
import type { MapPoint } from "./panZoom.ts";
import type { PointerActions } from "./pointerActions.ts";
import type { SeatLayer } from "./seatLayer.ts";
import { spotGrid, type Spot } from "./spotGrid.ts";

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
  const free = useMemo(() => layers.filter(({ mark }) => mark === "free").flatMap(({ spots }) => spots), [layers]);
  const byId = useMemo(() => new Map(free.map((spot) => [spot.id, spot])), [free]);
  const grid = useMemo(() => spotGrid(free), [free]);
  const otherGrid = useMemo(
    () => spotGrid(layers.filter(({ mark }) => mark !== "free").flatMap(({ spots }) => spots)),
    [layers],
  );
  const [pointed, setPointed] = useState<Spot>();

  const onPoint = useCallback(
    (at: MapPoint | undefined) => {
      const spot = at && grid.nearest(at, 0.5);
      setPointed(spot && !chosen.has(spot.id) ? spot : undefined);
    },
    [grid, chosen],
  );
  const onTap = (at: MapPoint, reach: number) => {
    const taken = grid.nearest(at, 0) ? undefined : otherGrid.nearest(at, 0);
    // Where seats are smaller than a finger, a taken one next to a free one was hit by mistake.
    const isIntended = taken && taken.r >= reach / 2;
    const spot = isIntended ? taken : (grid.nearest(at, reach) ?? taken);
    if (!spot) return;
    setPointed(undefined);
    onPick(spot.id);
  };

  const chosenSpots = useMemo(() => [...chosen].flatMap((id) => byId.get(id) ?? []), [chosen, byId]);
  return { chosenSpots, pointed: pointed && !chosen.has(pointed.id) ? pointed : undefined, onPoint, onTap };
};
