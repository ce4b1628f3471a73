import * as z from "zod/mini";
import { Currency, Day, Id, Instant, Money } from "../../basics.ts";
import { MemberAllowance } from "../../shop/membership.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

export const CounterType = z.object({
  ticket_type_id: Id,
  ticket_group_id: Id,
  name: z.string(),
  /** The name of its group, as the storefront shows it. */
  group: z.string(),
  /** Including fees, before discounts. */
  price: Money,
  /** The maximum number of tickets of this type in one sale. */
  max: z.int(),
  /** Limits shared by the types of the group: `order` per order, and `left` in the group; null without a limit. */
  group_limits: z.object({ order: z.nullable(z.int()), left: z.nullable(z.int()) }),
  /** Whether its tickets count towards the event's limit per order, and towards the session's capacity. */
  counts_towards: z.object({ event: z.boolean(), session: z.boolean() }),
  /** For a members' type: the name by which allowances count it. Null for a type sold to everybody. */
  benefit: z.nullable(z.string()),
});
export type CounterType = z.infer<typeof CounterType>;

/** Something that can be sold at the counter: a session with its ticket types, or types without a session. */
export const CounterOffer = z.object({
  event_template_id: Id,
  event: z.string(),
  session: z.nullable(
    z.object({ id: Id, start_datetime: Instant, end_datetime: Instant, all_day: z.boolean(), timezone: z.string() }),
  ),
  /** Places left; null without a limit. */
  left: z.nullable(z.int()),
  /** The event's maximum number of tickets per order, across its groups; null without one. */
  order_limit: z.nullable(z.int()),
  /** The lowest price that is not zero; '0' if all are free. */
  price: Money,
  types: z.array(CounterType),
  /** Whether the event asks for the attendees' names, and for their e-mail addresses. */
  asks: z.object({ names: z.boolean(), emails: z.boolean() }),
  /** What the buying member's memberships still allow on that day; empty without a member. */
  allowances: z.array(MemberAllowance),
});
export type CounterOffer = z.infer<typeof CounterOffer>;

/**
 * What can be sold at the counter on a day, which defaults to today: sessions that are still on sale, ordered by start,
 * then types without a session. At most 300. Seats, vouchers, flexible prices and add-ons are sold on the web only.
 * `membership_id`: the member whose card was read; the reply then includes the members' tickets that their memberships
 * allow on the day.
 */
export const readCounter = staffEndpoint({
  name: "readCounter",
  method: "GET",
  path: "/counter",
  summary: "What is sold at the counter on a day",
  can: "sale.make",
  audits: null,
  query: z.strictObject({ day: z.optional(Day), membership_id: z.optional(Id) }),
  reply: z.object({
    day: Day,
    is_today: z.boolean(),
    currency: Currency,
    offers: z.array(CounterOffer),
    /** The next day with a session, if there is none left on this day. */
    next_day: z.nullable(Day),
  }),
});

/** The member whose card was read at the counter. */
export const CounterMember = z.object({
  membership_id: Id,
  name: z.string(),
  level: z.string(),
  member_number: z.string(),
  /** The last valid day; null if it has no end. */
  last_day: z.nullable(Day),
  /** The name and e-mail address of the account that the sale is added to. */
  first_name: z.string(),
  last_name: z.string(),
  email: z.nullable(z.string()),
});
export type CounterMember = z.infer<typeof CounterMember>;

/**
 * Finds a member by the number or code of their card. Refused with `not_found` if there is no such card, and with
 * `member_required` and a reason if it gives no benefits: replaced, cancelled, ended or without an account.
 */
export const readCounterMember = staffEndpoint({
  name: "readCounterMember",
  method: "GET",
  path: "/counter/member",
  summary: "The member whose card is read at the counter",
  can: "sale.make",
  audits: null,
  query: z.strictObject({ number: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
  reply: CounterMember,
});

export const WaitingPayOut = z.object({
  refund_id: Id,
  order_number: z.nullable(z.int()),
  purchaser: z.string(),
  amount: Money,
  currency: Currency,
  gateway_id: z.enum(["cash", "terminal"]),
  /** The slip number of a sale paid by card at a terminal. */
  slip: z.nullable(z.string()),
  asked_at: Instant,
});
export type WaitingPayOut = z.infer<typeof WaitingPayOut>;

/** Refunds of counter sales that have not been paid out yet; oldest first, at most 200. */
export const listPayOuts = staffEndpoint({
  name: "listPayOuts",
  method: "GET",
  path: "/till/refunds",
  summary: "Refunds that wait to be paid out at a till",
  can: "till.use",
  audits: null,
  reply: z.object({ refunds: z.array(WaitingPayOut), is_cut: z.boolean() }),
});
