import type { DoorTicket } from "@foyer/contract/shop/orders/doorTicket.ts";
import { compareSeatNames } from "@foyer/rules/seating/compareSeatNames.ts";

/** A ticket with its code, as orders and the account show it. */
export type ShownTicket = Pick<
  DoorTicket,
  "id" | "token" | "kind" | "event_name" | "type_name" | "admit_name" | "seat_name" | "scan_code" | "is_used"
> & {
  /** Date and time as text; undefined for a ticket without a date. */
  readonly when: string | undefined;
};

const visitOf = ({ event_name, when }: ShownTicket): string => `${event_name} ${when}`;

/** Visits in their given order, with the tickets of each in the order of their seats: 'F 9' before 'F 10'. */
export const inOrderOfSeats = (tickets: readonly ShownTicket[]): readonly ShownTicket[] => {
  const visits = [...new Set(tickets.map(visitOf))];
  return tickets.toSorted(
    (one, other) =>
      visits.indexOf(visitOf(one)) - visits.indexOf(visitOf(other)) ||
      compareSeatNames(one.seat_name ?? "", other.seat_name ?? ""),
  );
};
