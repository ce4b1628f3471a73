import * as z from "zod/mini";
import { Id, Money } from "../../basics.ts";
import { RefundTo } from "./changePolicy.ts";

/** A change of an order that is not confirmed yet, with its amounts. */
export const PendingChange = z.object({
  ticket_order_id: Id,
  /** The order's tickets that the change removes. */
  removed: z.array(Id),
  /** Further tickets of the order that cannot stay without those. */
  along: z.array(Id),
  /** Which new ticket replaces which removed one. The other removed tickets are cancelled. */
  moves: z.array(z.object({ from: Id, to: Id })),
  /** What was paid for the removed tickets. */
  value: Money,
  /** What the seller keeps of that. */
  fee: Money,
  /** The price of the new tickets, including fees. */
  added: Money,
  /** The amount to pay for the change; zero if nothing is due. */
  due: Money,
  /** The amounts refunded, by the means that paid. */
  refunds: z.array(z.object({ means: z.nullable(z.string()), amount: Money })),
  refund: Money,
  /** The value of the new gift card, including the bonus; zero without one. */
  gift_card: Money,
  bonus: Money,
  /**
   * The ends of city-pass vouchers ('…1111') that no ticket of the order uses any more; they can be used again. Absent if
   * there are none.
   */
  freed_vouchers: z.optional(z.array(z.string())),
  /** Where the money is refunded to, or that the buyer chooses. */
  refund_to: RefundTo,
});
export type PendingChange = z.infer<typeof PendingChange>;
