import type { InvoiceSettings } from "@foyer/contract/shop/aftersale/invoiceSettings.ts";
import type { GatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { JournalRefund, JournalTicket } from "@foyer/rules/journal/journalRows.ts";
import { optimizationFence, statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

/*
 * Reads the facts from the rows as they are now. Entries of changes and refunds are built from them in their transaction,
 * and entries of the past by the backfill job.
 */

/** A ticket of a journal entry, and when it was cancelled without a change. */
type TicketFacts = JournalTicket & { readonly id: string; readonly of: string };

const ticketFacts = `t.id, t.ticket_type_id, t.ticket_group_id, t.event_session_id, g.handler, e.category as event_category,
       t.face_value, t.adjusted_value, t.fee_fixed, t.fee_percent, t.tax`;
const ticketJoins = `
     cross join lateral (select handler, event_template_id from ticket_group where seller_id = $1 and id = t.ticket_group_id ${optimizationFence}) g
     cross join lateral (select category from event_template where seller_id = $1 and id = t.event_template_id ${optimizationFence}) e`;

export type SoldOrder = {
  readonly id: string;
  readonly cart_id: string;
  readonly currency: string;
  readonly at: string;
  readonly rates: InvoiceSettings["rates"] | null;
  readonly channel_id: string;
  readonly codes: string[] | null;
};

const orderFacts = `o.id, o.cart_id, o.currency, o.created_at as at, o.invoice_settings -> 'rates' as rates, c.channel_id,
       (select array_agg(k.code_id) from cart_code k where k.seller_id = $1 and k.cart_id = o.cart_id and k.is_applied) as codes`;

export const readSoldOrders = (
  pipeline: Pipeline,
  seller_id: string,
  order_ids: readonly string[],
): Promise<SoldOrder[]> =>
  statementWithFreshPlan(
    pipeline,
    `select ${orderFacts} from ticket_order o
     join cart c on c.seller_id = $1 and c.id = o.cart_id
     where o.seller_id = $1 and o.id = any($2::uuid[])`,
    [seller_id, order_ids],
  );

/** The tickets that orders were bought with. */
export const readBoughtTickets = (
  pipeline: Pipeline,
  seller_id: string,
  order_ids: readonly string[],
): Promise<TicketFacts[]> =>
  statementWithFreshPlan(
    pipeline,
    `select t.ticket_order_id as of, ${ticketFacts} from ticket t ${ticketJoins}
     where t.seller_id = $1 and t.ticket_order_id = any($2::uuid[]) and t.added_by is null
       and t.state in ('booked', 'redeemed', 'cancelled') order by t.id`,
    [seller_id, order_ids],
  );

/** Cancelled tickets by their ids. */
export const readCancelledTickets = (
  pipeline: Pipeline,
  seller_id: string,
  ticket_ids: readonly string[],
): Promise<TicketFacts[]> =>
  statementWithFreshPlan(
    pipeline,
    `select t.ticket_order_id as of, ${ticketFacts} from ticket t ${ticketJoins}
     where t.seller_id = $1 and t.id = any($2::uuid[]) order by t.id`,
    [seller_id, ticket_ids],
  );

export type ChangeFacts = Pick<SoldOrder, "currency" | "rates" | "at"> & {
  readonly id: string;
  readonly ticket_order_id: string;
  readonly channel_id: string;
  readonly fee: number;
  readonly paid: number;
  readonly refund: number;
  readonly gift_card: number;
  readonly bonus: number;
};

export const readChangeFacts = (
  pipeline: Pipeline,
  seller_id: string,
  change_ids: readonly string[],
): Promise<ChangeFacts[]> =>
  statementWithFreshPlan(
    pipeline,
    `select w.id, w.ticket_order_id, w.fee, w.paid, w.refund, w.gift_card, w.bonus, w.created_at as at,
       o.currency, o.invoice_settings -> 'rates' as rates, c.channel_id
     from order_change w
     join ticket_order o on o.seller_id = $1 and o.id = w.ticket_order_id
     join cart c on c.seller_id = $1 and c.id = coalesce(w.cart_id, o.cart_id)
     where w.seller_id = $1 and w.id = any($2::uuid[])`,
    [seller_id, change_ids],
  );

/** Tickets that changes have cancelled (`leaving`) or added. */
export const readChangedTickets = (
  pipeline: Pipeline,
  seller_id: string,
  changes: readonly Pick<ChangeFacts, "id" | "ticket_order_id">[],
): Promise<(TicketFacts & { readonly leaving: boolean })[]> =>
  statementWithFreshPlan(
    pipeline,
    `select w.id as of, t.cancelled_by is not distinct from w.id as leaving, ${ticketFacts}
     from unnest($2::uuid[], $3::uuid[]) as w (id, ticket_order_id)
     cross join lateral (select * from ticket where seller_id = $1 and ticket_order_id = w.ticket_order_id
       and (cancelled_by = w.id or added_by = w.id) ${optimizationFence}) t ${ticketJoins} order by t.id`,
    [seller_id, changes.map(({ id }) => id), changes.map(({ ticket_order_id }) => ticket_order_id)],
  );

export type RefundFacts = {
  readonly id: string;
  readonly payment_id: string;
  readonly gateway_id: GatewayId;
  readonly payment_amount: number;
  readonly amount: number;
  readonly currency: string;
  readonly reason: JournalRefund["reason"];
  readonly ticket_order_id: string | null;
  /** The payment had its order before the refund was requested. */
  readonly has_order: boolean;
  readonly state: string;
  /** When it succeeded, and when it failed after all, if known. */
  readonly succeeded_at: string;
  readonly failed_at: string | null;
  /** Its success is already in the journal. */
  readonly is_written: boolean;
  /** When it became a gift card after it had failed; null if it did not. */
  readonly card_at: string | null;
  /** The amount repaid outside the provider after it had failed; null while it is owed. `updated_at` is the time. */
  readonly repaid_elsewhere: number | null;
  readonly updated_at: string;
};

/** Leaves out refunds requested with the plan that became the order, because the order never had that money. */
export const readRefundFacts = (
  pipeline: Pipeline,
  seller_id: string,
  refund_ids: readonly string[],
): Promise<RefundFacts[]> =>
  statementWithFreshPlan(
    pipeline,
    `select r.id, r.payment_id, p.gateway_id, p.amount as payment_amount, r.amount, r.currency, r.reason, r.state, p.ticket_order_id,
       coalesce(coalesce(w.created_at, o.created_at) < r.created_at, false) as has_order,
       coalesce((select min(a.occurred_on) from payment_audit a where a.seller_id = $1 and a.payment_id = p.id
         and a.audit_action = 'refund' and a.provider_ref = r.provider_ref), r.created_at) as succeeded_at,
       (select min(a.occurred_on) from payment_audit a where a.seller_id = $1 and a.payment_id = p.id
         and a.audit_action = 'refund_failed' and a.provider_ref = r.provider_ref) as failed_at,
       exists (select from journal_entry j where j.seller_id = $1 and j.cause = 'refund' and j.cause_id = r.id) as is_written,
       case when r.gift_card_account_id is not null then r.updated_at end as card_at, r.repaid_elsewhere, r.updated_at
     from refund r
     join payment p on p.seller_id = $1 and p.id = r.payment_id
     left join ticket_order o on o.seller_id = $1 and o.id = p.ticket_order_id
     left join order_change w on w.seller_id = $1 and w.ticket_order_id = o.id and w.cart_id = p.cart_id
     where r.seller_id = $1 and r.id = any($2::uuid[])`,
    [seller_id, refund_ids],
  );

export type DisputeFacts = {
  readonly id: string;
  readonly payment_id: string;
  readonly gateway_id: GatewayId;
  readonly payment_amount: number;
  readonly action: "dispute_opened" | "dispute_closed" | "dispute_fee";
  readonly amount: number;
  readonly withheld: number;
  readonly currency: string;
  readonly ticket_order_id: string | null;
  readonly at: string;
};

export const readDisputeFacts = (
  pipeline: Pipeline,
  seller_id: string,
  payment_ids: readonly string[],
): Promise<DisputeFacts[]> =>
  statementWithFreshPlan(
    pipeline,
    `select a.id, a.payment_id, p.gateway_id, p.amount as payment_amount, a.audit_action as action, a.amount, a.currency, p.ticket_order_id, a.occurred_on as at,
       coalesce((select b.amount from payment_audit b where b.seller_id = $1 and b.payment_id = a.payment_id
         and b.provider_ref = a.provider_ref and b.audit_action = 'dispute_opened'), 0)::bigint as withheld
     from payment_audit a
     join payment p on p.seller_id = $1 and p.id = a.payment_id
     where a.seller_id = $1 and a.payment_id = any($2::uuid[]) and a.audit_action in ('dispute_opened', 'dispute_closed', 'dispute_fee')`,
    [seller_id, payment_ids],
  );
