import * as z from "zod/mini";
import { Currency, Id, Money } from "../../basics.ts";
import { StaffEmail } from "../staff/signIn.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

const Name = z.string().check(z.trim(), z.maxLength(50));

/**
 * What a sale is paid with. `tendered`: the cash that was handed over, if it is more than the amount; the rest is the change
 * to give. `slip`: the number on the slip of a card terminal that is not connected.
 */
export const CounterMeans = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("cash"), amount: Money, tendered: z.optional(Money) }),
  z.strictObject({
    kind: z.literal("terminal"),
    amount: Money,
    slip: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  }),
  z.strictObject({ kind: z.literal("gift_card"), amount: Money, number: z.string().check(z.trim(), z.maxLength(100)) }),
]);
export type CounterMeans = z.infer<typeof CounterMeans>;

/** What is sold: of one session, or without one. */
export const counterTickets = {
  event_template_id: Id,
  event_session_id: z.optional(Id),
  tickets: z
    .array(z.strictObject({ ticket_type_id: Id, quantity: z.int().check(z.minimum(1), z.maximum(100)) }))
    .check(z.minLength(1), z.maxLength(20)),
} as const;

/** Of the buyer; asked only where the event wants names, or the buyer wants an e-mail. */
export const counterBuyer = {
  first_name: z.optional(Name),
  last_name: z.optional(Name),
  email: z.nullable(StaffEmail),
} as const;

/**
 * Sells tickets at the counter: held like any, and booked in one transaction with what they are paid with, which has to come
 * to their price exactly (`payment_incorrect_amount`, with the `total`). Needs an open till (`till_closed`). Sent again with
 * the same `sale_id` it sells nothing and answers the same. Only what admits to a visit is sold here.
 * With a member's card, their prices and allowances count as on the web, and the order is in their account.
 */
export const makeCounterSale = staffEndpoint({
  name: "makeCounterSale",
  method: "POST",
  path: "/counter_sales",
  summary: "Sell tickets at the counter",
  can: "sale.make",
  audits: "order.sold",
  body: z.strictObject({
    /** Made up by the screen, anew for each sale. */
    sale_id: Id,
    ...counterTickets,
    means: z.array(CounterMeans).check(z.maxLength(10)),
    /** The card of the member who buys. */
    membership_id: z.optional(Id),
    ...counterBuyer,
  }),
  reply: z.object({ order_number: z.int(), total: Money, change: Money, currency: Currency }),
});

/**
 * Pays a refund of a sale at the counter out, which waits until then: cash from one's open till (`till_closed`), which has to
 * have so much (`till_short`), or at the terminal that took the card, with the `slip` of its refund.
 */
export const payOutRefund = staffEndpoint({
  name: "payOutRefund",
  method: "POST",
  path: "/till/refunds/:refund_id/pay_out",
  summary: "Pay a refund out at a till",
  can: "till.use",
  audits: "till.refund_paid",
  params: z.strictObject({ refund_id: Id }),
  body: z.strictObject({ slip: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))) }),
  reply: z.object({ amount: Money, currency: Currency }),
});
