import * as z from "zod/mini";
import { Day, Id, Instant, TimeOfDay } from "../../basics.ts";

/** A ticket that its buyer has sent on to somebody else, without its code. */
export const SentTicket = z.object({
  id: Id,
  ticket_order_id: Id,
  event_name: z.string(),
  type_name: z.string(),
  admit_name: z.nullable(z.string()),
  seat_name: z.nullable(z.string()),
  /** In the venue's zone. */
  local_day: z.nullable(Day),
  local_start: z.nullable(TimeOfDay),
  all_day: z.boolean(),
  ticket_date_time: z.nullable(z.string()),
  is_used: z.boolean(),
  /** The recipient's address, shortened: 'a…@example.org'. Empty once it was erased. */
  sent_to: z.string(),
  sent_at: Instant,
});
export type SentTicket = z.infer<typeof SentTicket>;
