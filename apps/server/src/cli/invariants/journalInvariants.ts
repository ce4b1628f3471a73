import { handlerNames } from "@foyer/contract/handlers.ts";
import { isTaxed } from "@foyer/rules/catalog/handlers.ts";
import { accountFamilies, plainAccounts } from "@foyer/rules/journal/accounts.ts";
import { giftCardGatewayId } from "@foyer/rules/checkout/gateways.ts";
import { linesOfEntry } from "../../modules/journal/journalDays.sql.ts";
import type { Invariant } from "./invariant.ts";

const lines = `select e.seller_id, e.cause, e.cause_id, e.currency, l.debit, l.credit, l.amount, l.subject
      from journal_entry e cross join lateral unnest(e.debit, e.credit, e.amount, e.subject) as l (debit, credit, amount, subject)`;

/** The balance of each account, by seller and currency. */
const balances = `select seller_id, currency, account, sum(amount) as amount from (
        select seller_id, currency, debit as account, amount from (${lines}) d
        union all select seller_id, currency, credit, -amount from (${lines}) c) moved
      group by 1, 2, 3`;

/**
 * Compares sums of the journal with sums of the rows, and returns those that differ. Both queries return: seller_id, id,
 * currency, amount.
 */
const differing = (journal: string, rows: string): string => `
      select seller_id, max(id) as id from (
        select seller_id, id, currency, amount from (${journal}) j
        union all select seller_id, id, currency, -amount from (${rows}) r) both_sides
      group by seller_id, id, currency having sum(amount) <> 0`;

/** Sums of past days that differ from their entries. */
const differingDays = (table: "journal_day" | "journal_session_day", session: string): string => `
      select seller_id, max(local_day)::text as id from (
        select e.seller_id, e.local_day, ${session === "" ? "" : "l.event_session_id,"} e.currency, e.cause, l.debit, l.credit, l.ticket_type_id, l.tax,
          coalesce(e.channel_id, '') as channel_id, l.amount, l.tickets
        from journal_closed_day c join journal_entry e on e.seller_id = c.seller_id and e.local_day = c.local_day ${linesOfEntry}
        where c.is_summed ${session === "" ? "" : "and l.event_session_id is not null"}
        union all
        select d.seller_id, d.local_day, ${session} d.currency, d.cause, d.debit, d.credit, d.ticket_type_id, d.tax, d.channel_id, -d.amount, -d.tickets
        from journal_closed_day c join ${table} d on d.seller_id = c.seller_id and d.local_day = c.local_day
        where c.is_summed) both_sides
      group by seller_id, local_day, ${session === "" ? "" : "event_session_id,"} currency, cause, debit, credit, ticket_type_id, tax, channel_id
      having sum(amount) <> 0 or sum(tickets) <> 0`;

/** The time when a payment got its order: at the purchase, or at the change that it paid for. */
const orderedAt = `coalesce((select w.created_at from order_change w where w.seller_id = o.seller_id and w.ticket_order_id = o.id and w.cart_id = p.cart_id), o.created_at)`;

/** Handlers that sell gift cards and donations, which are untaxed. */
const untaxedHandlers = handlerNames.filter((handler) => !isTaxed({ handler }));

const isAccount = (column: string): string =>
  `(${column} = any('{${plainAccounts.join(",")}}') or ${column} ~ '^(${accountFamilies.join("|")}):[a-z0-9_.]+$' or ${column} ~ '^tax:[0-9.]+:.+$')`;

/** Invariants of the journal. They hold once the job has written the entries for the time before the journal existed. */
export const journalInvariants: readonly Invariant[] = [
  {
    id: "I62",
    description: "Each order, each captured payment and each change of an order is in the journal with its sum, once.",
    query: `with line as materialized (${lines}),
      captured as (select seller_id, subject, sum(amount) as amount from line
        where cause in ('order', 'capture') and credit = 'suspense' and subject is not null group by 1, 2),
      sold as (select seller_id, cause_id, sum(amount) as amount from line where cause = 'order' and debit = 'suspense' group by 1, 2),
      paid as (select seller_id, cause_id, sum(amount) as amount from line where cause = 'change' and debit = 'suspense' group by 1, 2)
      select p.seller_id, p.id from payment p left join captured c on c.seller_id = p.seller_id and c.subject = p.id
      where coalesce(c.amount, 0) <> case when p.state in ('captured', 'refunded') then p.amount else 0 end
      union all
      select o.seller_id, o.id from ticket_order o left join sold s on s.seller_id = o.seller_id and s.cause_id = o.id
      where coalesce(s.amount, 0) <> o.total
      union all
      select w.seller_id, w.id from order_change w left join paid s on s.seller_id = w.seller_id and s.cause_id = w.id
      where coalesce(s.amount, 0) <> w.paid
        or w.kind in ('cancel', 'change', 'refund') and not exists (
          select from journal_entry e where e.seller_id = w.seller_id and e.cause = 'change' and e.cause_id = w.id)`,
  },
  {
    id: "I63",
    description:
      "The money of each gateway in the journal, with what its provider withholds and charges for disputes, is what its payments captured less what was refunded.",
    query: differing(
      `select seller_id, split_part(account, ':', 2) as id, currency, amount from (${balances}) b
        where split_part(account, ':', 1) in ('cash', 'disputes', 'provider_fees')`,
      `select seller_id, gateway_id as id, currency, amount - refunded as amount from payment
        where state in ('captured', 'refunded') and gateway_id <> '${giftCardGatewayId}'`,
    ),
  },
  {
    id: "I64",
    description:
      "The liability of gift cards in the journal is the sum of their balances and of what they have given for payments that are not captured yet, or given back for refunds that are not recorded yet.",
    query: differing(
      `select seller_id, account as id, currency, -amount as amount from (${balances}) b where account = 'gift_cards'`,
      `select seller_id, 'gift_cards' as id, currency, balance as amount from ledger_account
        union all select e.seller_id, 'gift_cards', a.currency, -e.amount from ledger_entry e
          join ledger_account a on a.seller_id = e.seller_id and a.id = e.account_id where e.payment_id is not null
        union all select seller_id, 'gift_cards', currency, refunded - amount from payment
          where gateway_id = '${giftCardGatewayId}' and state in ('captured', 'refunded')`,
    ),
  },
  {
    id: "I65",
    description:
      "Suspense in the journal is what was captured without an order and has not gone back. What a plan gave back when it became an order is in suspense until it has gone.",
    query: differing(
      `select seller_id, account as id, currency, -amount as amount from (${balances}) b where account = 'suspense'`,
      `select seller_id, 'suspense' as id, currency, amount - refunded as amount from payment
        where state in ('captured', 'refunded') and ticket_order_id is null
        union all
        select p.seller_id, 'suspense', p.currency, p.amount - coalesce((select sum(r.amount) from refund r where r.seller_id = p.seller_id
          and r.payment_id = p.id and r.state = 'succeeded' and r.reason <> 'change' and r.created_at <= ${orderedAt}), 0) from payment p
        join ticket_order o on o.seller_id = p.seller_id and o.id = p.ticket_order_id where p.state in ('captured', 'refunded')
        union all select seller_id, 'suspense', currency, -total from ticket_order
        union all select w.seller_id, 'suspense', o.currency, -w.paid from order_change w
        join ticket_order o on o.seller_id = w.seller_id and o.id = w.ticket_order_id`,
    ),
  },
  {
    id: "I66",
    description:
      "What the journal owes for changes of orders is the sum of their refunds that have neither succeeded nor been replaced.",
    query: differing(
      `select seller_id, account as id, currency, -amount as amount from (${balances}) b where account = 'refunds_due'`,
      `select seller_id, 'refunds_due' as id, currency, amount from refund
       where reason = 'change' and state <> 'succeeded' and replaced_by is null and gift_card_account_id is null
         and repaid_elsewhere is null`,
    ),
  },
  {
    id: "I67",
    description:
      "Each journal entry balances: each of its lines moves a sum of at least 0 from one known account to another.",
    query: `select e.seller_id, e.cause_id as id from journal_entry e
      cross join lateral unnest(e.debit, e.credit, e.amount) as l (debit, credit, amount)
      where l.debit is null or l.credit is null or l.amount is null or l.amount < 0 or l.debit = l.credit
        or not ${isAccount("l.debit")} or not ${isAccount("l.credit")}`,
  },
  {
    id: "I68",
    description: "The sums of each day of the journal that is over are those of its entries, also by session.",
    query: `${differingDays("journal_day", "")} union all ${differingDays("journal_session_day", "d.event_session_id,")}`,
  },
  {
    id: "I76",
    description:
      "The taxes that ticket types name are in the journal what the tickets that stand include of them, rounded once for each ticket.",
    query: differing(
      `select seller_id, account as id, currency, -amount as amount from (${balances}) b where account ~ '^tax:[0-9.]+:'`,
      `select t.seller_id, 'tax:' || (t.tax ->> 'percent') || ':' || (t.tax ->> 'name') as id, o.currency,
          div(2 * (t.adjusted_value + t.fee_fixed + t.fee_percent) * p.percent + 100 + p.percent, 2 * (100 + p.percent)) as amount
        from ticket t
        cross join lateral (select (t.tax ->> 'percent')::numeric as percent) p
        join ticket_order o on o.seller_id = t.seller_id and o.id = t.ticket_order_id
        join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
        where t.tax is not null and t.state in ('booked', 'redeemed') and g.handler <> all('{${untaxedHandlers.join(",")}}')`,
    ),
  },
];
