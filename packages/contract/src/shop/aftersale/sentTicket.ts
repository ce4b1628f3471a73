import * as z from "zod/mini";
import { Instant } from "../../basics.ts";
import { shownTicket } from "../orders/shownTicket.ts";

/** A ticket that its buyer has sent on to somebody else, without its code. */
export const SentTicket = z.object({
  ...shownTicket,
  /** The recipient's address, shortened: 'a…@example.org'. Empty once it was erased. */
  sent_to: z.string(),
  sent_at: Instant,
});
export type SentTicket = z.infer<typeof SentTicket>;
