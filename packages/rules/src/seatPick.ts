import type { Seat } from "@foyer/contract/seating.ts";

export type SeatState = Seat["state"] | "selected";

/** A seat that a visitor has chosen, and the group whose ticket it is for. */
export type PickedSeat = {
  readonly seat_template_id: string;
  readonly ticket_group_id: string;
  readonly name: string;
};

/** The seats of a session by their ids, in the order in which the hall names them. */
export type Hall = ReadonlyMap<string, Seat>;

/** Seats wanted of each ticket group, by its id. A group that is not named, or sold out, has no seat to give. */
export type SeatsWanted = Readonly<Record<string, number>>;

export type Picking = {
  readonly hall: Hall;
  readonly wanted: SeatsWanted;
  /** In the hall's order. */
  readonly picked: readonly PickedSeat[];
};

/** A click that changes nothing, with what there is to say about it. */
export type SeatRefusal = {
  readonly kind: "not_available" | "not_selected";
  readonly name: string;
  readonly state: SeatState;
};
export type Picked =
  | { readonly picked: readonly PickedSeat[]; readonly changed: readonly PickedSeat[]; readonly hasMoved: boolean }
  | { readonly refusal: SeatRefusal };

export const hallOf = (seats: readonly Seat[]): Hall => new Map(seats.map((seat) => [seat.seat_template_id, seat]));

/** The groups that a seat is sold in. */
export const groupsOfSeat = ({ ticket_groups }: Pick<Seat, "ticket_groups">): readonly string[] =>
  ticket_groups.split(",").flatMap((id) => id.trim() || []);

const isWanted = (wanted: SeatsWanted, group: string): boolean => (wanted[group] ?? 0) > 0;
const isPicked = (picked: Picking["picked"], id: string): boolean =>
  picked.some((seat) => seat.seat_template_id === id);

/** How a seat stands for this visitor. None of its groups can be had: then it cannot either. */
export const seatState = (seat: Seat, { wanted, picked }: Pick<Picking, "wanted" | "picked">): SeatState => {
  if (isPicked(picked, seat.seat_template_id)) return "selected";
  if (seat.state !== "available") return seat.state;
  return groupsOfSeat(seat).some((group) => isWanted(wanted, group)) ? "available" : "unavailable";
};

const inOrder = (hall: Hall, picked: readonly PickedSeat[]): readonly PickedSeat[] => {
  const mine = new Map(picked.map((seat) => [seat.seat_template_id, seat]));
  const ordered: PickedSeat[] = [];
  for (const id of hall.keys()) {
    const seat = mine.get(id);
    if (seat && ordered.push(seat) === mine.size) break;
  }
  return ordered;
};

/**
 * Takes a seat and as many beside it as its group still needs: the next ones first, then those before, never past a seat
 * that somebody else has (requirements OPEN-41). A group that has all its seats moves: it begins anew at this seat.
 */
export const selectSeat = (picking: Picking, id: string): Picked => {
  const { hall, wanted, picked } = picking;
  const seat = hall.get(id);
  const state = seat ? seatState(seat, picking) : "unavailable";
  if (!seat || state !== "available") return { refusal: { kind: "not_available", name: seat?.name ?? id, state } };

  const offered = groupsOfSeat(seat).filter((group) => isWanted(wanted, group));
  const lacking = offered.find((group) => seatsLacking(picking, group) > 0);
  const group = lacking ?? offered[0] ?? "";
  const base = lacking === undefined ? picked.filter((one) => one.ticket_group_id !== group) : picked;
  const needed = seatsLacking({ wanted, picked: base }, group);
  const changed = [seat, ...neighbours({ hall, wanted, picked: base }, seat, group, needed - 1)].map((one) => ({
    seat_template_id: one.seat_template_id,
    ticket_group_id: group,
    name: one.name,
  }));
  return {
    picked: inOrder(hall, [...base, ...changed]),
    changed: inOrder(hall, changed),
    hasMoved: lacking === undefined,
  };
};

/** Gives a seat back. */
export const deselectSeat = (picking: Picking, id: string): Picked => {
  const { hall, picked } = picking;
  const given = picked.find((one) => one.seat_template_id === id);
  if (given) return { picked: picked.filter((one) => one !== given), changed: [given], hasMoved: false };
  const seat = hall.get(id);
  return {
    refusal: {
      kind: "not_selected",
      name: seat?.name ?? id,
      state: seat ? seatState(seat, picking) : "unavailable",
    },
  };
};

/** Seats that a group is still short of. */
export const seatsLacking = ({ wanted, picked }: Pick<Picking, "wanted" | "picked">, group: string): number =>
  Math.max(0, (wanted[group] ?? 0) - picked.filter((seat) => seat.ticket_group_id === group).length);

/** Seats beside one seat that can be had in the same group. The visitor's own are passed over, a taken one ends the walk. */
const neighbours = (picking: Picking, from: Seat, group: string, count: number): readonly Seat[] => {
  const found: Seat[] = [];
  const seen = new Set([from.seat_template_id]);
  for (const side of ["next", "previous"] as const) {
    let id = from[side];
    while (id !== null && found.length < count && !seen.has(id)) {
      seen.add(id);
      const seat = picking.hall.get(id);
      const state = seat && seatState(seat, picking);
      if (!seat || (state !== "available" && state !== "selected")) break;
      if (state === "available" && !groupsOfSeat(seat).includes(group)) break;
      if (state === "available") found.push(seat);
      id = seat[side];
    }
  }
  return found;
};

/** After the hall was looked at anew: what can still be had of the seats chosen, and what has gone to somebody else. */
export const keptSeats = (
  hall: Hall,
  picked: readonly PickedSeat[],
): { readonly kept: readonly PickedSeat[]; readonly gone: readonly PickedSeat[] } => {
  const isThere = ({ seat_template_id, ticket_group_id }: PickedSeat): boolean => {
    const seat = hall.get(seat_template_id);
    return seat?.state === "available" && groupsOfSeat(seat).includes(ticket_group_id);
  };
  return { kept: picked.filter(isThere), gone: picked.filter((seat) => !isThere(seat)) };
};
