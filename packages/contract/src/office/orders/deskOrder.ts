import * as z from "zod/mini";
import { Currency, Id, Instant, JsonObject, Money } from "../../basics.ts";
import { orderStates, ofOrder } from "./orders.ts";
import { IncludedTax } from "../../shop/tax.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** How much of a membership, a gift card or a gift membership has been used. */
export const TicketUse = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("membership"),
    /** Entries with its card. */
    visits: z.int(),
    /** Tickets bought with its allowances. */
    tickets: z.int(),
  }),
  z.object({ kind: z.literal("gift_card"), issued: Money, left: Money, is_closed: z.boolean() }),
  z.object({ kind: z.literal("gift"), is_redeemed: z.boolean() }),
]);
export type TicketUse = z.infer<typeof TicketUse>;

export const DeskTicket = z.object({
  id: Id,
  event: z.string(),
  type: z.string(),
  visit: z.nullable(z.object({ start_datetime: Instant, all_day: z.boolean(), timezone: z.string() })),
  event_template_id: Id,
  event_session_id: z.nullable(Id),
  seat: z.nullable(z.string()),
  admit_name: z.nullable(z.string()),
  admit_email: z.nullable(z.string()),
  state: z.enum(["booked", "redeemed", "cancelled"]),
  /** Sent on by the buyer to somebody else. */
  is_sent_on: z.boolean(),
  /** Sold beyond the capacity of its session or group. */
  is_oversold: z.boolean(),
  /** Null for other tickets. */
  use: z.nullable(TicketUse),
  /** The attendee details that its event asks for; null if none. */
  asks: z.nullable(
    z.object({ name: z.enum(["optional", "required"]), email: z.enum(["hidden", "optional", "required"]) }),
  ),
  /** The number of times that its scan code was replaced. */
  codes_replaced: z.int(),
  price: Money,
  discount: Money,
  fees: Money,
  /** What was paid for it: price minus discount plus fees. */
  value: Money,
  /** What the policy allows now, and why not. Staff who may override the policy can do everything with a valid ticket. */
  policy: z.object({
    cancel: z.boolean(),
    move: z.boolean(),
    until: z.nullable(Instant),
    obstacle: z.nullable(z.string()),
  }),
});
export type DeskTicket = z.infer<typeof DeskTicket>;

export const DeskRefund = z.object({
  id: Id,
  at: Instant,
  amount: Money,
  state: z.enum(["pending", "succeeded", "failed"]),
  failure: z.nullable(z.string()),
  provider_ref: z.nullable(z.string()),
  /** For a failed refund: how its money was paid out otherwise; null if it was not. */
  resent_as: z.nullable(z.enum(["refund", "gift_card", "elsewhere"])),
});

export const DeskPayment = z.object({
  id: Id,
  at: Instant,
  gateway_id: z.string(),
  /** 'Visa ending in 4242', the end of a gift card's number, or null. */
  means: z.nullable(z.string()),
  state: z.string(),
  amount: Money,
  /** The amount that can still be refunded. */
  left: Money,
  provider_ref: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  /** Made by the test gateway, or with a provider's test keys: no money was moved. */
  is_test: z.boolean(),
  refunds: z.array(DeskRefund),
});
export type DeskPayment = z.infer<typeof DeskPayment>;

/** `paid` equals `kept` plus what was and is being refunded, to the cent. */
export const DeskSums = z.object({
  /** The value of the tickets not cancelled. */
  value: Money,
  paid: Money,
  refunded: Money,
  refunding: Money,
  kept: Money,
  /** Amounts turned into gift cards by changes; they cannot be refunded again. */
  to_gift_cards: Money,
  /** Failed refunds repaid outside the provider; they cannot be refunded again. */
  repaid_elsewhere: Money,
  /** The amount that can still be refunded. */
  left: Money,
});

export const historyKinds = [
  "held",
  "bought",
  "sold",
  "given",
  "moved",
  "cancelled",
  "renamed",
  "card_added",
  "sent_on",
  "taken_back",
  "session_cancelled",
  "session_reinstated",
  "session_moved",
  "payment",
  "refund",
  "email",
  "note",
  "scan",
  "staff",
] as const;

/** What happened, and by whom. Fields that do not apply to the kind are null. */
export const HistoryEvent = z.object({
  at: Instant,
  kind: z.enum(historyKinds),
  /** A name, 'The buyer', or null for an automatic event. */
  by: z.nullable(z.string()),
  tickets: z.nullable(z.int()),
  amount: z.nullable(Money),
  means: z.nullable(z.string()),
  state: z.nullable(z.string()),
  /** The reason, the text of a note, the subject of an e-mail, the action of the audit log, or why a scan was refused. */
  text: z.nullable(z.string()),
  before: z.nullable(JsonObject),
  after: z.nullable(JsonObject),
  /** The id of a check-in that can be undone. */
  scan_id: z.nullable(Id),
});
export type HistoryEvent = z.infer<typeof HistoryEvent>;

export const DeskNote = z.object({ id: Id, at: Instant, by: z.string(), text: z.string(), is_pinned: z.boolean() });
export type DeskNote = z.infer<typeof DeskNote>;

export const DeskOrder = z.object({
  order_number: z.int(),
  /** A version of everything that a change depends on; sent with every change. */
  version: z.string(),
  sold_at: Instant,
  currency: Currency,
  timezone: z.string(),
  state: z.enum(orderStates),
  channel_id: z.string(),
  terms_version: z.nullable(z.string()),
  purchaser: z.object({
    first_name: z.nullable(z.string()),
    last_name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    /** The purchaser has an account, whose login is this address. */
    is_user: z.boolean(),
  }),
  total: Money,
  tickets: z.array(DeskTicket),
  sums: DeskSums,
  /** The taxes included in the price, for ticket types that name one. */
  taxes: z.array(IncludedTax),
  payments: z.array(DeskPayment),
  codes: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Survey answers with their questions, those about valid tickets first. */
  answers: z.array(
    z.object({
      ticket_group_id: Id,
      /** The name of the ticket group that asks. */
      group: z.string(),
      question: z.string(),
      answer: z.string(),
      /** All tickets of the group are cancelled. */
      is_past: z.boolean(),
    }),
  ),
  emails: z.array(
    z.object({
      id: Id,
      at: Instant,
      kind: z.string(),
      subject: z.nullable(z.string()),
      to: z.string(),
      state: z.enum(["queued", "sending", "sent", "kept", "dead"]),
      error: z.nullable(z.string()),
    }),
  ),
  notes: z.array(DeskNote),
  /** Newest first. */
  history: z.array(HistoryEvent),
  /** Dearer tickets that are held until the difference is paid by a link; null if there are none. */
  offer: z.nullable(
    z.object({ by: z.string(), reason: z.string(), due: Money, expires_at: Instant, is_being_paid: z.boolean() }),
  ),
  /** What the reader can refund without a colleague, if the seller sets a limit; null otherwise. */
  refund_limit: z.nullable(z.object({ order: z.nullable(Money), day: z.nullable(Money) })),
});
export type DeskOrder = z.infer<typeof DeskOrder>;

export const readDeskOrder = staffEndpoint({
  name: "readDeskOrder",
  method: "GET",
  path: "/orders/:order_number",
  summary: "Read an order",
  can: "order.read",
  audits: null,
  params: ofOrder,
  reply: DeskOrder,
});

/** Polled every few seconds while an order is on screen. `activity` also changes with notes and e-mails. */
export const readOrderVersion = staffEndpoint({
  name: "readOrderVersion",
  method: "GET",
  path: "/orders/:order_number/version",
  summary: "Read whether an order has changed",
  can: "order.read",
  audits: null,
  params: ofOrder,
  reply: z.object({ version: z.string(), activity: z.string() }),
});

/** A session that tickets can be moved to. */
export const MoveTarget = z.object({
  event_session_id: Id,
  start_datetime: Instant,
  timezone: z.string(),
  all_day: z.boolean(),
  /** Null without a limit. */
  left: z.nullable(z.int()),
});

/** The sessions of an event on a day that are neither cancelled nor closed and have not ended, and its ticket types. */
export const listMoveTargets = staffEndpoint({
  name: "listMoveTargets",
  method: "GET",
  path: "/events/:event_template_id/sessions",
  summary: "List sessions that tickets can be moved to",
  can: "order.read",
  audits: null,
  params: z.strictObject({ event_template_id: Id }),
  query: z.strictObject({ day: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)) }),
  reply: z.object({
    sessions: z.array(MoveTarget),
    types: z.array(z.object({ ticket_type_id: Id, name: z.string(), price: Money })),
  }),
});

/** What is printed on a ticket. */
export const DeskPrintedTicket = z.object({
  id: Id,
  event: z.string(),
  type: z.string(),
  visit: z.nullable(z.object({ start_datetime: Instant, all_day: z.boolean(), timezone: z.string() })),
  /** Instead of a date: the term of a membership, or the event's own text. */
  term: z.nullable(z.string()),
  seat: z.nullable(z.string()),
  admit_name: z.nullable(z.string()),
  venue: z.nullable(z.string()),
  scan_code: z.string(),
});
export type DeskPrintedTicket = z.infer<typeof DeskPrintedTicket>;

/** The valid tickets of an order that the buyer has not sent on, with their codes, to be printed at the desk. */
export const printDeskTickets = staffEndpoint({
  name: "printDeskTickets",
  method: "POST",
  path: "/orders/:order_number/printed_tickets",
  summary: "Print the tickets of an order",
  can: "order.resend",
  audits: "order.printed",
  params: ofOrder,
  reply: z.object({ tickets: z.array(DeskPrintedTicket) }),
});
