import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { DoorTicket } from "@foyer/contract/shop/orders/doorTicket.ts";

/** The tickets of an order that still admit. A past or cancelled session admits nobody any more. */
export const openDoorTickets = (lines: readonly CartLine[], doorTickets: readonly DoorTicket[]): DoorTicket[] => {
  const closed = new Set(
    lines
      .filter(({ flag }) => flag === "past" || flag === "cancelled")
      .flatMap(({ types }) => types.flatMap(({ ticket_ids }) => ticket_ids)),
  );
  return doorTickets.filter(({ id }) => !closed.has(id));
};
