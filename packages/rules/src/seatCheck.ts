import type { GroupChoice } from "./choosing.ts";
import type { PickedSeat, SeatsWanted } from "./seatPick.ts";

/** The groups of a form that are sold by seat. */
export const seatedIn = (choices: readonly GroupChoice[]): readonly GroupChoice[] =>
  choices.filter(({ group }) => group.handler === "seated");

const ticketsOf = ({ types }: GroupChoice): number => types.reduce((sum, { quantity }) => sum + quantity, 0);

/** How many seats each group needs for the tickets chosen; groups that need none are left out. */
export const seatsWanted = (choices: readonly GroupChoice[]): SeatsWanted =>
  Object.fromEntries(
    seatedIn(choices).flatMap((choice) => (ticketsOf(choice) > 0 ? [[choice.group.id, ticketsOf(choice)]] : [])),
  );

export type SharedSeats = Readonly<Record<string, readonly PickedSeat[]>>;

/** The seats of each ticket type, by its id: a group's seats go to its types in their order, adults before children. */
export const shareSeats = (choices: readonly GroupChoice[], picked: readonly PickedSeat[]): SharedSeats => {
  const shared: Record<string, readonly PickedSeat[]> = {};
  for (const { group, types } of seatedIn(choices)) {
    const rest = picked.filter((seat) => seat.ticket_group_id === group.id);
    for (const { type, quantity } of types) shared[type.id] = rest.splice(0, quantity);
  }
  return shared;
};

export type SeatsMissing =
  | { readonly kind: "type" }
  | { readonly kind: "find" }
  | { readonly kind: "few"; readonly group: string; readonly type: string }
  | { readonly kind: "many"; readonly group: string };

/** What keeps a form with seats from being sent; undefined where the seats are as many as the tickets, group by group. */
export const seatsMissing = (
  choices: readonly GroupChoice[],
  picked: readonly PickedSeat[],
): SeatsMissing | undefined => {
  const seated = seatedIn(choices);
  const needs = seated.some((choice) => ticketsOf(choice) > 0);
  if (!needs && picked.length === 0)
    return seated.length > 0 && choices.every((choice) => ticketsOf(choice) === 0) ? { kind: "type" } : undefined;
  if (picked.length === 0) return { kind: "find" };

  const shared = shareSeats(choices, picked);
  for (const choice of seated) {
    const { group, types } = choice;
    const count = picked.filter((seat) => seat.ticket_group_id === group.id).length;
    if (count > ticketsOf(choice)) return { kind: "many", group: group.name };
    const short = types.find(({ type, quantity }) => (shared[type.id]?.length ?? 0) < quantity);
    if (short) return { kind: "few", group: group.name, type: short.type.name };
  }
  return undefined;
};
