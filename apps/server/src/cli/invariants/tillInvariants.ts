import type { Invariant } from "./invariant.ts";

/** What each till received from the safe, and what it must contain according to its entries. */
const sums = `select t.seller_id, t.id, t.currency, t.state, t.counted, t.expected,
        t.float_amount + coalesce(sum(case e.kind when 'in' then e.amount when 'out' then -e.amount end), 0) as from_safe,
        t.float_amount + coalesce(sum(case when e.kind in ('in', 'sale') then e.amount else -e.amount end) filter (where e.gateway_id = 'cash'), 0) as cash
      from till t left join till_entry e on e.seller_id = t.seller_id and e.till_id = t.id group by t.seller_id, t.id`;

const balance = (account: string): string => `select e.seller_id, e.currency,
          sum(case when l.debit = '${account}' then l.amount else -l.amount end) as amount
        from journal_entry e cross join lateral unnest(e.debit, e.credit, e.amount) as l (debit, credit, amount)
        where l.debit = '${account}' or l.credit = '${account}' group by 1, 2`;

const differing = (journal: string, rows: string): string => `
      select seller_id, currency as id from (
        select seller_id, currency, amount from (${journal}) j
        union all select seller_id, currency, -amount from (${rows}) r) both_sides
      group by seller_id, currency having sum(amount) <> 0`;

/** Invariants of tills at the box office. */
export const tillInvariants: readonly Invariant[] = [
  {
    id: "I72",
    description:
      "What the journal has in tills is what those that are not closed have from the safe, and its cash differences are those of the closed ones.",
    query: `${differing(balance("tills"), `select seller_id, currency, from_safe as amount from (${sums}) s where state <> 'closed'`)}
      union all ${differing(balance("cash_differences"), `select seller_id, currency, expected - counted as amount from till where state = 'closed'`)}`,
  },
  {
    id: "I73",
    description: "What had to be in a counted till is its float with what went in and out of it.",
    query: `select seller_id, id::text from (${sums}) s where expected is not null and expected <> cash`,
  },
  {
    id: "I74",
    description: "The closings of tills are numbered without gaps.",
    query: `select t.seller_id, max(t.number)::text as id from till t
      left join till_counter c on c.seller_id = t.seller_id where t.number is not null
      group by t.seller_id, c.last_number having count(*) <> max(t.number) or max(t.number) <> c.last_number or c.last_number is null`,
  },
  {
    id: "I75",
    description:
      "Each payment that was taken at the box office is in one till with its sum, each refund that has succeeded too, and nothing else is.",
    query: `select p.seller_id, p.id::text from payment p
      left join till_entry e on e.seller_id = p.seller_id and e.cause_id = p.id and e.kind = 'sale'
      where p.gateway_id in ('cash', 'terminal') and p.state in ('captured', 'refunded')
        and (e.amount is distinct from p.amount or e.gateway_id <> p.gateway_id or p.ticket_order_id is null)
      union all
      select e.seller_id, e.id::text from till_entry e
      left join payment p on p.seller_id = e.seller_id and p.id = e.cause_id and p.state in ('captured', 'refunded')
      where e.kind = 'sale' and (p.amount is distinct from e.amount or p.gateway_id is distinct from e.gateway_id)
      union all
      select r.seller_id, r.id::text from refund r
      join payment p on p.seller_id = r.seller_id and p.id = r.payment_id
      left join till_entry e on e.seller_id = r.seller_id and e.cause_id = r.id and e.kind = 'refund'
      where p.gateway_id in ('cash', 'terminal') and (r.state = 'succeeded' and e.id is null or r.state = 'failed' and e.id is not null)
      union all
      select e.seller_id, e.id::text from till_entry e
      left join refund r on r.seller_id = e.seller_id and r.id = e.cause_id
      where e.kind = 'refund' and r.amount is distinct from e.amount`,
  },
];
