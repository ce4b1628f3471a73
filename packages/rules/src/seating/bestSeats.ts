import type { Seat, SeatMap, SeatMapShape } from "@foyer/contract/shop/seating.ts";
import {
  groupsOfSeat,
  countMissingSeats,
  selectableSeatState,
  type PickedSeat,
  type SeatSelection,
} from "./selectSeat.ts";

type Point = { readonly x: number; readonly y: number };

/** The best seats are at this share of the distance from the stage to the last row. */
const bestDepth = 0.3;

/** The best position: in front of the middle of the stage, some way back. Without a stage, the upper edge is used. */
export const bestPosition = ({
  width,
  height,
  other_elements,
}: Pick<SeatMap, "width" | "height" | "other_elements">): Point => {
  const { x, y } = stageOf(other_elements) ?? { x: width / 2, y: 0 };
  return { x, y: y + (height - y) * bestDepth };
};

/** The middle of the edge of the stage that faces the seats. */
const stageOf = (elements: SeatMap["other_elements"]): Point | undefined => {
  const edges = elements.filter(({ tone }) => tone === "stage").flatMap(cornersOf);
  if (edges.length === 0) return undefined;
  const [across, along] = [edges.map(({ x }) => x), edges.map(({ y }) => y)];
  return { x: (Math.min(...across) + Math.max(...across)) / 2, y: Math.max(...along) };
};

const cornersOf = ({ shape, x = 0, y = 0, width = 0, height = 0, r = 0, d = "" }: SeatMapShape): readonly Point[] => {
  switch (shape) {
    case "rect":
      return [
        { x, y },
        { x: x + width, y: y + height },
      ];
    case "circle":
      return [
        { x: x - r, y: y - r },
        { x: x + r, y: y + r },
      ];
    case "path":
      // The end points of the strokes approximate the stage well enough.
      return [...d.matchAll(/[MLQCSTA]([^A-Za-z]*)/g)].flatMap(([, numbers = ""]) => {
        const [toX, toY] = (numbers.match(/-?[\d.]+/g) ?? []).slice(-2).map(Number);
        return toX === undefined || toY === undefined ? [] : [{ x: toX, y: toY }];
      });
    default:
      return [];
  }
};

/** A seat with a note or a restricted view counts as this many seats further away, so that buyers choose it deliberately. */
const notedSeatPenalty = 40;
/** Wheelchair and companion seats are for those who ask for them: other buyers get them last. */
const accessSeatPenalty = 400;
/** Penalty, in seats, for leaving a single seat beside the group. */
const singleSeatPenalty = 6;
/** Sideways distance counts more than distance to the back. */
const sidewaysPenalty = 1.6;

export type BestSeatsRequest = {
  /** Only seats of this price: a ticket group id. */
  readonly group?: string | undefined;
  /** One of the seats must be a wheelchair space, with the others beside it. */
  readonly wheelchair?: boolean | undefined;
};

/**
 * Adds the best available seats for the missing tickets: together if possible, near `focus`. Adds none if a wheelchair
 * space is requested and none is free.
 */
export const bestSeats = (
  selection: SeatSelection,
  focus: Point,
  request: BestSeatsRequest = {},
): readonly PickedSeat[] => {
  const { hall, wanted } = selection;
  const groups = Object.keys(wanted).filter((group) => request.group === undefined || group === request.group);
  let { picked } = selection;
  // A buyer who has chosen a seat wants the others beside it.
  const [kept] = picked.flatMap(({ seat_template_id }) => hall.get(seat_template_id) ?? []);
  let near: Point = kept ?? focus;
  const add = (group: string, party: readonly Seat[]) => {
    picked = [
      ...picked,
      ...party.map(({ seat_template_id, name }) => ({ seat_template_id, ticket_group_id: group, name })),
    ];
  };
  const hasSpace = picked.some(({ seat_template_id }) => hall.get(seat_template_id)?.kind === "wheelchair");
  if (request.wheelchair === true && !hasSpace) {
    const found = groups.flatMap((group) => {
      const missing = countMissingSeats(selection, group);
      const party = bestParty(selection, { group, count: missing, focus: near, wheelchair: true });
      return party.length > 0 ? [{ group, party }] : [];
    })[0];
    const space = found?.party.find(({ kind }) => kind === "wheelchair");
    if (!found || !space) return selection.picked;
    add(found.group, found.party);
    near = space;
  }
  for (const group of groups) {
    for (;;) {
      const missing = countMissingSeats({ wanted, picked }, group);
      const party = missing > 0 ? bestParty({ hall, wanted, picked }, { group, count: missing, focus: near }) : [];
      if (party.length === 0) break;
      add(group, party);
    }
  }
  const order = new Map([...hall.keys()].map((id, index) => [id, index]));
  const indexOf = (seat: PickedSeat) => order.get(seat.seat_template_id) ?? 0;
  return picked.toSorted((one, other) => indexOf(one) - indexOf(other));
};

type PartyRequest = {
  readonly group: string;
  readonly count: number;
  readonly focus: Point;
  readonly wheelchair?: boolean;
};

/** The best adjacent seats; fewer than `count` if no row has that many together. */
const bestParty = (selection: SeatSelection, request: PartyRequest): readonly Seat[] => {
  const rows = freeRows(selection, request.group);
  const longest = rows.reduce((most, row) => Math.max(most, row.length), 0);
  for (let size = Math.min(request.count, longest); size > 0; size--) {
    const best = bestPartyOf(rows, size, request);
    if (best) return best;
  }
  return [];
};

const bestPartyOf = (
  rows: readonly (readonly Seat[])[],
  size: number,
  { focus, wheelchair = false }: PartyRequest,
): readonly Seat[] | undefined => {
  let best: { readonly party: readonly Seat[]; readonly cost: number } | undefined;
  for (const row of rows)
    for (let from = 0; from + size <= row.length; from++) {
      const party = row.slice(from, from + size);
      if (wheelchair && !party.some(({ kind }) => kind === "wheelchair")) continue;
      const leftAlone = Number(from === 1) + Number(row.length - from - size === 1);
      const cost =
        (party.reduce((sum, seat) => sum + costOf(seat, focus), 0) - (wheelchair ? allowanceOf(party) : 0)) / size +
        leftAlone * singleSeatPenalty * (party[0]?.r ?? 1);
      if (!best || cost < best.cost) best = { party, cost };
    }
  return best?.party;
};

const costOf = (seat: Seat, focus: Point): number =>
  Math.hypot((seat.x - focus.x) * sidewaysPenalty, seat.y - focus.y) + penaltyOf(seat);

const penaltyOf = ({ kind, note, r }: Seat): number => {
  if (kind === "wheelchair" || kind === "companion") return accessSeatPenalty * 2 * r;
  return kind === null && note === null ? 0 : notedSeatPenalty * 2 * r;
};

/** If a wheelchair space is requested, one such space and all companion seats have no penalty. */
const allowanceOf = (party: readonly Seat[]): number => {
  const spaces = party.filter(({ kind }) => kind === "wheelchair").slice(0, 1);
  return [...spaces, ...party.filter(({ kind }) => kind === "companion")].reduce(
    (sum, seat) => sum + penaltyOf(seat),
    0,
  );
};

/** The free seats of a group, as runs of adjacent seats. */
const freeRows = ({ hall, wanted, picked }: SeatSelection, group: string): readonly (readonly Seat[])[] => {
  const pickedIds = new Set(picked.map((seat) => seat.seat_template_id));
  const isFree = (seat: Seat | undefined): seat is Seat =>
    seat !== undefined &&
    !pickedIds.has(seat.seat_template_id) &&
    groupsOfSeat(seat).includes(group) &&
    selectableSeatState(seat, { wanted, picked: [] }) === "available";
  const rows: Seat[][] = [];
  for (const seat of hall.values()) {
    const before = seat.previous === null ? undefined : hall.get(seat.previous);
    if (!isFree(seat) || isFree(before)) continue;
    const row: Seat[] = [];
    const seen = new Set<string>();
    for (let at: Seat | undefined = seat; isFree(at) && !seen.has(at.seat_template_id);) {
      seen.add(at.seat_template_id);
      row.push(at);
      at = at.next === null ? undefined : hall.get(at.next);
    }
    rows.push(row);
  }
  return rows;
};
