import * as z from "zod/mini";
import { Currency, Day, Id, Instant, Money } from "../../basics.ts";
import { CardGatewayId } from "../../shop/cardGateways.ts";
import { sortOf, type ListShape } from "../listShape.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** The state of an order. `part_refunded`: some of its money was refunded. `used`: all of its tickets were used. */
export const orderStates = ["valid", "part_refunded", "used", "cancelled"] as const;
export type OrderState = (typeof orderStates)[number];

/** The channel through which an order was sold. */
export const orderChannels = ["web", "box_office", "auto_renew", "comp", "import"] as const;

/** How an order was paid. `terminal` is a card at a terminal of the box office. */
export const paymentMeans = ["card", "gift_card", "cash", "terminal", "free"] as const;

/** The gateways that can pay an order, and those that take cards. */
export const orderGateways = ["ledger", "cash", "terminal", ...CardGatewayId.options] as const;

/** `online`: by no staff member. */
const SoldBy = z.union([Id, z.literal("online")]);

/** All gateways of an order, such as `cash,ledger`, each once and by name; `none` without a payment. */
const PaidBy = z.string().check(
  z.refine((text) => {
    const names = text.split(",");
    const isKnown = (name: string): boolean => orderGateways.some((gateway) => gateway === name);
    return text === "none" || (names.every(isKnown) && [...new Set(names)].toSorted().join() === text);
  }),
);

const OrderNumber = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
  z.transform((text) => Number(text)),
);
/** An order, named by the number that its buyer sees. */
export const ofOrder = z.strictObject({ order_number: OrderNumber });

/**
 * Days of the sale and of the journal are in the seller's time zone, days of the visit in the venue's; both ends are
 * included. Amounts are compared with the total. A visit is that of a ticket that is not cancelled; with the state
 * `cancelled`, that of a cancelled ticket.
 */
export const orderFilters = {
  sold_from: z.optional(Day),
  sold_to: z.optional(Day),
  /**
   * Orders with an entry of the journal on these days: sold, changed, refunded or disputed. With these, event, session and
   * ticket type are those of the entries, `means` is what they moved, and `paid_by` how the order was paid by then. Both
   * days, at most 93 (`maxJournalDays`); others are refused with `validation_failed`.
   */
  journal_from: z.optional(Day),
  journal_to: z.optional(Day),
  visit_from: z.optional(Day),
  visit_to: z.optional(Day),
  event_template_id: z.optional(Id),
  event_session_id: z.optional(Id),
  ticket_type_id: z.optional(Id),
  state: z.optional(z.enum(orderStates)),
  channel_id: z.optional(z.enum(orderChannels)),
  /** At least one payment was made by these means. */
  means: z.optional(z.enum(paymentMeans)),
  /** The payments were made by exactly these gateways. */
  paid_by: z.optional(PaidBy),
  /** The staff member who sold the order at the counter, sent its link to pay or gave it away. */
  sold_by: z.optional(SoldBy),
  /** Given away for one reason: the key of its row in the report. Only for readers of the audit log. */
  given_for: z.optional(z.string().check(z.regex(/^(?:erased|[0-9a-f]{32})$/))),
  /** The staff member who acted on the order. */
  staff_id: z.optional(Id),
  /** Some of it is still to be paid. */
  due: z.optional(z.enum(["true"])),
  min: z.optional(Money),
  max: z.optional(Money),
};

export const OrderListRow = z.object({
  order_number: z.int(),
  sold_at: Instant,
  /** Empty without a name, as for a sale at the counter, and once erased. */
  purchaser: z.string(),
  email: z.nullable(z.string()),
  /** The events, without repetition, at most three. */
  events: z.array(z.string()),
  /** The number of tickets that are not cancelled. */
  tickets: z.int(),
  /** The first visit that is not cancelled, or else the first one; null for orders without a date. */
  visit: z.nullable(z.object({ start_datetime: Instant, all_day: z.boolean(), timezone: z.string() })),
  total: Money,
  refunded: Money,
  /** The amount still to be paid for held tickets. */
  due: Money,
  currency: Currency,
  state: z.enum(orderStates),
});
export type OrderListRow = z.infer<typeof OrderListRow>;

export const orderPageSize = 50;

/** Order numbers increase with the time of sale, so sorting by number sorts by time. */
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

/** The order number of the last row, preceded by its total if the list is sorted by totals. */
const Cursor = z.string().check(z.regex(/^(?:\d{1,15}_)?[1-9]\d{0,14}$/));

/**
 * Sorted by newest unless `sort` is set. `q`: the beginnings of names, an e-mail address, a telephone number, the last four
 * digits of a card, or any number or code. `after`: `next` of the previous page. `too_short`: `q` is a single letter, which
 * finds nothing.
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
    /** The only order that matches exactly: by its own number, or by a number or code of its ticket or card. */
    exact: z.nullable(z.int()),
  }),
});

/**
 * The values that orders can be filtered by. `types`: the types of an event, including those no longer sold; empty without
 * an event. `sessions`: the sessions of an event on a day, including past and cancelled ones; empty without both.
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
    /** The currency of the amounts. */
    currency: Currency,
    events: z.array(z.object({ id: Id, name: z.string() })),
    staff: z.array(z.object({ id: Id, name: z.string() })),
    types: z.array(z.object({ id: Id, name: z.string() })),
    sessions: z.array(
      z.object({ id: Id, start_datetime: Instant, all_day: z.boolean(), timezone: z.string(), cancelled: z.boolean() }),
    ),
  }),
});
