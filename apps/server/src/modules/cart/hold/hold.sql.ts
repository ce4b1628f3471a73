import type { TicketTax } from "@foyer/contract/shop/tax.ts";
import type { AllowanceUse } from "@foyer/rules/membership/allocateAllowances.ts";
import { statement, withAnswer, type Pipeline } from "../../../db/statements/statement.ts";
import { cartColumns, type CartRow } from "../read/cartRow.ts";

export type NewCart = {
  id: string;
  visitor: { identity_id: string };
  channel_id: string;
  campaign: Record<string, string>;
  additional_info: object;
  client_network: string | null;
  /** The recipient of a gift in the cart. */
  giftee_identity_id: string | null;
};
export type CartUpdate = {
  id: string;
  /** Tickets were added, so the hold is renewed. */
  renews: boolean;
  /** The cart was empty, so its latest expiry starts over too. */
  restarts: boolean;
  additional_info: object;
  /** Ticket groups that have no ticket left in the cart. Their answers are deleted. */
  goneGroups: readonly string[];
  /** Null keeps the previous recipient. */
  giftee_identity_id: string | null;
};
export type NewTicketRow = {
  id: string;
  cart_id: string;
  ticket_type_id: string;
  ticket_group_id: string;
  event_template_id: string;
  event_session_id: string | null;
  seat_id: string | null;
  face_value: number;
  /** The price after discounts. */
  adjusted_value: number;
  fee_fixed: number;
  fee_percent: number;
  tax: TicketTax | null;
  admit_name: string | null;
  admit_email: string | null;
  valid_from: string | null;
  valid_to: string | null;
  voucher: string | null;
  needs_anchor: boolean;
  handler_data: Readonly<Record<string, unknown>> | null;
  allowance_use: AllowanceUse | null;
  /** The order's ticket whose place it takes over. */
  takes_place_of: string | null;
  /** The order's ticket whose seat it gets when its change completes. */
  keeps_seat_of: string | null;
  is_oversold: boolean;
};
/** Changes of used capacity, by session or group id: positive takes capacity, negative gives it back. */
export type CapacityChanges = ReadonlyMap<string, number>;
export type HoldMinutes = { hold: number; atMost: number };

/** What a cart gives up from the order that it changes. */
export type CartChangeUpdate = {
  readonly id: string;
  readonly gives_up: readonly string[];
  readonly refund_to: string | null;
};

export const updateCartChanges = async (
  pipeline: Pipeline,
  seller_id: string,
  carts: readonly CartChangeUpdate[],
): Promise<void> => {
  if (carts.length === 0) return;
  await statement(
    pipeline,
    `update cart c set
       gives_up = array(select value::uuid from jsonb_array_elements_text(w.gives_up) with ordinality order by ordinality),
       change_refund_to = w.refund_to
     from unnest($2::uuid[], $3::jsonb[], $4::text[]) as w (id, gives_up, refund_to)
     where c.seller_id = $1 and c.id = w.id and c.changes_order_id is not null`,
    [
      seller_id,
      carts.map((cart) => cart.id),
      carts.map((cart) => JSON.stringify(cart.gives_up)),
      carts.map((cart) => cart.refund_to),
    ],
  );
};

/** A new cart as later reads return it. It has no payments yet. */
type InsertedCart = Omit<CartRow, "paying" | "schedule" | "ticket_order_id" | "payments" | "gift_cards">;

// Not part of the insert's returning clause, which allows no subqueries on a distributed database.
const newCartsQuery = `select ${cartColumns()} from cart c where c.seller_id = $1 and c.id = any($2::uuid[])`;

export const insertCarts = async (
  pipeline: Pipeline,
  seller_id: string,
  carts: readonly NewCart[],
  minutes: HoldMinutes,
): Promise<CartRow[]> => {
  if (carts.length === 0) return [];
  const inserted = statement(
    pipeline,
    `insert into cart (seller_id, id, identity_id, channel_id, campaign, additional_info, client_network, giftee_identity_id, created_at, expires_at, max_hold_until)
     select $1, n.id, n.identity_id, n.channel_id, n.campaign, n.additional_info, n.client_network, n.giftee, app_now(), app_now() + make_interval(mins => $7::int), app_now() + make_interval(mins => $8::int)
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::jsonb[], $6::jsonb[], $9::text[], $10::uuid[]) as n (id, identity_id, channel_id, campaign, additional_info, client_network, giftee)
     ${withAnswer}`,
    [
      seller_id,
      carts.map((cart) => cart.id),
      carts.map((cart) => cart.visitor.identity_id),
      carts.map((cart) => cart.channel_id),
      carts.map((cart) => JSON.stringify(cart.campaign)),
      carts.map((cart) => JSON.stringify(cart.additional_info)),
      minutes.hold,
      minutes.atMost,
      carts.map((cart) => cart.client_network),
      carts.map((cart) => cart.giftee_identity_id),
    ],
  );
  const read = statement<InsertedCart>(pipeline, newCartsQuery, [seller_id, carts.map((cart) => cart.id)]);
  const [, rows] = await Promise.all([inserted, read]);
  return rows.map((row) => ({
    ...row,
    paying: false,
    schedule: null,
    ticket_order_id: null,
    payments: null,
    gift_cards: null,
  }));
};

/** Never shortens a hold, and never extends it past its latest expiry. */
export const updateCarts = async (
  pipeline: Pipeline,
  seller_id: string,
  carts: readonly CartUpdate[],
  minutes: HoldMinutes,
): Promise<void> => {
  if (carts.length === 0) return;
  await statement(
    pipeline,
    `update cart c set
       version = c.version + 1,
       additional_info = (c.additional_info - string_to_array(w.gone, ',')) || w.additional_info,
       giftee_identity_id = coalesce(w.giftee, c.giftee_identity_id),
       extensions = case when w.restarts then 0 else c.extensions end,
       max_hold_until = case when w.restarts then ends.at_most else c.max_hold_until end,
       expires_at = case
         when w.restarts then ends.hold
         when w.renews then greatest(c.expires_at, least(ends.hold, c.max_hold_until))
         else c.expires_at end
     from unnest($2::uuid[], $3::boolean[], $4::boolean[], $5::jsonb[], $8::uuid[], $9::text[])
         as w (id, renews, restarts, additional_info, giftee, gone),
       (select app_now() + make_interval(mins => $6::int) as hold, app_now() + make_interval(mins => $7::int) as at_most) ends
     where c.seller_id = $1 and c.id = w.id`,
    [
      seller_id,
      carts.map((cart) => cart.id),
      carts.map((cart) => cart.renews),
      carts.map((cart) => cart.restarts),
      carts.map((cart) => JSON.stringify(cart.additional_info)),
      minutes.hold,
      minutes.atMost,
      carts.map((cart) => cart.giftee_identity_id),
      carts.map((cart) => cart.goneGroups.join(",")),
    ],
  );
};

export const insertTickets = async (
  pipeline: Pipeline,
  seller_id: string,
  tickets: readonly NewTicketRow[],
): Promise<void> => {
  if (tickets.length === 0) return;
  await statement(
    pipeline,
    `insert into ticket (seller_id, id, state, cart_id, ticket_type_id, ticket_group_id, event_template_id, event_session_id, seat_id,
       face_value, adjusted_value, fee_fixed, fee_percent, admit_name, admit_email, valid_from, valid_to, voucher, needs_anchor, handler_data, takes_place_of, keeps_seat_of, is_oversold, tax, created_at)
     select $1, t.id, 'held', t.cart_id, t.ticket_type_id, t.ticket_group_id, t.event_template_id, t.event_session_id, t.seat_id,
       t.face_value, t.adjusted_value, t.fee_fixed, t.fee_percent, t.admit_name, t.admit_email, t.valid_from, t.valid_to, t.voucher, t.needs_anchor, t.handler_data, t.takes_place_of, t.keeps_seat_of, t.is_oversold, t.tax, app_now()
     from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::bigint[], $9::bigint[], $10::bigint[],
       $11::text[], $12::text[], $13::timestamptz[], $14::timestamptz[], $15::text[], $16::boolean[], $17::jsonb[], $18::uuid[], $19::bigint[], $20::uuid[], $21::uuid[], $22::boolean[], $23::jsonb[])
       as t (id, cart_id, ticket_type_id, ticket_group_id, event_template_id, event_session_id, face_value, fee_fixed, fee_percent,
         admit_name, admit_email, valid_from, valid_to, voucher, needs_anchor, handler_data, seat_id, adjusted_value, takes_place_of, keeps_seat_of, is_oversold, tax)
     ${withAnswer}`,
    [
      seller_id,
      tickets.map((ticket) => ticket.id),
      tickets.map((ticket) => ticket.cart_id),
      tickets.map((ticket) => ticket.ticket_type_id),
      tickets.map((ticket) => ticket.ticket_group_id),
      tickets.map((ticket) => ticket.event_template_id),
      tickets.map((ticket) => ticket.event_session_id),
      tickets.map((ticket) => ticket.face_value),
      tickets.map((ticket) => ticket.fee_fixed),
      tickets.map((ticket) => ticket.fee_percent),
      tickets.map((ticket) => ticket.admit_name),
      tickets.map((ticket) => ticket.admit_email),
      tickets.map((ticket) => ticket.valid_from),
      tickets.map((ticket) => ticket.valid_to),
      tickets.map((ticket) => ticket.voucher),
      tickets.map((ticket) => ticket.needs_anchor),
      tickets.map((ticket) => ticket.handler_data && JSON.stringify(ticket.handler_data)),
      tickets.map((ticket) => ticket.seat_id),
      tickets.map((ticket) => ticket.adjusted_value),
      tickets.map((ticket) => ticket.takes_place_of),
      tickets.map((ticket) => ticket.keeps_seat_of),
      tickets.map((ticket) => ticket.is_oversold),
      tickets.map((ticket) => ticket.tax && JSON.stringify(ticket.tax)),
    ],
  );
};

export type TicketPriceUpdate = Pick<NewTicketRow, "id" | "adjusted_value" | "fee_fixed" | "fee_percent">;

/** Updates the prices of held tickets. */
export const updateTicketPrices = async (
  pipeline: Pipeline,
  seller_id: string,
  tickets: readonly TicketPriceUpdate[],
): Promise<void> => {
  if (tickets.length === 0) return;
  await statement(
    pipeline,
    `update ticket t set adjusted_value = w.adjusted_value, fee_fixed = w.fee_fixed, fee_percent = w.fee_percent
     from unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[]) as w (id, adjusted_value, fee_fixed, fee_percent)
     where t.seller_id = $1 and t.id = w.id and t.state in ('held', 'in_cart')`,
    [
      seller_id,
      tickets.map((ticket) => ticket.id),
      tickets.map((ticket) => ticket.adjusted_value),
      tickets.map((ticket) => ticket.fee_fixed),
      tickets.map((ticket) => ticket.fee_percent),
    ],
  );
};

/**
 * Fails inside the database if a counter cannot be changed: the cast of text to a number raises an error. The commit is
 * sent without waiting for this result, so the check cannot be in the application.
 */
const usageStatement = (table: "event_session" | "ticket_group") => `
  with moved as (
    update ${table} b set used_capacity = b.used_capacity + w.n
    from unnest($2::uuid[], $3::int[]) as w (id, n)
    where b.seller_id = $1 and b.id = any($2::uuid[]) and b.id = w.id
      and (w.n <= 0 or b.capacity < 0 or b.used_capacity + w.n <= b.capacity + b.oversell_capacity)
    returning b.id)
  select case when count(*) = cardinality($2::uuid[]) then 0 else (count(*) || ' moved: not enough capacity left')::int end from moved`;
const sessionUsage = usageStatement("event_session");
const groupUsage = usageStatement("ticket_group");

/**
 * Changes the counters, all or none. The rows are locked and the capacity was checked already; the statement's condition
 * is the second guard against overselling.
 */
export const addSessionUsage = (pipeline: Pipeline, seller_id: string, sessions: CapacityChanges): Promise<void> =>
  addUsage(pipeline, sessionUsage, seller_id, sessions);
export const addGroupUsage = (pipeline: Pipeline, seller_id: string, groups: CapacityChanges): Promise<void> =>
  addUsage(pipeline, groupUsage, seller_id, groups);

const addUsage = async (
  pipeline: Pipeline,
  text: string,
  seller_id: string,
  buckets: CapacityChanges,
): Promise<void> => {
  const moves = [...buckets].filter(([, n]) => n !== 0);
  if (moves.length === 0) return;
  await statement(pipeline, text, [seller_id, moves.map(([id]) => id), moves.map(([, n]) => n)]);
};

/** The tickets' cart is locked, so all three statements find the same tickets. */
const stillHeld = "t.seller_id = $1 and t.id = any($2::uuid[]) and t.state in ('held', 'in_cart')";
const unbookStatements = [
  `delete from allowance_use u where u.seller_id = $1 and u.ticket_id in (select t.id from ticket t where ${stillHeld})`,
  `insert into transition (seller_id, entity, entity_id, from_state, to_state)
   select t.seller_id, 'ticket', t.id, t.state, 'unbooked' from ticket t where ${stillHeld} ${withAnswer}`,
  `update ticket t set state = 'unbooked' where ${stillHeld}`,
];

/** Releases tickets. The caller changes the counters, together with those of new tickets. */
export const unbookTickets = async (
  pipeline: Pipeline,
  seller_id: string,
  ticket_ids: readonly string[],
): Promise<void> => {
  if (ticket_ids.length === 0) return;
  await Promise.all(unbookStatements.map((text) => statement(pipeline, text, [seller_id, ticket_ids])));
};
