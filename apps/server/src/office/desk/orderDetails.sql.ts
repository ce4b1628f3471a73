import type { AdmissionReason, CountedAs } from "@foyer/contract/office/gate/admission.ts";
import { isTestPayment } from "../../providers/payments/gatewayRegistry.ts";
import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

export type DeskTicketRow = {
  readonly id: string;
  readonly event: string;
  readonly type: string;
  readonly event_template_id: string;
  readonly event_session_id: string | null;
  readonly event_type: string;
  readonly names_start: boolean | null;
  readonly timezone: string;
  readonly start_datetime: string | null;
  readonly end_datetime: string | null;
  readonly seat: string | null;
  readonly admit_name: string | null;
  readonly admit_email: string | null;
  readonly state: "booked" | "redeemed" | "cancelled";
  readonly is_sent_on: boolean;
  readonly is_oversold: boolean;
  readonly code_number: number;
  readonly face_value: number;
  readonly adjusted_value: number;
  readonly fees: number;
};

/** All tickets that an order has or had; those not cancelled come first. */
export const readTicketRows = (pipeline: Pipeline, seller_id: string, order_id: string): Promise<DeskTicketRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select t.id, e.name as event, y.name as type, t.event_template_id, t.event_session_id, e.event_type,
       e.meta ->> 'names_start' = 'true' as names_start, e.timezone, s.start_datetime, s.end_datetime, z.name as seat,
       t.admit_name, t.admit_email, t.state, t.sending_id is not null as is_sent_on, t.is_oversold, t.code_number,
       t.face_value, t.adjusted_value, t.fee_fixed + t.fee_percent as fees
     from ticket t
     join ticket_type y on y.seller_id = $1 and y.id = t.ticket_type_id
     join event_template e on e.seller_id = $1 and e.id = t.event_template_id
     left join event_session s on s.seller_id = $1 and s.id = t.event_session_id
     left join seat z on z.seller_id = $1 and z.id = t.seat_id
     where t.seller_id = $1 and t.ticket_order_id = $2 and t.state in ('booked', 'redeemed', 'cancelled')
     order by t.state = 'cancelled', s.start_datetime nulls last, e.name, y.rank, t.id limit 1000`,
    [seller_id, order_id],
  );

export type OrderFacts = {
  readonly channel_id: string;
  readonly terms_version: string | null;
  readonly held_at: string;
  /** Who held the tickets to be paid by a link. */
  readonly held_by: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly is_user: boolean;
  readonly answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

export const readOrderFacts = async (
  pipeline: Pipeline,
  seller_id: string,
  order_id: string,
): Promise<OrderFacts | undefined> => {
  const [row] = await statementWithFreshPlan<OrderFacts>(
    pipeline,
    `select c.channel_id, c.terms_version, c.created_at as held_at, s.name as held_by, i.first_name, i.last_name, i.email, i.phone,
       i.kind = 'user' as is_user, c.additional_info as answers
     from ticket_order o
     join cart c on c.seller_id = $1 and c.id = o.cart_id left join staff s on s.id = c.counter_staff_id
     join identity i on i.seller_id = $1 and i.id = o.identity_id
     where o.seller_id = $1 and o.id = $2`,
    [seller_id, order_id],
  );
  return row;
};

export type DeskPaymentRow = {
  readonly id: string;
  readonly created_at: string;
  readonly gateway_id: string;
  readonly state: string;
  readonly amount: number;
  readonly refunded: number;
  readonly refunding: number;
  readonly provider_ref: string | null;
  readonly failure: string | null;
  readonly is_test: boolean;
};

/** The payments of an order, and failed attempts for its cart. */
export const readPaymentRows = (
  pipeline: Pipeline,
  seller_id: string,
  order: { readonly id: string; readonly cart_id: string },
): Promise<DeskPaymentRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select id, created_at, gateway_id, state, amount, refunded, refunding, provider_ref, failure, ${isTestPayment} as is_test
     from payment p where seller_id = $1 and ticket_order_id = $2
     union
     select id, created_at, gateway_id, state, amount, refunded, refunding, provider_ref, failure, ${isTestPayment} as is_test
     from payment p where seller_id = $1 and cart_id = $3 and ticket_order_id is null
     order by created_at, id limit 200`,
    [seller_id, order.id, order.cart_id],
  );

export type RefundOfOrder = {
  readonly id: string;
  readonly payment_id: string;
  readonly created_at: string;
  readonly amount: number;
  readonly state: "created" | "pending" | "succeeded" | "failed";
  readonly failure: string | null;
  readonly provider_ref: string | null;
  readonly resent_as: "refund" | "gift_card" | "elsewhere" | null;
  readonly repaid_elsewhere: number | null;
};

export const readRefundRows = (pipeline: Pipeline, seller_id: string, order_id: string): Promise<RefundOfOrder[]> =>
  statementWithFreshPlan(
    pipeline,
    `select r.id, r.payment_id, r.created_at, r.amount, r.state, r.failure, r.provider_ref,
       case when r.replaced_by is not null then 'refund' when r.gift_card_account_id is not null then 'gift_card'
         when r.repaid_elsewhere > 0 then 'elsewhere' when r.repaid_elsewhere = 0 then 'refund' end as resent_as, r.repaid_elsewhere
     from payment p join refund r on r.seller_id = $1 and r.payment_id = p.id
     where p.seller_id = $1 and p.ticket_order_id = $2 order by r.created_at, r.id limit 500`,
    [seller_id, order_id],
  );

export const readCodeRows = (
  pipeline: Pipeline,
  seller_id: string,
  cart_id: string,
): Promise<{ code: string; name: string }[]> =>
  statementWithFreshPlan(
    pipeline,
    `select k.code, g.name from cart_code c
     join code k on k.seller_id = $1 and k.id = c.code_id join code_group g on g.seller_id = $1 and g.id = k.code_group_id
     where c.seller_id = $1 and c.cart_id = $2 order by k.code limit 100`,
    [seller_id, cart_id],
  );

export type DeskEmailRow = {
  readonly id: string;
  readonly created_at: string;
  readonly kind: string;
  readonly subject: string | null;
  readonly to_address: string;
  readonly state: "queued" | "sending" | "sent" | "kept" | "dead";
  readonly last_error: string | null;
};

/**
 * E-mails about an order, its payments, sent-on tickets and gift cards. The index begins with the kind, so all kinds are
 * listed.
 */
export const readEmailRows = (pipeline: Pipeline, seller_id: string, order_id: string): Promise<DeskEmailRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select e.id, e.created_at, e.kind, e.message ->> 'subject' as subject, e.to_address, e.state, e.last_error
     from outbox e
     where e.seller_id = $1
       and e.kind = any(array['order_confirmation', 'order_changed', 'order_cancelled', 'change_offered', 'bulk_message', 'session_cancelled', 'session_reinstated',
         'address_changed', 'payment_returned', 'tickets_sent', 'tickets_ended', 'gift_card', 'membership_card'])
       and e.ref_id = any(array(
         select $2::uuid union select p.id from payment p where p.seller_id = $1 and p.ticket_order_id = $2
         union select d.id from ticket_sending d where d.seller_id = $1 and d.ticket_order_id = $2
         union select t.id from ticket t where t.seller_id = $1 and t.ticket_order_id = $2
         union select a.id from ticket t join ledger_account a on a.seller_id = $1 and a.source_ticket_id = t.id where t.seller_id = $1 and t.ticket_order_id = $2
         union select m.id from membership m where m.seller_id = $1 and m.ticket_order_id = $2
         union select r.gift_card_account_id from payment p join refund r on r.seller_id = $1 and r.payment_id = p.id
           where p.seller_id = $1 and p.ticket_order_id = $2 and r.gift_card_account_id is not null
         union select c.gift_card_account_id from order_change c where c.seller_id = $1 and c.ticket_order_id = $2 and c.gift_card_account_id is not null))
     order by e.created_at desc, e.id limit 200`,
    [seller_id, order_id],
  );

export type NoteRow = {
  readonly id: string;
  readonly created_at: string;
  readonly by: string;
  readonly text: string;
  readonly is_pinned: boolean;
};

/** Pinned notes first, then newest first, without erased ones. */
export const readNoteRows = (pipeline: Pipeline, seller_id: string, order_id: string): Promise<NoteRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select n.id, n.created_at, s.name as by, n.text, n.is_pinned from order_note n join staff s on s.id = n.staff_id
     where n.seller_id = $1 and n.ticket_order_id = $2 and n.text is not null
     order by n.is_pinned desc, n.created_at desc, n.id limit 200`,
    [seller_id, order_id],
  );

export type DeskChangeRow = {
  readonly created_at: string;
  readonly kind: string;
  readonly actor: "guest" | "member" | "venue";
  readonly made_by: string | null;
  readonly reason: string | null;
  readonly tickets: number;
  readonly value: number;
  readonly gift_card: number;
  /** The number of the gift card issued instead of a refund. */
  readonly gift_card_number: string | null;
  readonly is_move: boolean;
  /** The old and the new start of a moved session; null for any other change. */
  readonly moved_from: string | null;
  readonly moved_to: string | null;
  readonly timezone: string | null;
};

export const readChangeRows = (pipeline: Pipeline, seller_id: string, order_id: string): Promise<DeskChangeRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select c.created_at, c.kind, c.actor, c.made_by, c.reason, c.tickets, c.value, c.gift_card, a.number as gift_card_number,
       exists (select from ticket t where t.seller_id = $1 and t.ticket_order_id = $2 and t.added_by = c.id) as is_move,
       c.moved_from, c.moved_to, e.timezone
     from order_change c
     left join ledger_account a on a.seller_id = $1 and a.id = c.gift_card_account_id
     left join event_session s on s.seller_id = $1 and s.id = c.event_session_id
     left join event_template e on e.seller_id = $1 and e.id = s.event_template_id
     where c.seller_id = $1 and c.ticket_order_id = $2 order by c.created_at, c.id limit 500`,
    [seller_id, order_id],
  );

export type DeskScanRow = {
  readonly id: string;
  readonly at: string;
  /** The device or person that scanned. */
  readonly by: string | null;
  /** The supervisor whose code admitted against the answer. */
  readonly allowed_by: string | null;
  readonly counts: CountedAs;
  readonly reason: AdmissionReason | null;
};

/** Scans of an order's tickets and member's cards, with what they count as now; the newest 500. */
export const readScanRows = (pipeline: Pipeline, seller_id: string, order_id: string): Promise<DeskScanRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select x.id, x.at, coalesce(d.name, s.name) as by, a.name as allowed_by, x.counts, x.reason
     from (
       select n.id, n.at, n.device_id, n.staff_id, n.allowed_by, n.counts, n.reason
       from ticket t join scan n on n.seller_id = $1 and n.ticket_id = t.id where t.seller_id = $1 and t.ticket_order_id = $2
       union all
       select n.id, n.at, n.device_id, n.staff_id, n.allowed_by, n.counts, n.reason
       from membership m join scan n on n.seller_id = $1 and n.membership_id = m.id
       where m.seller_id = $1 and m.ticket_order_id = $2) x
     left join scan_device d on d.seller_id = $1 and d.id = x.device_id
     left join staff s on s.id = x.staff_id
     left join staff a on a.id = x.allowed_by
     order by x.at desc, x.id limit 500`,
    [seller_id, order_id],
  );

export type TargetRow = {
  readonly event_session_id: string;
  readonly start_datetime: string;
  readonly end_datetime: string;
  readonly timezone: string;
  readonly event_type: string;
  readonly names_start: boolean | null;
  readonly left: number | null;
};

/** The sessions of an event on a day that are neither cancelled nor closed and have not ended. */
export const readSessionRows = (
  pipeline: Pipeline,
  seller_id: string,
  { event_template_id, day }: { readonly event_template_id: string; readonly day: string },
): Promise<TargetRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select s.id as event_session_id, s.start_datetime, s.end_datetime, e.timezone, e.event_type,
       e.meta ->> 'names_start' = 'true' as names_start,
       case when s.capacity < 0 then null else greatest(0, s.capacity - s.used_capacity) end as left
     from event_session s join event_template e on e.seller_id = $1 and e.id = s.event_template_id
     where s.seller_id = $1 and s.event_template_id = $2 and s.local_day = $3::date and not s.cancelled and not s.retired and s.sales_closed_at is null
       and s.end_datetime > app_now()
     order by s.start_datetime limit 200`,
    [seller_id, event_template_id, day],
  );

/** The ticket types of an event that are on sale. */
export const readTypeRows = (
  pipeline: Pipeline,
  seller_id: string,
  event_template_id: string,
): Promise<{ ticket_type_id: string; name: string; amount: number }[]> =>
  statementWithFreshPlan(
    pipeline,
    `select y.id as ticket_type_id, y.name, y.currency_amount as amount from ticket_group g
     join ticket_type y on y.seller_id = $1 and y.ticket_group_id = g.id
     where g.seller_id = $1 and g.event_template_id = $2 and not g.retired and not y.retired and y.available
     order by g.rank, y.rank, y.name limit 200`,
    [seller_id, event_template_id],
  );
