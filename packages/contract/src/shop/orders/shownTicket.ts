import * as z from "zod/mini";
import { Day, Id, TimeOfDay } from "../../basics.ts";

/** What is shown of a ticket whether its buyer still has it or has sent it on. */
export const shownTicket = {
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
} as const;
