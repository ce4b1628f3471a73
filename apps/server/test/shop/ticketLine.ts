import type { TestEvent } from "./createTestShop.ts";

export type LineOptions = { type?: number; group?: number; session?: number | null; more?: object };

/** A line of tickets of an event; `session: null` leaves the session out. */
export const ticketLine = (
  event: TestEvent,
  quantity: number,
  { type = 0, group = 0, session = 0, more = {} }: LineOptions = {},
) => ({
  event_template_id: event.id,
  ...(session !== null && { event_session_id: event.sessions[session]?.id ?? "" }),
  ticket_types_required: [{ ticket_type_id: event.groups[group]?.types[type]?.id ?? "", quantity, ...more }],
});
