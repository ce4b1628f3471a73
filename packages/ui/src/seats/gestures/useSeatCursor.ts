import { useMemo, useState, type KeyboardEvent } from "react";
import type { SeatLayer } from "../seatLayer.ts";
import type { Spot } from "../spotGrid.ts";
import { nearestSpot, nextSpot, type Direction } from "./nextSpot.ts";
import { toMap, type MapPoint } from "./panZoom.ts";
import type { MapState } from "./useMapView.ts";

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

type SeatCursor = {
  /** The seat that keys apply to, while the map has the focus. */
  readonly current: Spot | undefined;
  /** Returns whether the key was for a seat. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
  readonly onBlur: () => void;
};

type CursorOptions = {
  readonly isOn: boolean;
  readonly layers: readonly SeatLayer[];
  readonly chosen: ReadonlySet<string>;
  readonly now: () => MapState | undefined;
  /** Moves the map until a point is in sight. */
  readonly reveal: (at: MapPoint) => void;
  readonly onPick: (id: string) => void;
};

/** Arrow keys go from one available seat to the next; Enter and Space press it. The map is one stop of the Tab key. */
export const useSeatCursor = ({ isOn, layers, chosen, now, reveal, onPick }: CursorOptions): SeatCursor => {
  const [last, setLast] = useState<string>();
  const [isShown, setShown] = useState(false);
  const spots = useMemo(() => layers.filter(({ mark }) => mark === "free").flatMap((layer) => layer.spots), [layers]);
  const known = spots.find(({ id }) => id === last);
  const current = isOn && isShown ? known : undefined;

  /** Where keys were used last, otherwise a chosen seat, otherwise the one in the middle of what is in sight. */
  const first = (): Spot | undefined => {
    const state = now();
    if (!state) return undefined;
    const { width, height } = state.fit.frame;
    const middle = toMap(state.view, state.fit, { x: width / 2, y: height / 2 });
    return known ?? spots.find(({ id }) => chosen.has(id)) ?? nearestSpot(spots, middle);
  };
  const goTo = (spot: Spot | undefined): void => {
    if (!spot) return;
    setLast(spot.id);
    setShown(true);
    reveal(spot);
  };

  const onKeyDown = (event: KeyboardEvent): boolean => {
    const direction = directions[event.key];
    const isPress = event.key === "Enter" || event.key === " ";
    const hasModifier = event.shiftKey || event.ctrlKey || event.metaKey || event.altKey;
    if (!isOn || hasModifier || event.target !== event.currentTarget || (!direction && !isPress)) return false;
    event.preventDefault();
    if (!current) goTo(first());
    else if (direction) goTo(nextSpot(spots, current, direction));
    else onPick(current.id);
    return true;
  };
  return { current, onKeyDown, onBlur: () => setShown(false) };
};
