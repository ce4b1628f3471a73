import type { Seat } from "@foyer/contract/shop/seating.ts";

export type SelectableSeatState = Seat["state"] | "selected";

/** A selected seat and the group of its ticket. */
export type PickedSeat = {
  readonly seat_template_id: string;
  readonly ticket_group_id: string;
  readonly name: string;
};

/** The seats of a session by id, in the order of the seat map. */
export type Hall = ReadonlyMap<string, Seat>;

/** Number of seats needed per ticket group id. A group that is absent or sold out has no seats. */
export type SeatCounts = Readonly<Record<string, number>>;

export type SeatSelection = {
  readonly hall: Hall;
  readonly wanted: SeatCounts;
  /** In the order of the seat map. */
  readonly picked: readonly PickedSeat[];
};

/** Why a click changes nothing. */
export type SeatRefusal = {
  readonly kind: "not_available" | "not_selected";
  readonly name: string;
  readonly state: SelectableSeatState;
};
export type SeatSelectionResult =
  | { readonly picked: readonly PickedSeat[]; readonly changed: readonly PickedSeat[]; readonly hasMoved: boolean }
  | { readonly refusal: SeatRefusal };

export const hallOf = (seats: readonly Seat[]): Hall => new Map(seats.map((seat) => [seat.seat_template_id, seat]));

/** The ids of the groups that sell a seat. */
export const groupsOfSeat = ({ ticket_groups }: Pick<Seat, "ticket_groups">): readonly string[] => {
  // Called for each seat of a hall, most of which have one group.
  if (!ticket_groups.includes(",")) return ticket_groups.trim() === "" ? [] : [ticket_groups.trim()];
  return ticket_groups.split(",").flatMap((id) => id.trim() || []);
};

const isWanted = (wanted: SeatCounts, group: string): boolean => (wanted[group] ?? 0) > 0;
const isPicked = (picked: SeatSelection["picked"], id: string): boolean =>
  picked.some((seat) => seat.seat_template_id === id);

/** The state of a seat for this visitor: unavailable if none of its groups needs a seat. */
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
 * Selects a seat and as many neighbours as its group still needs: the following first, then the preceding ones, never
 * beyond a taken seat. A complete group moves to this seat.
 */
export const selectSeat = (selection: SeatSelection, id: string): SeatSelectionResult => {
  const { hall, wanted, picked } = selection;
  const seat = hall.get(id);
  const state = seat ? selectableSeatState(seat, selection) : "unavailable";
  if (!seat || state !== "available") return { refusal: { kind: "not_available", name: seat?.name ?? id, state } };

  const offered = groupsOfSeat(seat).filter((group) => isWanted(wanted, group));
  const incompleteGroup = offered.find((group) => countMissingSeats(selection, group) > 0);
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

/** Deselects a seat. */
export const deselectSeat = (selection: SeatSelection, id: string): SeatSelectionResult => {
  const { hall, picked } = selection;
  const deselected = picked.find((one) => one.seat_template_id === id);
  if (deselected) return { picked: picked.filter((one) => one !== deselected), changed: [deselected], hasMoved: false };
  const seat = hall.get(id);
  return {
    refusal: {
      kind: "not_selected",
      name: seat?.name ?? id,
      state: seat ? selectableSeatState(seat, selection) : "unavailable",
    },
  };
};

/** The number of seats that a group still needs. */
export const countMissingSeats = (
  { wanted, picked }: Pick<SeatSelection, "wanted" | "picked">,
  group: string,
): number => Math.max(0, (wanted[group] ?? 0) - picked.filter((seat) => seat.ticket_group_id === group).length);

/** Available neighbours of a seat in the same group. Selected seats are skipped; a taken seat ends the search. */
const neighbours = (selection: SeatSelection, from: Seat, group: string, count: number): readonly Seat[] => {
  const found: Seat[] = [];
  const seen = new Set([from.seat_template_id]);
  for (const side of ["next", "previous"] as const) {
    let id = from[side];
    while (id !== null && found.length < count && !seen.has(id)) {
      seen.add(id);
      const seat = selection.hall.get(id);
      const state = seat && selectableSeatState(seat, selection);
      if (!seat || (state !== "available" && state !== "selected")) break;
      if (state === "available" && !groupsOfSeat(seat).includes(group)) break;
      if (state === "available") found.push(seat);
      id = seat[side];
    }
  }
  return found;
};

/** Compares the selection with a fresh seat map: which seats are still available, and which are not. */
export const revalidateSeats = (
  hall: Hall,
  picked: readonly PickedSeat[],
): { readonly kept: readonly PickedSeat[]; readonly lost: readonly PickedSeat[] } => {
  const isAvailable = ({ seat_template_id, ticket_group_id }: PickedSeat): boolean => {
    const seat = hall.get(seat_template_id);
    return seat?.state === "available" && groupsOfSeat(seat).includes(ticket_group_id);
  };
  return { kept: picked.filter(isAvailable), lost: picked.filter((seat) => !isAvailable(seat)) };
};
