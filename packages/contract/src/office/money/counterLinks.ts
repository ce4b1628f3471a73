import * as z from "zod/mini";
import { Currency, Id, Instant, Money } from "../../basics.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { counterBuyer, counterTickets } from "./counterSales.ts";

/** So long the tickets are held for whoever pays by the link. */
export const counterLinkMinutes = 30;

/**
 * `open`: nobody has begun to pay; `paying`: somebody is paying, so that it neither ends nor can be withdrawn; `paid`: it is
 * an order; `ended`: its time was over or it was withdrawn, and its tickets are free.
 */
export const CounterLinkState = z.enum(["open", "paying", "paid", "ended"]);

/** A sale at the counter that its buyer pays by a link, with all that they may pay with on the web. */
export const CounterLink = z.object({
  sale_id: Id,
  /** Opens the ordinary checkout. It can be paid for, and not changed. */
  url: z.string(),
  state: CounterLinkState,
  total: Money,
  currency: Currency,
  /** That are held by it. */
  tickets: z.int(),
  made_at: Instant,
  /** When the tickets are free again unless it is being paid. */
  expires_at: Instant,
  order_number: z.nullable(z.int()),
});
export type CounterLink = z.infer<typeof CounterLink>;

/**
 * Holds tickets like a sale at the counter and makes a link by which their buyer pays for all of them, within
 * `counterLinkMinutes`. `total`: what was shown; where they come to something else it is refused
 * (`payment_incorrect_amount`, with the `total`). Nothing is taken at the counter and no till counts it. Needs an open till
 * (`till_closed`). Sent again with the same `sale_id` it makes nothing and answers the same.
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
    /** The link is sent to the address. Whoever pays gives their own name and address. */
    ...counterBuyer,
  }),
  reply: CounterLink,
});

/** The links of whoever asks, of the last twelve hours, the newest first; at most 50. */
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
 * Gives the tickets of a link free again. Refused while somebody pays (`payment_in_progress`), and once it is paid or its time is
 * over (`cart_booked`, `cart_expired`).
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
