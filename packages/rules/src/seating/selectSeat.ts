import type { Seat } from "@foyer/contract/shop/seating.ts";

export type SelectableSeatState = Seat["state"] | "selected";

/** A seat that a visitor has chosen, and the group whose ticket it is for. */
export type PickedSeat = {
  readonly seat_template_id: string;
  readonly ticket_group_id: string;
  readonly name: string;
};

/** The seats of a session by their ids, in the order in which the hall names them. */
export type Hall = ReadonlyMap<string, Seat>;

/** Seats wanted of each ticket group, by its id. A group that is not named, or sold out, has no seat to give. */
export type SeatCounts = Readonly<Record<string, number>>;

export type SeatSelection = {
  readonly hall: Hall;
  readonly wanted: SeatCounts;
  /** In the hall's order. */
  readonly picked: readonly PickedSeat[];
};

/** A click that changes nothing, with what there is to say about it. */
export type SeatRefusal = {
  readonly kind: "not_available" | "not_selected";
  readonly name: string;
  readonly state: SelectableSeatState;
};
export type SeatSelectionResult =
  | { readonly picked: readonly PickedSeat[]; readonly changed: readonly PickedSeat[]; readonly hasMoved: boolean }
  | { readonly refusal: SeatRefusal };

export const hallOf = (seats: readonly Seat[]): Hall => new Map(seats.map((seat) => [seat.seat_template_id, seat]));

/** The groups that a seat is sold in. */
export const groupsOfSeat = ({ ticket_groups }: Pick<Seat, "ticket_groups">): readonly string[] =>
  ticket_groups.split(",").flatMap((id) => id.trim() || []);

const isWanted = (wanted: SeatCounts, group: string): boolean => (wanted[group] ?? 0) > 0;
const isPicked = (picked: SeatSelection["picked"], id: string): boolean =>
  picked.some((seat) => seat.seat_template_id === id);

/** How a seat stands for this visitor. None of its groups can be had: then it cannot either. */
export const selectableSeatState = (
  seat: Seat,
  { wanted, picked }: Pick<SeatSelection, "wanted" | "picked">,
): SelectableSeatState => {
  if (isPicked(picked, seat.seat_template_id)) return "selected";
  if (seat.state !== "available") return seat.state;
  return groupsOfSeat(seat).some((group) => isWanted(wanted, group)) ? "available" : "unavailable";
};

const inHallOrder = (hall: Hall, picked: readonly PickedSeat[]): readonly PickedSeat[] => {
  const pickedById = new Map(picked.map((seat) => [seat.seat_template_id, seat]));
  const ordered: PickedSeat[] = [];
  for (const id of hall.keys()) {
    const seat = pickedById.get(id);
    if (seat && ordered.push(seat) === pickedById.size) break;
  }
  return ordered;
};

/**
 * Takes a seat and as many beside it as its group still needs: the next ones first, then those before, never past a seat
 * that somebody else has (requirements OPEN-41). A group that has all its seats moves: it begins anew at this seat.
 */
export const selectSeat = (picking: SeatSelection, id: string): SeatSelectionResult => {
  const { hall, wanted, picked } = picking;
  const seat = hall.get(id);
  const state = seat ? selectableSeatState(seat, picking) : "unavailable";
  if (!seat || state !== "available") return { refusal: { kind: "not_available", name: seat?.name ?? id, state } };

  const offered = groupsOfSeat(seat).filter((group) => isWanted(wanted, group));
  const incompleteGroup = offered.find((group) => countMissingSeats(picking, group) > 0);
  const group = incompleteGroup ?? offered[0] ?? "";
  const base = incompleteGroup === undefined ? picked.filter((one) => one.ticket_group_id !== group) : picked;
  const needed = countMissingSeats({ wanted, picked: base }, group);
  const changed = [seat, ...neighbours({ hall, wanted, picked: base }, seat, group, needed - 1)].map((one) => ({
    seat_template_id: one.seat_template_id,
    ticket_group_id: group,
    name: one.name,
  }));
  return {
    picked: inHallOrder(hall, [...base, ...changed]),
    changed: inHallOrder(hall, changed),
    hasMoved: incompleteGroup === undefined,
  };
};

/** Gives a seat back. */
export const deselectSeat = (picking: SeatSelection, id: string): SeatSelectionResult => {
  const { hall, picked } = picking;
  const given = picked.find((one) => one.seat_template_id === id);
  if (given) return { picked: picked.filter((one) => one !== given), changed: [given], hasMoved: false };
  const seat = hall.get(id);
  return {
    refusal: {
      kind: "not_selected",
      name: seat?.name ?? id,
      state: seat ? selectableSeatState(seat, picking) : "unavailable",
    },
  };
};

/** Seats that a group is still short of. */
export const countMissingSeats = (
  { wanted, picked }: Pick<SeatSelection, "wanted" | "picked">,
  group: string,
): number => Math.max(0, (wanted[group] ?? 0) - picked.filter((seat) => seat.ticket_group_id === group).length);

/** Seats beside one seat that can be had in the same group. The visitor's own are passed over, a taken one ends the walk. */
const neighbours = (picking: SeatSelection, from: Seat, group: string, count: number): readonly Seat[] => {
  const found: Seat[] = [];
  const seen = new Set([from.seat_template_id]);
  for (const side of ["next", "previous"] as const) {
    let id = from[side];
    while (id !== null && found.length < count && !seen.has(id)) {
      seen.add(id);
      const seat = picking.hall.get(id);
      const state = seat && selectableSeatState(seat, picking);
      if (!seat || (state !== "available" && state !== "selected")) break;
      if (state === "available" && !groupsOfSeat(seat).includes(group)) break;
      if (state === "available") found.push(seat);
      id = seat[side];
    }
  }
  return found;
};

/** After the hall was looked at anew: what can still be had of the seats chosen, and what has gone to somebody else. */
export const revalidateSeats = (
  hall: Hall,
  picked: readonly PickedSeat[],
): { readonly kept: readonly PickedSeat[]; readonly gone: readonly PickedSeat[] } => {
  const isThere = ({ seat_template_id, ticket_group_id }: PickedSeat): boolean => {
    const seat = hall.get(seat_template_id);
    return seat?.state === "available" && groupsOfSeat(seat).includes(ticket_group_id);
  };
  return { kept: picked.filter(isThere), gone: picked.filter((seat) => !isThere(seat)) };
};
