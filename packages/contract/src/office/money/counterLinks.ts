import * as z from "zod/mini";
import { Currency, Id, Instant, Money } from "../../basics.ts";
import { EmailChoice } from "../orders/deskActions.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { counterBuyer, counterTickets } from "./counterSales.ts";

/** Minutes for which tickets are held for a buyer who pays by link. */
export const counterLinkMinutes = 30;

/**
 * `open`: payment has not begun. `paying`: somebody is paying, so the link neither expires nor can be withdrawn. `paid`: it
 * has become an order. `ended`: it expired or was withdrawn, and its tickets are free.
 */
export const CounterLinkState = z.enum(["open", "paying", "paid", "ended"]);

/** A counter sale that the buyer pays by a link, with all means of payment of the web. */
export const CounterLink = z.object({
  sale_id: Id,
  /** Opens the ordinary checkout. The buyer can pay for the cart but not change it. */
  url: z.string(),
  state: CounterLinkState,
  total: Money,
  currency: Currency,
  /** The number of tickets that it holds. */
  tickets: z.int(),
  made_at: Instant,
  /** When the tickets are released, unless somebody is paying then. */
  expires_at: Instant,
  order_number: z.nullable(z.int()),
});
export type CounterLink = z.infer<typeof CounterLink>;

/**
 * Holds tickets like a counter sale and creates a link by which the buyer pays for all of them within `counterLinkMinutes`.
 * `total` is the amount shown; if the price differs, the call is refused with `payment_incorrect_amount` and the `total`.
 * Nothing is collected at the counter or counted in a till, but an open till is needed (`till_closed`). A repeated call
 * with the same `sale_id` creates nothing and gets the same reply.
 */
export const makeCounterLink = staffEndpoint({
  name: "makeCounterLink",
  method: "POST",
  path: "/counter_links",
  summary: "Hold tickets at the counter for a buyer who pays by a link",
  can: "sale.make",
  audits: "order.link_made",
  body: z.strictObject({
    sale_id: Id,
    ...counterTickets,
    total: Money,
    /** The link is sent to this address. The person who pays gives their own name and address. */
    ...counterBuyer,
    /** The link is shown in any case. */
    email_choice: z.optional(EmailChoice),
  }),
  reply: CounterLink,
});

/** The caller's own links of the last twelve hours, newest first; at most 50. */
export const listCounterLinks = staffEndpoint({
  name: "listCounterLinks",
  method: "GET",
  path: "/counter_links",
  summary: "Sales at the counter that are paid by a link",
  can: "sale.make",
  audits: null,
  reply: z.object({ links: z.array(CounterLink) }),
});

/**
 * Releases the tickets of a link. Refused with `payment_in_progress` while somebody is paying, with `cart_booked` once it
 * is paid, and with `cart_expired` once it has expired.
 */
export const withdrawCounterLink = staffEndpoint({
  name: "withdrawCounterLink",
  method: "POST",
  path: "/counter_links/:sale_id/withdraw",
  summary: "Give the tickets of a link free again",
  can: "sale.make",
  audits: "order.link_withdrawn",
  params: z.strictObject({ sale_id: Id }),
  reply: z.object({}),
});
