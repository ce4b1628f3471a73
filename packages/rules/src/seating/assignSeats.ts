import { hasSeats } from "../catalog/handlers.ts";
import type { GroupChoice } from "../reserve/ticketChoices.ts";
import type { PickedSeat, SeatCounts } from "./selectSeat.ts";

/** The groups of a form that are sold by seat. */
export const seatedChoices = (choices: readonly GroupChoice[]): readonly GroupChoice[] =>
  choices.filter(({ group }) => hasSeats(group));

const countTickets = ({ types }: GroupChoice): number => types.reduce((sum, { quantity }) => sum + quantity, 0);

/** Number of seats that each group needs for the selected tickets, by group id; groups without any are left out. */
export const requiredSeats = (choices: readonly GroupChoice[]): SeatCounts =>
  Object.fromEntries(
    seatedChoices(choices).flatMap((choice) =>
      countTickets(choice) > 0 ? [[choice.group.id, countTickets(choice)]] : [],
    ),
  );

export type AssignedSeats = Readonly<Record<string, readonly PickedSeat[]>>;

/**
 * Assigns seats to ticket types, by type id: a group's seats go to its types in order, such as adults before
 * children.
 */
export const assignSeats = (choices: readonly GroupChoice[], picked: readonly PickedSeat[]): AssignedSeats => {
  const shared: Record<string, readonly PickedSeat[]> = {};
  for (const { group, types } of seatedChoices(choices)) {
    const rest = picked.filter((seat) => seat.ticket_group_id === group.id);
    for (const { type, quantity } of types) shared[type.id] = rest.splice(0, quantity);
  }
  return shared;
};

export type MissingSeats =
  | { readonly kind: "type" }
  | { readonly kind: "find" }
  | { readonly kind: "few"; readonly group: string; readonly type: string }
  | { readonly kind: "many"; readonly group: string };

/** Why a form with seats cannot be submitted; undefined if each group has as many seats as tickets. */
export const missingSeats = (
  choices: readonly GroupChoice[],
  picked: readonly PickedSeat[],
): MissingSeats | undefined => {
  const seated = seatedChoices(choices);
  const needs = seated.some((choice) => countTickets(choice) > 0);
  if (!needs && picked.length === 0)
    return seated.length > 0 && choices.every((choice) => countTickets(choice) === 0) ? { kind: "type" } : undefined;
  if (picked.length === 0) return { kind: "find" };

  const shared = assignSeats(choices, picked);
  for (const choice of seated) {
    const { group, types } = choice;
    const count = picked.filter((seat) => seat.ticket_group_id === group.id).length;
    if (count > countTickets(choice)) return { kind: "many", group: group.name };
    const short = types.find(({ type, quantity }) => (shared[type.id]?.length ?? 0) < quantity);
    if (short) return { kind: "few", group: group.name, type: short.type.name };
  }
  return undefined;
};
