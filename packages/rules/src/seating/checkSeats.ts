import type { Seat } from "@foyer/contract/shop/seating.ts";
import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import type { RefusalCode } from "@foyer/contract/errors.ts";
import { hasSeats } from "../catalog/handlers.ts";
import type { HoldRejection, TicketGroupSnapshot } from "../hold/catalogSnapshot.ts";

/** A seat, read under lock. */
export type HoldableSeat = {
  readonly name: string;
  readonly retired: boolean;
  /** Ids of the seated groups that sell it. */
  readonly groups: readonly string[];
};

export type SeatSnapshot = {
  readonly groups: ReadonlyMap<string, Pick<TicketGroupSnapshot, "handler" | "name">>;
  readonly types: ReadonlyMap<string, { readonly ticket_group_id: string; readonly name: string }>;
  readonly seats: ReadonlyMap<string, HoldableSeat>;
  /** Is the seat taken in this session? */
  readonly isTaken: (event_session_id: string, seat_id: string) => boolean;
};

type HoldableSeatState = Seat["state"] | "selected";
type TypeRequest = TicketRequest["ticket_types_required"][number];

const rejectSeat = (code: RefusalCode, extra: Record<string, unknown>): HoldRejection => ({
  code,
  extra,
  context: "seating",
});

/**
 * Checks the seats of a hold. A seated ticket needs exactly one free seat of a zone that its group sells; any other
 * ticket has none. Undefined means accepted. Runs after `decideHold` has accepted.
 */
export const checkSeats = (add: readonly TicketRequest[], snapshot: SeatSnapshot): HoldRejection | undefined => {
  const selected = new Set<string>();
  for (const { event_session_id = "", ticket_types_required } of add) {
    for (const request of ticket_types_required) {
      const refused = checkSeatCount(request, snapshot);
      if (refused) return refused;
      for (const seat_template_id of request.seat_template_ids ?? []) {
        const seat = snapshot.seats.get(seat_template_id);
        const type = snapshot.types.get(request.ticket_type_id);
        if (!seat || !type || !seat.groups.includes(type.ticket_group_id))
          return rejectSeat("seat_not_found", { seat_template_id });
        const seatKey = `${event_session_id} ${seat_template_id}`;
        const state = holdableSeatState(
          seat,
          snapshot.isTaken(event_session_id, seat_template_id),
          selected.has(seatKey),
        );
        if (state !== "available")
          return rejectSeat("seat_not_available", { seat_template_id, event_session_id, name: seat.name, state });
        selected.add(seatKey);
      }
    }
  }
  return undefined;
};

const checkSeatCount = (request: TypeRequest, { groups, types }: SeatSnapshot): HoldRejection | undefined => {
  const type = types.get(request.ticket_type_id);
  const group = groups.get(type?.ticket_group_id ?? "");
  const needed = group && hasSeats(group) ? request.quantity : 0;
  const given = request.seat_template_ids?.length ?? 0;
  if (given === needed) return undefined;
  return rejectSeat(given < needed ? "not_enough_seats" : "too_many_seats", {
    ticket_group_id: type?.ticket_group_id,
    ticket_type_id: request.ticket_type_id,
    group: group?.name,
    type: type?.name,
  });
};

const holdableSeatState = (seat: HoldableSeat, isTaken: boolean, isSelected: boolean): HoldableSeatState => {
  if (seat.retired) return "unavailable";
  if (isTaken) return "booked";
  return isSelected ? "selected" : "available";
};
