import type { Cart, CartLine, CartReply, Ticket } from "@foyer/contract/shop/cart.ts";
import type { PendingChange } from "@foyer/contract/shop/aftersale/pendingChange.ts";
import { makeCart, orderId } from "../cart/fixtures.tsx";
import { adult, day, event, group, id, session, template } from "../reserve/eventData.ts";

/** An order of two adults and a child for one session, and a change of it. */
export const token = "t".repeat(32);
export const bookedCartId = id(80);
export const changeCartId = id(81);
export const presentSession = id(50);
export const newSession = id(51);
export const partySession = id(52);
export const child = { ...adult, id: id(33), name: "Child", currency_amount: "8" };
export const ticketId = (number: number): string => id(100 + number);
export const address = (page = ""): string => `/manage/${orderId}${page}?token=${token}`;

const typeOf = (ticket_type_id: string, name: string, numbers: readonly number[]): CartLine["types"][number] => ({
  ticket_type_id,
  ticket_group_id: group.id,
  name,
  group_name: group.name,
  count: numbers.length,
  price: "28.00",
  seats: [],
  ticket_ids: numbers.map(ticketId),
});
export const makeLine = (more: Partial<CartLine> = {}): CartLine => ({
  event_template_id: event,
  event_session_id: presentSession,
  name: "Salt and Light",
  image: null,
  image_alt: null,
  image_focus: null,
  start_datetime: "2026-11-22T15:00:00Z",
  end_datetime: "2026-11-22T16:00:00Z",
  local_day: "2026-11-22",
  local_start: "10:00",
  timezone: "America/New_York",
  all_day: false,
  ticket_date_time: null,
  is_anchor: true,
  needs_anchor: false,
  membership: null,
  types: [typeOf(adult.id, "Adult", [1, 2]), typeOf(child.id, "Child", [3])],
  ...more,
});
export const newLine = makeLine({
  event_session_id: newSession,
  local_day: "2026-11-23",
  types: [typeOf(adult.id, "Adult", [11, 12]), typeOf(child.id, "Child", [13])],
});

export const makeTicket = (number: number, more: Partial<Ticket> = {}): Ticket => ({
  id: ticketId(number),
  state: "booked",
  ticket_order_id: orderId,
  ticket_type_id: number % 10 === 3 ? child.id : adult.id,
  ticket_group_id: group.id,
  event_template_id: event,
  event_session_id: presentSession,
  admit_name: number === 1 ? "Ada Byron" : null,
  admit_email: null,
  face_value: "20",
  adjusted_value: "20",
  start_datetime: "2026-11-22T15:00:00Z",
  timezone: "America/New_York",
  seat_template_id: null,
  seat_name: null,
  scan_code: null,
  handler_data: null,
  ...more,
});

export const orderReply = (more: object = {}) => ({
  ticket_order: {
    _data: [
      {
        id: orderId,
        order_number: "100017",
        identity_id: null,
        cart_id: bookedCartId,
        currency: "USD",
        purchased_on: "2026-11-20T15:01:00Z",
        token,
        confirmation_held: false,
        ticket_order_fees: [{ total_after_fees_price: "53.00" }],
      },
    ],
  },
  ticket: { _data: [1, 2, 3].map((number) => makeTicket(number)) },
  ticket_group: { _data: [group] },
  gift_card: { _data: [] },
  door_ticket: { _data: [] },
  paying_gift_cards: {},
  files: { [orderId]: { tickets: true, calendar: true } },
  lines: { [orderId]: [makeLine()] },
  giftees: {},
  sums: {},
  taken_back: {},
  event_template: { _data: [template] },
  venue: { _data: [] },
  ...more,
});

/** What can be done with a ticket. An adult cost $21.50 with fees, a child $10; the seller keeps a dollar of each. */
export const can = (number: number, actions: readonly string[] = ["cancel", "reschedule"]) => ({
  ticket_id: ticketId(number),
  actions,
  until: actions.length > 0 ? "2026-11-21T15:00:00Z" : null,
  obstacle: actions.length > 0 ? null : "not_changeable",
  value: number === 3 ? "10.00" : "21.50",
  change_fee: "1.00",
});
export const actionsReply = (more: object = {}) => ({
  ticket: { _data: [1, 2, 3].map((number) => can(number)) },
  refund_to: "same_means",
  gift_card_bonus: 0,
  change_cart_id: null as string | null,
  is_change_offered: false,
  history: [{ at: "2026-11-20T15:01:00Z", kind: "bought", tickets: 3, amount: "53.00", means: null, state: null }],
  ...more,
});

export const noChange: PendingChange = {
  ticket_order_id: orderId,
  removed: [1, 2, 3].map(ticketId),
  along: [],
  moves: [1, 2, 3].map((number) => ({ from: ticketId(number), to: ticketId(number + 10) })),
  value: "53.00",
  fee: "0",
  added: "53.00",
  due: "0",
  refunds: [],
  refund: "0",
  gift_card: "0",
  bonus: "0",
  refund_to: "same_means",
};
/** An open change, which comes to `due`. */
export const changeReply = (change: Partial<PendingChange> = {}, cart: Partial<Cart> = {}): CartReply => {
  const due = change.due ?? "0";
  return {
    cart: {
      _data: [
        makeCart({
          id: changeCartId,
          lines: [newLine],
          outstanding_balance: due,
          payment_due_by_credit_card: due,
          change: { ...noChange, ...change },
          ...cart,
        }),
      ],
    },
    ticket: {
      _data: [11, 12, 13].map((number) => makeTicket(number, { state: "held", event_session_id: newSession })),
    },
  };
};

export const calls = {
  order: "GET /api/ticket_order/:id",
  actions: "GET /api/ticket_order/:id/actions",
  names: "POST /api/ticket_order/:id/names",
  openLinked: "POST /api/cart/:id/modify",
  openOwn: "POST /api/my/cart/:id/modify",
  cart: "GET /api/my/cart/:id",
  discard: "DELETE /api/my/cart/:id",
  pay: "POST /api/my/cart/:id/pay",
  checkout: "POST /api/my/cart/:id/guest_checkout",
} as const;

const sessions = [
  session(50, "10:00", { local_day: "2026-11-23" }),
  session(51, "11:00", { local_day: "2026-11-23", left: 40 }),
  session(52, "12:00", { local_day: "2026-11-23", left: 40 }),
  session(53, "13:00", { local_day: "2026-11-23", left: 0, sold_out: true }),
];
const priceOf = (event_session_id: string, price: string, available = true) => ({
  event_session_id,
  price,
  fees: "3.00",
  available,
});
/** The event's page: two days with times; the present one, a dearer one, one without children, one sold out. */
export const eventAnswers = {
  "GET /cached_api/events/:id": () => ({
    event_template: { _data: [{ ...template, meta: {}, config: {} }] },
    ticket_group: { _data: [group] },
    ticket_type: { _data: [adult, child] },
    message_rule: { _data: [] },
  }),
  "GET /cached_api/events/:id/calendar": () => ({
    calendar: { _data: [day("2026-11-22"), day("2026-11-23"), day("2026-11-24", "sold_out"), day("2026-11-25")] },
  }),
  "POST /api/events/:id/calendar": () => ({
    calendar: {
      _data: [
        { ...day("2026-11-22"), min_price: "47.00", min_price_fees: { outside: "3.00" } },
        { ...day("2026-11-23"), min_price: "52.00", min_price_fees: { outside: "3.00" } },
        day("2026-11-24", "sold_out"),
        day("2026-11-25", "sold_out"),
      ],
    },
  }),
  "GET /cached_api/events/:id/sessions": () => ({ event_session: { _data: sessions } }),
  "POST /api/events/:id/sessions": () => ({
    event_session: {
      _data: sessions.map((one) => ({ ...one, sold_out: one.sold_out || one.id === partySession, price: "47.00" })),
    },
    price_schedule: {
      _data: [
        priceOf(presentSession, "50.00"),
        priceOf(newSession, "52.00"),
        priceOf(partySession, "40.00", false),
        priceOf(id(53), "40.00", false),
      ],
    },
  }),
  "GET /cached_api/events/:id/sessions/:id": () => ({
    event_session: { _data: [sessions[2]] },
    event_template: { _data: [template] },
    ticket_group: { _data: [group] },
    ticket_type: { _data: [adult] },
  }),
};
