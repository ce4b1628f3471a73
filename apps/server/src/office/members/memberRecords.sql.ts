import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";
import { membershipState } from "./memberPerson.sql.ts";

export type PartyOfOrderRow = {
  readonly id: string;
  readonly ticket_order_id: string;
  readonly ticket_group_id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly type: string;
  readonly member_number: string;
  readonly state: "active" | "ended" | "cancelled";
};

/** All people on the memberships of these orders. */
export const partiesOfOrders = (
  pipeline: Pipeline,
  seller_id: string,
  order_ids: readonly string[],
): Promise<PartyOfOrderRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select m.id, m.ticket_order_id, m.ticket_group_id, m.holder_name as name, m.holder_email as email, y.name as type,
       m.member_number, ${membershipState("m")}
     from membership m join ticket_type y on y.seller_id = $1 and y.id = m.ticket_type_id
     where m.seller_id = $1 and m.ticket_order_id = any($2::uuid[]) order by y.rank, m.holder_name, m.id limit 2000`,
    [seller_id, order_ids],
  );

export type UseRow = {
  readonly membership_id: string;
  readonly event: string;
  readonly tickets: number;
  readonly last_day: string | null;
};

/** The number of tickets bought with memberships, by event. */
export const usesOfTerms = (pipeline: Pipeline, seller_id: string, ids: readonly string[]): Promise<UseRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select u.membership_id, e.name as event, count(*)::int as tickets, max(u.local_day) as last_day
     from allowance_use u
     join ticket t on t.seller_id = $1 and t.id = u.ticket_id and t.state in ('booked', 'redeemed')
     join event_template e on e.seller_id = $1 and e.id = u.event_template_id
     where u.seller_id = $1 and u.membership_id = any($2::uuid[]) group by u.membership_id, e.id, e.name order by e.name limit 1000`,
    [seller_id, ids],
  );

export type PersonOrderRow = { readonly id: string; readonly order_number: number };

/** The orders of an account and of its cards, newest first. */
export const ordersOfPerson = (
  pipeline: Pipeline,
  seller_id: string,
  { identity_id, order_ids, limit }: { identity_id: string | null; order_ids: readonly string[]; limit: number },
): Promise<PersonOrderRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select id, order_number from (
       select o.id, o.order_number from ticket_order o where o.seller_id = $1 and o.id = any($3::uuid[])
       union
       (select o.id, o.order_number from ticket_order o where o.seller_id = $1 and o.owner_identity_id = $2
        order by o.created_at desc limit $4)) every
     order by order_number desc limit $4`,
    [seller_id, identity_id, order_ids, limit],
  );

export type VisitRow = { readonly id: string; readonly at: string; readonly what: string; readonly people: number };

/** Entries with the cards, and with tickets of the orders, newest first. */
export const visitsOf = (
  pipeline: Pipeline,
  seller_id: string,
  { ids, order_ids, limit }: { ids: readonly string[]; order_ids: readonly string[]; limit: number },
): Promise<VisitRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select id, at, what, people from (
       select s.id, s.at, m.level_name as what, s.people from scan s join membership m on m.seller_id = $1 and m.id = s.membership_id
       where s.seller_id = $1 and s.membership_id = any($2::uuid[]) and s.counts in ('entry', 'reentry')
       union all
       select s.id, s.at, e.name, s.people from ticket t join scan s on s.seller_id = $1 and s.ticket_id = t.id
       join event_template e on e.seller_id = $1 and e.id = t.event_template_id
       where t.seller_id = $1 and t.ticket_order_id = any($3::uuid[]) and s.counts in ('entry', 'reentry')) every
     order by at desc, id limit $4`,
    [seller_id, ids, order_ids, limit],
  );

export type PersonGiftCardRow = {
  readonly id: string;
  readonly ending: string;
  readonly balance: number;
  readonly currency: string;
  readonly is_active: boolean;
  /** Null for a card that staff sent to the person without an order. */
  readonly order_number: number | null;
};

/** The gift cards that these orders bought or were refunded to, and those that staff sent to the person's address. */
export const giftCardsOfPerson = (
  pipeline: Pipeline,
  seller_id: string,
  {
    order_ids,
    email_word,
    limit,
  }: { readonly order_ids: readonly string[]; readonly email_word: string | null; readonly limit: number },
): Promise<PersonGiftCardRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `with found as materialized (
       select a.id, t.ticket_order_id from ticket t join ledger_account a on a.seller_id = $1 and a.source_ticket_id = t.id
       where t.seller_id = $1 and t.ticket_order_id = any($2::uuid[])
       union select c.gift_card_account_id, c.ticket_order_id from order_change c
       where c.seller_id = $1 and c.ticket_order_id = any($2::uuid[]) and c.gift_card_account_id is not null
       union select r.gift_card_account_id, p.ticket_order_id from payment p join refund r on r.seller_id = $1 and r.payment_id = p.id
       where p.seller_id = $1 and p.ticket_order_id = any($2::uuid[]) and r.gift_card_account_id is not null
       union select w.account_id, null::uuid from gift_card_word w where w.seller_id = $1 and w.kind = 'email' and w.word = $3)
     select a.id, a.ending, a.balance, a.currency, a.state = 'active' and coalesce(a.valid_to > app_now(), true) as is_active,
       min(o.order_number) as order_number
     from found f join ledger_account a on a.seller_id = $1 and a.id = f.id
     left join ticket_order o on o.seller_id = $1 and o.id = f.ticket_order_id
     group by a.seller_id, a.id order by a.created_at desc, a.id limit $4`,
    [seller_id, order_ids, email_word, limit],
  );

export type PersonEmailRow = {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly subject: string | null;
  readonly to: string;
  readonly state: string;
};

/**
 * E-mails about the cards, and about the orders with their payments, carts, gifts, gift cards and sent-on tickets, newest
 * first. The index begins with the kind, so all kinds are listed.
 */
export const emailsOfPerson = (
  pipeline: Pipeline,
  seller_id: string,
  { ids, order_ids, limit }: { ids: readonly string[]; order_ids: readonly string[]; limit: number },
): Promise<PersonEmailRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select e.id, e.created_at as at, e.kind, e.message ->> 'subject' as subject, e.to_address as to, e.state from outbox e
     where e.seller_id = $1 and e.kind = any(array['membership_card', 'auto_renew_announced', 'auto_renew_failed', 'auto_renew_asked',
         'auto_renew_stopped', 'auto_renew_cancelled', 'renewal_link', 'level_link', 'membership_gift', 'membership_given',
         'order_confirmation', 'order_changed', 'order_cancelled', 'change_offered', 'bulk_message', 'session_cancelled',
         'session_reinstated', 'address_changed', 'counter_link', 'payment_returned', 'part_paid', 'plan_changed', 'plan_cancelled',
         'tickets_sent', 'tickets_ended', 'gift_card'])
       and e.ref_id = any(array(
         select unnest($2::uuid[]) union select unnest($3::uuid[])
         union select o.cart_id from ticket_order o where o.seller_id = $1 and o.id = any($3::uuid[])
         union select p.id from payment p where p.seller_id = $1 and p.ticket_order_id = any($3::uuid[])
         union select d.id from ticket_sending d where d.seller_id = $1 and d.ticket_order_id = any($3::uuid[])
         union select t.id from ticket t where t.seller_id = $1 and t.ticket_order_id = any($3::uuid[])
         union select a.id from ticket t join ledger_account a on a.seller_id = $1 and a.source_ticket_id = t.id
           where t.seller_id = $1 and t.ticket_order_id = any($3::uuid[])
         union select g.id from membership_gift g where g.seller_id = $1 and g.ticket_order_id = any($3::uuid[])
         union select r.gift_card_account_id from payment p join refund r on r.seller_id = $1 and r.payment_id = p.id
           where p.seller_id = $1 and p.ticket_order_id = any($3::uuid[]) and r.gift_card_account_id is not null
         union select c.gift_card_account_id from order_change c
           where c.seller_id = $1 and c.ticket_order_id = any($3::uuid[]) and c.gift_card_account_id is not null))
     order by e.created_at desc, e.id limit $4`,
    [seller_id, ids, order_ids, limit],
  );

export type ConsentRow = {
  readonly kind: "terms" | "auto_renewal" | "gift_aid";
  readonly at: string;
  readonly what: string | null;
  readonly order_number: number;
};

/** What was agreed to with these orders: terms, gift aid and automatic renewal. */
export const consentsOf = (
  pipeline: Pipeline,
  seller_id: string,
  { ids, order_ids, limit }: { ids: readonly string[]; order_ids: readonly string[]; limit: number },
): Promise<ConsentRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select kind, at, what, order_number from (
       select 'terms' as kind, o.created_at as at, c.terms_version as what, o.order_number
       from ticket_order o join cart c on c.seller_id = $1 and c.id = o.cart_id
       where o.seller_id = $1 and o.id = any($3::uuid[]) and c.terms_version is not null
       union all
       select 'gift_aid', o.created_at, null, o.order_number
       from ticket_order o join identity i on i.seller_id = $1 and i.id = o.identity_id
       where o.seller_id = $1 and o.id = any($3::uuid[]) and coalesce(o.gift_aid, i.gift_aid_eligible)
       union all
       select 'auto_renewal', a.created_at, m.level_name, o.order_number
       from auto_renewal a join membership m on m.seller_id = $1 and m.id = a.membership_id
       join ticket_order o on o.seller_id = $1 and o.id = m.ticket_order_id
       where a.seller_id = $1 and a.membership_id = any($2::uuid[])) every
     order by at desc, kind, order_number limit $4`,
    [seller_id, ids, order_ids, limit],
  );
