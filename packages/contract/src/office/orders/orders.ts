import * as z from "zod/mini";
import { Currency, Day, Id, Instant, Money } from "../../basics.ts";
import { sortOf, type ListShape } from "../listShape.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** What an order is now: `part_refunded` where some of its money went back, `used` where every ticket was. */
export const orderStates = ["valid", "part_refunded", "used", "cancelled"] as const;
export type OrderState = (typeof orderStates)[number];

/** Through which channel an order was sold. */
export const orderChannels = ["web", "box_office", "auto_renew", "comp", "import"] as const;

/** How an order was paid: `terminal` is a card at a terminal of the box office. */
export const paymentMeans = ["card", "gift_card", "cash", "terminal", "free"] as const;

const OrderNumber = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
  z.transform((text) => Number(text)),
);
/** The order of a call, by the number that its buyer sees. */
export const ofOrder = z.strictObject({ order_number: OrderNumber });

/**
 * Days by the clock of the seller (sale) and of the venue (visit), both included. Amounts compare with the total. A visit is
 * that of a ticket that is not cancelled; with the state `cancelled` that of a cancelled one.
 */
export const orderFilters = {
  sold_from: z.optional(Day),
  sold_to: z.optional(Day),
  visit_from: z.optional(Day),
  visit_to: z.optional(Day),
  event_template_id: z.optional(Id),
  event_session_id: z.optional(Id),
  ticket_type_id: z.optional(Id),
  state: z.optional(z.enum(orderStates)),
  channel_id: z.optional(z.enum(orderChannels)),
  means: z.optional(z.enum(paymentMeans)),
  /** Who of the staff has done something to it. */
  staff_id: z.optional(Id),
  /** Something is still to be paid. */
  due: z.optional(z.enum(["true"])),
  min: z.optional(Money),
  max: z.optional(Money),
};

export const OrderListRow = z.object({
  order_number: z.int(),
  sold_at: Instant,
  /** Empty once erased. */
  purchaser: z.string(),
  email: z.nullable(z.string()),
  /** The events, each once, at most three. */
  events: z.array(z.string()),
  /** Those that are not cancelled. */
  tickets: z.int(),
  /** The first visit that is not cancelled, or the first of all; null for orders without a date. */
  visit: z.nullable(z.object({ start_datetime: Instant, all_day: z.boolean(), timezone: z.string() })),
  total: Money,
  refunded: Money,
  /** What is still to be paid for tickets that are held. */
  due: Money,
  currency: Currency,
  state: z.enum(orderStates),
});
export type OrderListRow = z.infer<typeof OrderListRow>;

export const orderPageSize = 50;

/** Numbers count up with the time of the sale. */
export const orderList = {
  name: "order_number",
  columns: {
    order_number: { label: "Order" },
    purchaser: { label: "Purchaser" },
    events: { label: "What" },
    visit: { label: "Visit" },
    total: { label: "Total", isNumber: true },
    state: { label: "State" },
    sold_at: { label: "Sold", isExtra: true },
    email: { label: "Email", isExtra: true },
    tickets: { label: "Tickets", isNumber: true, isExtra: true },
    refunded: { label: "Refunded", isNumber: true, isExtra: true },
    due: { label: "Due", isNumber: true, isExtra: true },
  },
  sorts: { order_number: "descending", total: "descending" },
  usual: "-order_number",
} as const satisfies ListShape;

/** A number of an order, after the total of it where the list is sorted by totals. */
const Cursor = z.string().check(z.regex(/^(?:\d{1,15}_)?[1-9]\d{0,14}$/));

/**
 * Newest first without a `sort`. `q`: the beginnings of names, an e-mail address, a telephone number, the last four digits of a card, or any
 * number or code. `after`: `next` of the page before. `too_short`: one letter finds nothing.
 */
export const listOrdersOfSeller = staffEndpoint({
  name: "listOrdersOfSeller",
  method: "GET",
  path: "/orders",
  summary: "Find orders",
  can: "order.read",
  audits: null,
  query: z.strictObject({
    ...orderFilters,
    q: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    sort: sortOf(orderList),
    after: z.optional(Cursor),
  }),
  reply: z.object({
    orders: z.array(OrderListRow),
    next: z.nullable(z.string()),
    too_short: z.boolean(),
    /** The only order that was meant: by its own number, or a number or code of its ticket or card. */
    exact: z.nullable(z.int()),
  }),
});

/**
 * What orders can be filtered by: `types` of an event, also those that are sold no more, none without one; `sessions` of an
 * event on a day, also past and cancelled ones, none without both.
 */
export const listOrderFilters = staffEndpoint({
  name: "listOrderFilters",
  method: "GET",
  path: "/order_filters",
  summary: "List the events, ticket types, sessions and staff that orders are filtered by",
  can: "order.read",
  audits: null,
  query: z.strictObject({ event_template_id: z.optional(Id), day: z.optional(Day) }),
  reply: z.object({
    /** Of the amounts. */
    currency: Currency,
    events: z.array(z.object({ id: Id, name: z.string() })),
    staff: z.array(z.object({ id: Id, name: z.string() })),
    types: z.array(z.object({ id: Id, name: z.string() })),
    sessions: z.array(
      z.object({ id: Id, start_datetime: Instant, all_day: z.boolean(), timezone: z.string(), cancelled: z.boolean() }),
    ),
  }),
});
