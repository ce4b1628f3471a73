import { grantsAdmission, handlersWhere, isMembership } from "@foyer/rules/catalog/handlers.ts";
import { maxBoardSessions } from "@foyer/contract/office/board.ts";
import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";
import { visitDay } from "../gate/onSite/onSite.sql.ts";
import { takesSessionPlaceColumn } from "../../modules/catalog/offer/takenPlaces.ts";
import { installationNoticeKind } from "../../modules/staff/staffEmails.ts";

const admitting = handlersWhere((group) => grantsAdmission(group) && !isMembership(group));

/** The moments between which a day lasts in the seller's time zone, the second one excluded. */
export type BoardSpan = { readonly day: string; readonly from: string; readonly to: string };
type SoldIn = {
  readonly spans: readonly BoardSpan[];
  readonly venue_id: string | null;
  readonly currency: string;
};
export type SoldRow = { readonly sold: number; readonly taken: number };

/**
 * The share of a payment (`p`, of the amount `l.amount`) that paid for tickets of the venue $5: in proportion to the prices
 * of the cart's tickets, or to their number if they were free. Shares are differences of rounded running sums, so those of
 * all venues add up to the payment. Cancelled tickets are included: what was taken stays as it was.
 */
const partOfVenue = `
  (select coalesce(sum(round(l.amount * w.upto / w.total) - round(l.amount * (w.upto - w.cost) / w.total)), 0)
   from (select c.venue_id, c.cost, sum(c.cost) over (order by c.venue_id) as upto, sum(c.cost) over () as total
     from (select v.venue_id, case when sum(sum(t.adjusted_value + t.fee_fixed + t.fee_percent)) over () = 0 then count(*)::numeric
         else sum(t.adjusted_value + t.fee_fixed + t.fee_percent)::numeric end as cost
       from ticket t join event_template v on v.seller_id = $1 and v.id = t.event_template_id
       where t.seller_id = $1 and t.ticket_order_id = p.ticket_order_id and t.cart_id = p.cart_id
       group by v.venue_id) c) w
   where w.venue_id = $5::uuid)`;

/**
 * Tickets sold in each span less those given up, counted as in the sales report (`reportFigures`: lines to or from
 * `sales`), and the money received for orders by card, in cash or at a terminal (minor units). For a venue: the tickets of
 * its events, and the share of the money that paid for them.
 */
export const soldInSpans = (
  pipeline: Pipeline,
  seller_id: string,
  { spans, venue_id, currency }: SoldIn,
): Promise<SoldRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select coalesce(t.sold, 0)::int as sold, coalesce(p.taken, 0)::bigint as taken
     from unnest($2::timestamptz[], $3::timestamptz[], $4::date[]) with ordinality as n (first, last, day, nth)
     left join lateral (
       select sum(l.tickets) as sold from journal_entry e
       cross join lateral unnest(e.debit, e.credit, e.subject, e.tickets) as l (debit, credit, subject, tickets)
       where e.seller_id = $1 and e.local_day = n.day and e.at >= n.first and e.at < n.last and e.currency = $6
         and (l.debit = 'sales' or l.credit = 'sales')
         and ($5::uuid is null or exists (select from ticket_type y
           join ticket_group g on g.seller_id = $1 and g.id = y.ticket_group_id
           join event_template v on v.seller_id = $1 and v.id = g.event_template_id
           where y.seller_id = $1 and y.id = l.subject and v.venue_id = $5))) t on true
     left join lateral (
       select sum(case when $5::uuid is null then l.amount else ${partOfVenue} end) as taken from journal_entry e
       cross join lateral unnest(e.debit, e.amount, e.subject) as l (debit, amount, subject)
       join payment p on p.seller_id = $1 and p.id = l.subject and p.ticket_order_id is not null
       where e.seller_id = $1 and e.cause in ('order', 'capture') and e.local_day = n.day and e.at >= n.first and e.at < n.last
         and e.currency = $6 and l.debit like 'cash:%') p on true
     order by n.nth`,
    [
      seller_id,
      spans.map(({ from }) => from),
      spans.map(({ to }) => to),
      spans.map(({ day }) => day),
      venue_id,
      currency,
    ],
  );

export type BoardSessionRow = {
  readonly id: string;
  readonly event_template_id: string;
  readonly event: string;
  readonly event_type: string;
  readonly names_start: boolean | null;
  readonly timezone: string;
  readonly day: string;
  readonly start_datetime: string;
  readonly end_datetime: string;
  readonly is_over: boolean;
  readonly cancelled: boolean;
  readonly closed: boolean;
  readonly capacity: number;
  readonly oversell_capacity: number;
  readonly used_capacity: number;
  readonly sold: number;
  readonly checked_in: number;
  readonly in_carts: number;
};

type BoardDays = { readonly days: readonly string[]; readonly venue_id: string | null };

/** Sessions on these days in their venue's time zone, ordered by start; at most 400 (`maxBoardSessions`). */
export const boardSessions = (
  pipeline: Pipeline,
  seller_id: string,
  { days, venue_id }: BoardDays,
): Promise<BoardSessionRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select s.id, s.event_template_id, e.name as event, e.event_type, e.meta ->> 'names_start' = 'true' as names_start, e.timezone,
       s.local_day as day, s.start_datetime, s.end_datetime, s.end_datetime <= app_now() as is_over, s.cancelled,
       s.sales_closed_at is not null as closed, s.capacity, s.oversell_capacity, s.used_capacity,
       coalesce(t.sold, 0)::int as sold, coalesce(t.checked_in, 0)::int as checked_in,
       coalesce(t.in_carts, 0)::int as in_carts
     from event_template e
     join event_session s on s.seller_id = $1 and s.event_template_id = e.id and s.local_day = any($2::date[]) and not s.retired
     left join lateral (
       select count(*) filter (where t.state in ('booked', 'redeemed') and g.handler = any($4::text[])) as sold,
         count(*) filter (where t.state = 'redeemed' and g.handler = any($4::text[])) as checked_in,
         count(*) filter (where t.state in ('held', 'in_cart') and not g.exclude_from_event_capacity
           and not ${takesSessionPlaceColumn("t")}) as in_carts
       from ticket t join ticket_group g on g.seller_id = $1 and g.id = t.ticket_group_id
       where t.seller_id = $1 and t.event_session_id = s.id and t.state in ('held', 'in_cart', 'booked', 'redeemed')) t on true
     where e.seller_id = $1 and ($3::uuid is null or e.venue_id = $3)
     order by s.start_datetime, e.name, s.id limit ${maxBoardSessions}`,
    [seller_id, days, venue_id, admitting],
  );

/** The number of sessions on these days, whether listed or not. */
export const countBoardSessions = async (
  pipeline: Pipeline,
  seller_id: string,
  { days, venue_id }: BoardDays,
): Promise<number> => {
  const [row] = await statementWithFreshPlan<{ count: number }>(
    pipeline,
    `select count(*)::int as count from event_template e
     join event_session s on s.seller_id = $1 and s.event_template_id = e.id and s.local_day = any($2::date[]) and not s.retired
     where e.seller_id = $1 and ($3::uuid is null or e.venue_id = $3)`,
    [seller_id, days, venue_id],
  );
  return row?.count ?? 0;
};

/**
 * People who entered for the first time on a day. `before`: only until that moment. For a venue: entries to its sessions
 * and, for scans without a session, with tickets of its events.
 */
export const countEntries = async (
  pipeline: Pipeline,
  seller_id: string,
  { from, to, before = null, venue_id = null }: EntriesOf,
): Promise<number> => {
  const [row] = await statementWithFreshPlan<{ people: number }>(
    pipeline,
    `select coalesce(sum(n.people), 0)::int as people from scan n
     left join ticket t on t.seller_id = $1 and t.id = n.ticket_id
     left join event_session s on s.seller_id = $1 and s.id = n.event_session_id
     left join event_template e on e.seller_id = $1 and e.id = coalesce(s.event_template_id, t.event_template_id)
     where n.seller_id = $1 and n.local_day between $2::date and $3::date + 1 and ${visitDay} between $2::date and $3::date
       and n.counts = 'entry'
       and ($4::timestamptz is null or n.at < $4) and ($5::uuid is null or e.venue_id = $5)`,
    [seller_id, from, to, before, venue_id],
  );
  return row?.people ?? 0;
};
export type EntriesOf = {
  readonly from: string;
  readonly to: string;
  readonly before?: string | null;
  readonly venue_id?: string | null;
};

/** Days for which an e-mail that could not be sent is reported on the board. */
const unsentDays = 7;

export type UnsentCount = { readonly count: number; readonly order_numbers: readonly number[] };

/**
 * The number of e-mails of the last days that were given up, and the first orders concerned. With `ofOrders`, only e-mails
 * about orders.
 */
export const unsentOfDays = async (
  pipeline: Pipeline,
  seller_id: string,
  { ofOrders }: { readonly ofOrders: boolean },
): Promise<UnsentCount> => {
  const [row] = await statementWithFreshPlan<UnsentCount>(
    pipeline,
    `select count(*)::int as count, coalesce((array_agg(o.order_number order by x.created_at) filter (where o.id is not null))[1:5], '{}') as order_numbers
     from outbox x left join ticket_order o on o.seller_id = $1 and o.id = x.ref_id
     where x.seller_id = $1 and x.created_at > app_now() - make_interval(days => $2::int) and x.blanked_at is null and x.state = 'dead'
       and x.kind <> '${installationNoticeKind}'
       and (o.id is not null or not $3)`,
    [seller_id, unsentDays, ofOrders],
  );
  // The driver returns the numbers of an array as strings.
  return { count: row?.count ?? 0, order_numbers: (row?.order_numbers ?? []).map(Number) };
};

/** Webhook events that have been waiting for ten minutes. */
export const waitingWebhooks = async (pipeline: Pipeline, seller_id: string): Promise<number> => {
  const [row] = await statementWithFreshPlan<{ count: number }>(
    pipeline,
    `select count(*)::int as count from payment_event
     where seller_id = $1 and done_at is null and created_at < app_now() - interval '10 minutes'`,
    [seller_id],
  );
  return row?.count ?? 0;
};

/** Devices that have had unsent scans for ten minutes. */
export const silentDevices = async (pipeline: Pipeline, seller_id: string): Promise<number> => {
  const [row] = await statementWithFreshPlan<{ count: number }>(
    pipeline,
    `select count(*)::int as count from scan_device
     where seller_id = $1 and waiting > 0 and seen_at < app_now() - interval '10 minutes' and ended_at is null and ends_at > app_now()`,
    [seller_id],
  );
  return row?.count ?? 0;
};

/** Scans for which the gate and the records disagree and that nobody has reviewed. */
export const countGateConflicts = async (pipeline: Pipeline, seller_id: string): Promise<number> => {
  const [row] = await statementWithFreshPlan<{ count: number }>(
    pipeline,
    `select count(*)::int as count from scan where seller_id = $1 and conflict is not null and resolved_at is null`,
    [seller_id],
  );
  return row?.count ?? 0;
};

export const venuesOfSeller = (pipeline: Pipeline, seller_id: string): Promise<{ id: string; name: string }[]> =>
  statementWithFreshPlan(pipeline, `select id, name from venue where seller_id = $1 order by name limit 200`, [
    seller_id,
  ]);

/** The seller's number of orders, counted up to `limit`, and whether any event can be seen and bought. */
export const readOpeningFacts = async (
  pipeline: Pipeline,
  seller_id: string,
  limit: number,
): Promise<{ readonly orders: number; readonly has_event: boolean }> => {
  const [row] = await statementWithFreshPlan<{ orders: number; has_event: boolean }>(
    pipeline,
    `select (select count(*)::int from (select from ticket_order o where o.seller_id = $1 limit $2) as found) as orders,
       exists (select from event_template e join ticket_group g on g.seller_id = $1 and g.event_template_id = e.id and not g.retired
         where e.seller_id = $1 and not e.retired) as has_event`,
    [seller_id, limit],
  );
  return { orders: row?.orders ?? 0, has_event: row?.has_event ?? false };
};
