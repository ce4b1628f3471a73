import * as z from "zod/mini";
import { Id, Instant, Money } from "../../basics.ts";

/** An order: number, dates and total; no address, phone or card. */
export const TicketOrder = z.object({
  id: Id,
  order_number: z.string(),
  /** The buyer's identity, shown only to themselves. Null for whoever opens the order by its link. */
  identity_id: z.nullable(Id),
  cart_id: Id,
  currency: z.string(),
  purchased_on: Instant,
  /** Opens the order and its QR code without the buyer's session. Only shown to those who may see the order. */
  token: z.string(),
  /** The confirmation was not e-mailed, because the address had received too many free orders that day. */
  confirmation_held: z.boolean(),
  ticket_order_fees: z.array(z.object({ total_after_fees_price: Money })),
});
export type TicketOrder = z.infer<typeof TicketOrder>;
