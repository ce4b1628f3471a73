import type { GatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { ChangePolicy } from "@foyer/rules/aftersale/changePolicy.ts";
import type { InvoiceSettings } from "@foyer/contract/shop/aftersale/invoiceSettings.ts";
import { newOrderedId } from "../../../db/newId.ts";
import { statement, withAnswer, type Pipeline } from "../../../db/statements/statement.ts";
import type { PaymentAuditTable } from "../../../db/schema/payments.ts";
import type { PaidCard } from "../../../providers/payments/paymentGateway.ts";
import { paymentColumns, type PaymentRow } from "../payment/paymentRow.ts";
import type { TicketOrderRow } from "../../cart/read/readTicketOrder.ts";

/*
 * Writes for a batch of carts that are locked. The commit may be sent without waiting for the answers, so a row in an
 * unexpected state has to raise an error in the database: here by casting text to a number.
 */
const assertAllMoved = (what: string) =>
  `select case when count(*) = cardinality($2::uuid[]) then 0 else (count(*) || ' ${what}')::int end from moved`;

export type StateTransition = {
  readonly entity: "ticket" | "cart" | "payment";
  readonly id: string;
  readonly from: string;
  readonly to: string;
};

export const writeTransitions = async (
  pipeline: Pipeline,
  seller_id: string,
  moves: readonly StateTransition[],
): Promise<void> => {
  if (moves.length === 0) return;
  await statement(
    pipeline,
    `insert into transition (seller_id, entity, entity_id, from_state, to_state)
     select $1, m.entity, m.id, m.from_state, m.to_state from unnest($2::text[], $3::uuid[], $4::text[], $5::text[]) as m (entity, id, from_state, to_state)
     ${withAnswer}`,
    [
      seller_id,
      moves.map(({ entity }) => entity),
      moves.map(({ id }) => id),
      moves.map(({ from }) => from),
      moves.map(({ to }) => to),
    ],
  );
};

export type PaymentTransition = {
  readonly id: string;
  /** The state as read under the lock. */
  readonly was: PaymentRow["state"];
  readonly state: PaymentRow["state"];
  /** Null leaves the column as it is. */
  readonly provider_ref: string | null;
  readonly failure: string | null;
  /** The card's brand and last digits; null keeps the stored ones. */
  readonly card: PaidCard | null;
  /** The order that its cart becomes, inserted earlier in the same transaction; absent leaves the column as it is. */
  readonly ticket_order_id?: string | undefined;
};

export const updatePayments = async (
  pipeline: Pipeline,
  seller_id: string,
  moves: readonly PaymentTransition[],
): Promise<void> => {
  if (moves.length === 0) return;
  await statement(
    pipeline,
    `with moved as (
       update payment p set state = w.state, updated_at = app_now(),
         provider_ref = coalesce(w.provider_ref, p.provider_ref), failure = coalesce(w.failure, p.failure),
         gateway_data = p.gateway_data || w.known,
         ticket_order_id = case when p.refunded + p.refunding < p.amount then coalesce(w.ticket_order_id, p.ticket_order_id) else p.ticket_order_id end
       from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::uuid[])
         as w (id, was, state, provider_ref, failure, known, ticket_order_id)
       where p.seller_id = $1 and p.id = any($2::uuid[]) and p.id = w.id and p.state = w.was
       returning p.id)
     ${assertAllMoved("payments were in the expected state")}`,
    [
      seller_id,
      moves.map(({ id }) => id),
      moves.map(({ was }) => was),
      moves.map(({ state }) => state),
      moves.map(({ provider_ref }) => provider_ref),
      moves.map(({ failure }) => failure),
      moves.map(({ card }) => JSON.stringify(card ? { card: { brand: card.brand, last4: card.last4 } } : {})),
      moves.map(({ ticket_order_id = null }) => ticket_order_id),
    ],
  );
};

export type NewPayment = {
  readonly id: string;
  readonly cart_id: string;
  readonly cart_version: number;
  readonly gateway_id: GatewayId;
  readonly amount: number;
  readonly currency: string;
  readonly account_ref: string | null;
  /** The payer agreed to auto-renew. */
  readonly auto_renew: boolean;
  /** The saved method of an automatic charge, made while the payer is absent. */
  readonly saved_payment_method_id: string | null;
  /** The position among the payments of the request. */
  readonly index: number;
};

/** Inserted before any provider is called. The position preserves the order of payments made at the same time. */
export const insertPayments = async (
  pipeline: Pipeline,
  seller_id: string,
  payments: readonly NewPayment[],
): Promise<PaymentRow[]> => {
  if (payments.length === 0) return [];
  return statement<PaymentRow>(
    pipeline,
    `insert into payment (seller_id, id, cart_id, cart_version, gateway_id, amount, currency, account_ref, auto_renew, saved_payment_method_id, gateway_data, created_at)
     select $1, n.id, n.cart_id, n.cart_version, n.gateway_id, n.amount, n.currency, n.account_ref, n.auto_renew, n.saved_payment_method_id, '{}', app_now() + n.place * interval '1 microsecond'
     from unnest($2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::boolean[], $10::uuid[], $11::int[])
       as n (id, cart_id, cart_version, gateway_id, amount, currency, account_ref, auto_renew, saved_payment_method_id, place)
     returning ${paymentColumns.join(", ")}`,
    [
      seller_id,
      payments.map(({ id }) => id),
      payments.map(({ cart_id }) => cart_id),
      payments.map(({ cart_version }) => cart_version),
      payments.map(({ gateway_id }) => gateway_id),
      payments.map(({ amount }) => amount),
      payments.map(({ currency }) => currency),
      payments.map(({ account_ref }) => account_ref),
      payments.map(({ auto_renew }) => auto_renew),
      payments.map(({ saved_payment_method_id }) => saved_payment_method_id),
      payments.map(({ index }) => index),
    ],
  );
};

type AuditEntryRow = Pick<PaymentAuditTable, "audit_action" | "amount" | "currency" | "provider_ref"> & {
  readonly payment_id: string;
  /** Defaults to now. */
  readonly occurred_on?: string | undefined;
};

/** Records what happened to the money of payments. A repeated report is recorded once. */
export const writeAudits = async (
  pipeline: Pipeline,
  seller_id: string,
  entries: readonly AuditEntryRow[],
): Promise<void> => {
  if (entries.length === 0) return;
  await statement(
    pipeline,
    `insert into payment_audit (seller_id, id, payment_id, audit_action, amount, currency, provider_ref, occurred_on)
     select $1, e.id, e.payment_id, e.audit_action, e.amount, e.currency, e.provider_ref, coalesce(e.occurred_on, app_now())
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::timestamptz[])
       as e (id, payment_id, audit_action, amount, currency, provider_ref, occurred_on)
     on conflict (seller_id, payment_id, audit_action, provider_ref) do nothing`,
    [
      seller_id,
      entries.map(() => newOrderedId()),
      entries.map(({ payment_id }) => payment_id),
      entries.map(({ audit_action }) => audit_action),
      entries.map(({ amount }) => amount),
      entries.map(({ currency }) => currency),
      entries.map(({ provider_ref }) => provider_ref),
      entries.map(({ occurred_on }) => occurred_on ?? null),
    ],
  );
};

export type NewOrder = Omit<TicketOrderRow, "order_number" | "created_at"> & {
  readonly owner_identity_id: string;
  readonly scan_code: string;
  readonly change_policies: Readonly<Record<string, ChangePolicy>>;
  readonly invoice_settings: InvoiceSettings | null;
  /** The purchaser's Gift Aid declaration. */
  readonly gift_aid: boolean;
};

/** The number of a seller's first order. */
const firstOrderNumber = 100_001;

/**
 * Takes order numbers of a seller. Other transactions' orders wait until this one ends, so it runs right before the
 * orders are inserted.
 */
const takeNumbers = `
  insert into order_counter as c (seller_id, last_number) values ($1, ${firstOrderNumber - 1} + $2::int)
  on conflict (seller_id) do update set last_number = c.last_number + $2::int`;

/** Returns the orders with their numbers, which are specific to the seller and ascend in the order of the list. */
export const insertOrders = async (
  pipeline: Pipeline,
  seller_id: string,
  orders: readonly NewOrder[],
): Promise<TicketOrderRow[]> => {
  const counted = statement(pipeline, takeNumbers, [seller_id, orders.length]);
  const inserted = statement<TicketOrderRow>(
    pipeline,
    `insert into ticket_order as o (seller_id, id, order_number, identity_id, owner_identity_id, cart_id, currency, total, scan_code, confirmation_held, change_policies, invoice_settings, gift_aid)
     select c.seller_id, n.id, c.last_number - cardinality($2::uuid[]) + n.nth, n.identity_id, n.owner_identity_id, n.cart_id, n.currency, n.total, n.scan_code,
       n.confirmation_held, n.change_policies, n.invoice_settings, n.gift_aid
     from order_counter c
     cross join unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::bigint[], $8::text[], $9::boolean[], $10::jsonb[], $11::jsonb[], $12::boolean[])
       with ordinality as n (id, identity_id, owner_identity_id, cart_id, currency, total, scan_code, confirmation_held, change_policies, invoice_settings, gift_aid, nth)
     where c.seller_id = $1
     returning o.id, o.order_number, o.identity_id, o.cart_id, o.currency, o.created_at, o.total, o.confirmation_held`,
    [
      seller_id,
      orders.map(({ id }) => id),
      orders.map(({ identity_id }) => identity_id),
      orders.map(({ owner_identity_id }) => owner_identity_id),
      orders.map(({ cart_id }) => cart_id),
      orders.map(({ currency }) => currency),
      orders.map(({ total }) => total),
      orders.map(({ scan_code }) => scan_code),
      orders.map(({ confirmation_held }) => confirmation_held),
      orders.map(({ change_policies }) => JSON.stringify(change_policies)),
      orders.map(({ invoice_settings }) => (invoice_settings === null ? null : JSON.stringify(invoice_settings))),
      orders.map(({ gift_aid }) => gift_aid),
    ],
  );
  const [, rows] = await Promise.all([counted, inserted]);
  return rows;
};

export type BookedTicket = {
  readonly id: string;
  readonly was: string;
  readonly ticket_order_id: string;
  readonly scan_code: string;
};

const bookTicketsQuery = `
  with moved as (
    update ticket t set state = 'booked', ticket_order_id = w.ticket_order_id, scan_code = w.scan_code
    from unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[]) as w (id, was, ticket_order_id, scan_code)
    where t.seller_id = $1 and t.id = any($2::uuid[]) and t.id = w.id and t.state = w.was
    returning t.id)
  ${assertAllMoved("tickets were still held")}`;

/** Books the tickets of all orders. Fails if one is no longer held. */
export const bookTickets = async (
  pipeline: Pipeline,
  seller_id: string,
  tickets: readonly BookedTicket[],
): Promise<void> => {
  await statement(pipeline, bookTicketsQuery, [
    seller_id,
    tickets.map(({ id }) => id),
    tickets.map(({ was }) => was),
    tickets.map(({ ticket_order_id }) => ticket_order_id),
    tickets.map(({ scan_code }) => scan_code),
  ]);
};

export const completeCarts = async (
  pipeline: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<void> => {
  await statement(
    pipeline,
    `with moved as (
       update cart set state = 'completed', leased_until = null
       where seller_id = $1 and id = any($2::uuid[]) and state = 'pending' returning id)
     ${assertAllMoved("carts were still pending")}`,
    [seller_id, cart_ids],
  );
};

/** Assigns the captured payments of carts to their orders. */
export const assignPayments = async (
  pipeline: Pipeline,
  seller_id: string,
  orders: readonly { readonly id: string; readonly cart_id: string }[],
): Promise<void> => {
  if (orders.length === 0) return;
  await statement(
    pipeline,
    `update payment p set ticket_order_id = o.id from unnest($2::uuid[], $3::uuid[]) as o (cart_id, id)
     where p.seller_id = $1 and p.cart_id = any($2::uuid[]) and p.cart_id = o.cart_id
       and p.state = 'captured' and p.refunded + p.refunding < p.amount`,
    [seller_id, orders.map(({ cart_id }) => cart_id), orders.map(({ id }) => id)],
  );
};
