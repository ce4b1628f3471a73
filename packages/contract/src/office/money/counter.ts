import * as z from "zod/mini";
import { Currency, Day, Id, Instant, Money } from "../../basics.ts";
import { MemberAllowance } from "../../shop/membership.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

export const CounterType = z.object({
  ticket_type_id: Id,
  ticket_group_id: Id,
  name: z.string(),
  /** The group that it is sold in, as the storefront heads it. */
  group: z.string(),
  /** With its fees, before discounts. */
  price: Money,
  /** As many of this type as one sale can have. */
  max: z.int(),
  /** Shared by the types of its group: the number per order, and the places left in the group; null without a limit. */
  group_limits: z.object({ order: z.nullable(z.int()), left: z.nullable(z.int()) }),
  /** Whether its tickets count towards the event's number per order, and towards the places of the session. */
  counts_towards: z.object({ event: z.boolean(), session: z.boolean() }),
  /** For members: the name by which allowances count it. Null: for everybody. */
  benefit: z.nullable(z.string()),
});
export type CounterType = z.infer<typeof CounterType>;

/** Something that can be sold at the counter: a session with its ticket types, or types that need none. */
export const CounterOffer = z.object({
  event_template_id: Id,
  event: z.string(),
  session: z.nullable(
    z.object({ id: Id, start_datetime: Instant, end_datetime: Instant, all_day: z.boolean(), timezone: z.string() }),
  ),
  /** Places left; null without a limit. */
  left: z.nullable(z.int()),
  /** The event's number of tickets per order, across its groups; null without one. */
  order_limit: z.nullable(z.int()),
  /** The lowest price that is not zero; '0' where all are free. */
  price: Money,
  types: z.array(CounterType),
  /** Whether its event asks for the names, and for the addresses, of those who come. */
  asks: z.object({ names: z.boolean(), emails: z.boolean() }),
  /** What the memberships of the member who buys still allow on that day; empty without a member. */
  allowances: z.array(MemberAllowance),
});
export type CounterOffer = z.infer<typeof CounterOffer>;

/**
 * What can be sold at the counter on a day, today unless set: sessions that can still be bought, in order of their start,
 * and then what needs none. Seats, vouchers, prices that the buyer names and what needs an admission beside it are sold on the web only. At most 300.
 * `membership_id`: for the member whose card it is, with the tickets for members that their memberships allow on the day.
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
    /** The next day with a session, if this one has none left. */
    next_day: z.nullable(Day),
  }),
});

/** The member whose card was read at the counter. */
export const CounterMember = z.object({
  membership_id: Id,
  name: z.string(),
  level: z.string(),
  member_number: z.string(),
  /** The last valid day; null: it has no end. */
  last_day: z.nullable(Day),
  /** Of the account that the sale is put into. */
  first_name: z.string(),
  last_name: z.string(),
  email: z.nullable(z.string()),
});
export type CounterMember = z.infer<typeof CounterMember>;

/**
 * The member of a card, by its number or code. Refused: no such card (`not_found`), and one that gives nothing
 * (`member_required`, with the reason): replaced, cancelled, ended, or in nobody's account.
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
  /** The slip of the sale, of a card at a terminal. */
  slip: z.nullable(z.string()),
  asked_at: Instant,
});
export type WaitingPayOut = z.infer<typeof WaitingPayOut>;

/** Refunds of sales at the counter that nobody has paid out yet; the oldest first, at most 200. */
export const listPayOuts = staffEndpoint({
  name: "listPayOuts",
  method: "GET",
  path: "/till/refunds",
  summary: "Refunds that wait to be paid out at a till",
  can: "till.use",
  audits: null,
  reply: z.object({ refunds: z.array(WaitingPayOut), is_cut: z.boolean() }),
});
