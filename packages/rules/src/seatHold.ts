import type { Seat } from "@foyer/contract/seating.ts";
import type { TicketsWanted } from "@foyer/contract/cart.ts";
import type { RefusalCode } from "@foyer/contract/refusal.ts";
import type { HoldNo, ShelfGroup } from "./shelf.ts";

/** A seat as it stands while nobody else can take it. */
export type HoldSeat = {
  readonly name: string;
  readonly retired: boolean;
  /** Ids of the seated groups that sell it. */
  readonly groups: readonly string[];
};

export type SeatShelf = {
  readonly groups: ReadonlyMap<string, Pick<ShelfGroup, "handler" | "name">>;
  readonly types: ReadonlyMap<string, { readonly ticket_group_id: string; readonly name: string }>;
  readonly seats: ReadonlyMap<string, HoldSeat>;
  /** Is it somebody's in this session? */
  readonly isTaken: (event_session_id: string, seat_id: string) => boolean;
};

type State = Seat["state"] | "selected";
type Wish = TicketsWanted["ticket_types_required"][number];

const no = (code: RefusalCode, extra: Record<string, unknown>): HoldNo => ({ code, extra, context: "seating" });

/**
 * May these seats be held? A seated ticket has exactly one seat, of a zone that its group sells, and nobody else's;
 * any other ticket has none. Undefined means yes. Asked of what `judgeHold` has let pass.
 */
export const judgeSeats = (add: readonly TicketsWanted[], shelf: SeatShelf): HoldNo | undefined => {
  const selected = new Set<string>();
  for (const { event_session_id = "", ticket_types_required } of add) {
    for (const wish of ticket_types_required) {
      const refused = judgeCount(wish, shelf);
      if (refused) return refused;
      for (const seat_template_id of wish.seat_template_ids ?? []) {
        const seat = shelf.seats.get(seat_template_id);
        const type = shelf.types.get(wish.ticket_type_id);
        if (!seat || !type || !seat.groups.includes(type.ticket_group_id))
          return no("seat_not_found", { seat_template_id });
        const place = `${event_session_id} ${seat_template_id}`;
        const state = stateOf(seat, shelf.isTaken(event_session_id, seat_template_id), selected.has(place));
        if (state !== "available")
          return no("seat_not_available", { seat_template_id, event_session_id, name: seat.name, state });
        selected.add(place);
      }
    }
  }
  return undefined;
};

const judgeCount = (wish: Wish, { groups, types }: SeatShelf): HoldNo | undefined => {
  const type = types.get(wish.ticket_type_id);
  const group = groups.get(type?.ticket_group_id ?? "");
  const needed = group?.handler === "seated" ? wish.quantity : 0;
  const given = wish.seat_template_ids?.length ?? 0;
  if (given === needed) return undefined;
  return no(given < needed ? "not_enough_seats" : "too_many_seats", {
    ticket_group_id: type?.ticket_group_id,
    ticket_type_id: wish.ticket_type_id,
    group: group?.name,
    type: type?.name,
  });
};

const stateOf = (seat: HoldSeat, isTaken: boolean, isSelected: boolean): State => {
  if (seat.retired) return "unavailable";
  if (isTaken) return "booked";
  return isSelected ? "selected" : "available";
};
