import type { JournalTicket } from "../src/journal/journalRows.ts";

/** A ticket of 24.00 without fees or tax, as the journal reads it. */
export const journalTicket = (given: Partial<JournalTicket> = {}): JournalTicket => ({
  ticket_type_id: "adult",
  ticket_group_id: "general",
  event_session_id: "ten",
  handler: "tickets",
  event_category: null,
  face_value: 2400,
  adjusted_value: 2400,
  fee_fixed: 0,
  fee_percent: 0,
  tax: null,
  ...given,
});
