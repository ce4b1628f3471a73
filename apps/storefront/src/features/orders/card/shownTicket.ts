import type { DoorTicket } from "@foyer/contract/shop/orders/doorTicket.ts";

/** A ticket with its code, as orders and the account show it. */
export type ShownTicket = Pick<
  DoorTicket,
  "id" | "token" | "kind" | "event_name" | "type_name" | "admit_name" | "seat_name" | "scan_code" | "is_used"
> & {
  /** Date and time as text; undefined for a ticket without a date. */
  readonly when: string | undefined;
};
