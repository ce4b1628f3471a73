import * as z from "zod/mini";
import { Id, Money } from "../../basics.ts";
import { RefundTo } from "./changePolicy.ts";

/** A change of an order that is not confirmed yet, and what it comes to. */
export const PendingChange = z.object({
  ticket_order_id: Id,
  /** The order's tickets that the change gives up. */
  removed: z.array(Id),
  /** More of its tickets that cannot stay without those. */
  along: z.array(Id),
  /** Which new ticket takes the place of which one that is given up. The others are cancelled. */
  moves: z.array(z.object({ from: Id, to: Id })),
  /** What was paid for the tickets that are given up. */
  value: Money,
  /** What the seller keeps of it. */
  fee: Money,
  /** The price of the new tickets, with their fees. */
  added: Money,
  /** What is to be paid for the change; zero where nothing is. */
  due: Money,
  /** What goes back to each means that paid. */
  refunds: z.array(z.object({ means: z.nullable(z.string()), amount: Money })),
  refund: Money,
  /** The value of the new gift card, the bonus included; zero without one. */
  gift_card: Money,
  bonus: Money,
  /** City-pass vouchers that no ticket of the order has any more, by their ends ('…1111'): they can be used again. Absent without any. */
  freed_vouchers: z.optional(z.array(z.string())),
  /** Where money goes back to, or that the buyer chooses. */
  refund_to: RefundTo,
});
export type PendingChange = z.infer<typeof PendingChange>;
