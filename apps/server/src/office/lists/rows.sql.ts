import { sql } from "kysely";
import { emailIs } from "../../db/emailIs.ts";
import { statementWithFreshPlan } from "../../db/statements/statement.ts";
import { executeWithKeptPlan } from "../../db/transact.ts";
import { freshPlanPrefix } from "../../db/statements/statementNames.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { orderConditions, type OrderFilter } from "../desk/list/orderConditions.sql.ts";

type Desk = Pick<StaffContext, "db" | "seller">;

/** The answers of a cart, by ticket group and question key. */
export type CartAnswers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The details of an order that the list does not show. */
export type OrderExtra = {
  readonly order_number: number;
  readonly phone: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly channel: string;
  readonly codes: string;
  readonly answers: CartAnswers;
  /** The ticket groups of which it still has a ticket. */
  readonly valid_groups: readonly string[];
  readonly notes: string;
};

export const readOrderExtras = ({ db, seller }: Desk, order_numbers: readonly number[]): Promise<OrderExtra[]> =>
  statementWithFreshPlan(
    db,
    `select o.order_number, i.phone, i.first_name, i.last_name, c.channel_id as channel, c.additional_info as answers,
       array(select distinct t.ticket_group_id::text from ticket t
         where t.seller_id = $1 and t.ticket_order_id = o.id and t.state in ('booked', 'redeemed') and c.additional_info <> '{}') as valid_groups,
       coalesce((select string_agg(k.code, ' ' order by k.code) from cart_code u
         join code k on k.seller_id = $1 and k.id = u.code_id where u.seller_id = $1 and u.cart_id = o.cart_id), '') as codes,
       coalesce((select string_agg(n.text, ' / ' order by n.created_at, n.id) from order_note n
         where n.seller_id = $1 and n.ticket_order_id = o.id and n.text is not null), '') as notes
     from ticket_order o
     join cart c on c.seller_id = $1 and c.id = o.cart_id
     join identity i on i.seller_id = $1 and i.id = o.identity_id
     where o.seller_id = $1 and o.order_number = any($2::bigint[])`,
    [seller.id, order_numbers],
  );

/** The surveys of ticket groups, which contain the questions' titles. */
export const surveysOfGroups = (
  { db, seller }: Desk,
  group_ids: readonly string[],
): Promise<{ id: string; survey: { properties?: Readonly<Record<string, { title?: string }>> } | null }[]> =>
  statementWithFreshPlan(
    db,
    `select g.id, g.additional_info_spec as survey from ticket_group g where g.seller_id = $1 and g.id::text = any($2::text[])`,
    [seller.id, group_ids],
  );

export type TicketListRow = {
  readonly order_number: number;
  readonly ticket_group_id: string;
  readonly sold_at: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly admit_name: string | null;
  readonly admit_email: string | null;
  readonly event: string;
  readonly event_type: string;
  readonly names_start: boolean | null;
  readonly timezone: string;
  readonly start_datetime: string | null;
  readonly end_datetime: string | null;
  readonly type: string;
  readonly seat: string | null;
  readonly face_value: number;
  readonly adjusted_value: number;
  readonly fees: number;
  readonly currency: string;
  readonly state: "booked" | "redeemed" | "cancelled";
  readonly first_entry: string | null;
};

/** The tickets of orders, in the order of the given numbers, for the requested visits and ticket type. */
export const readTicketList = (
  { db, seller }: Desk,
  order_numbers: readonly number[],
  { event_template_id, event_session_id, ticket_type_id, visit_from, visit_to }: OrderFilter,
): Promise<TicketListRow[]> =>
  statementWithFreshPlan(
    db,
    `select o.order_number, t.ticket_group_id, o.created_at as sold_at, i.first_name, i.last_name, i.email, t.admit_name, t.admit_email,
       e.name as event, e.event_type, e.meta ->> 'names_start' = 'true' as names_start, e.timezone, s.start_datetime, s.end_datetime,
       y.name as type, z.name as seat, t.face_value, t.adjusted_value, t.fee_fixed + t.fee_percent as fees, o.currency, t.state,
       (select min(x.at) from scan x where x.seller_id = $1 and x.ticket_id = t.id and x.counts = 'entry') as first_entry
     from ticket_order o
     join identity i on i.seller_id = $1 and i.id = o.identity_id
     join ticket t on t.seller_id = $1 and t.ticket_order_id = o.id and t.state in ('booked', 'redeemed', 'cancelled')
     join ticket_type y on y.seller_id = $1 and y.id = t.ticket_type_id
     join event_template e on e.seller_id = $1 and e.id = t.event_template_id
     left join event_session s on s.seller_id = $1 and s.id = t.event_session_id
     left join seat z on z.seller_id = $1 and z.id = t.seat_id
     where o.seller_id = $1 and o.order_number = any($2::bigint[])
       and ($3::uuid is null or t.event_template_id = $3) and ($4::uuid is null or t.event_session_id = $4)
       and ($5::date is null or s.local_day >= $5) and ($6::date is null or s.local_day <= $6)
       and ($7::uuid is null or t.ticket_type_id = $7)
     order by array_position($2::bigint[], o.order_number), s.start_datetime nulls last, e.name, y.rank, t.id`,
    [
      seller.id,
      order_numbers,
      event_template_id ?? null,
      event_session_id ?? null,
      visit_from ?? null,
      visit_to ?? null,
      ticket_type_id ?? null,
    ],
  );

export type PersonListRow = {
  readonly address: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string;
  readonly phone: string | null;
  readonly city: string | null;
  readonly zip_code: string | null;
  readonly country: string | null;
  readonly has_account: boolean;
  readonly orders: number;
  readonly first_order: string;
  readonly last_order: string;
  readonly total: number;
  readonly refunded: number;
};

const purchasesOf = (seller: Desk["seller"], filter: OrderFilter) =>
  sql.join([sql`o.seller_id = ${seller.id}::uuid`, ...orderConditions(seller, filter)], sql` and `);

/**
 * E-mail addresses with orders, following a given one, in the order of their index, so that a seller with many addresses
 * needs no sorting.
 */
const addressesAfter = async ({ db, seller }: Desk, filter: OrderFilter, after: string, limit: number) => {
  const conditions = purchasesOf(seller, filter);
  const page = sql<{ email: string }>`${sql.raw(freshPlanPrefix)}
    select distinct on (i.email collate any_case) i.email from identity i
    where i.seller_id = ${seller.id}::uuid and i.email is not null and i.email collate any_case > ${after}::text
      and exists (select from ticket_order o where o.identity_id = i.id and ${conditions})
    order by i.email collate any_case limit ${limit}`;
  const rows = await executeWithKeptPlan(db, { compile: () => page.compile(db) }, { takesFirstRows: true });
  return rows.map(({ email }) => email);
};

/**
 * The buyers of orders by e-mail address, following a given one. Addresses that are equal only by the collation are
 * returned together, beyond the limit. Sums include only orders in the seller's currency.
 */
export const readPersonList = async (
  desk: Desk,
  { filter, after, limit }: { readonly filter: OrderFilter; readonly after: string; readonly limit: number },
): Promise<PersonListRow[]> => {
  const { db, seller } = desk;
  const { id, default_currency_code: currency } = seller;
  const addresses = await addressesAfter(desk, filter, after, limit);
  const conditions = purchasesOf(seller, filter);
  const ofAddress = sql.raw(emailIs("i.email", "f.address"));
  const { rows } = await sql<PersonListRow>`${sql.raw(freshPlanPrefix)}
    with found as materialized (
      select distinct i.email collate any_case as place, lower(i.email) as address from identity i
      where i.seller_id = ${id}::uuid and i.email collate any_case = any(${addresses}::text[]))
    select f.address, p.first_name, p.last_name, p.email, p.phone, p.city, p.zip_code, p.country, s.has_account, s.orders,
      s.first_order, s.last_order, s.total, s.refunded
    from found f
    cross join lateral (
      select i.first_name, i.last_name, i.email, i.phone, i.city, i.zip_code, i.country
      from identity i join ticket_order o on o.identity_id = i.id
      where i.seller_id = ${id}::uuid and i.email is not null and ${ofAddress} and ${conditions}
      order by o.order_number desc limit 1) p
    cross join lateral (
      select bool_or(i.kind = 'user') as has_account, count(*)::int as orders, min(o.created_at) as first_order,
        max(o.created_at) as last_order, coalesce(sum(o.total) filter (where o.currency = ${currency}), 0)::bigint as total,
        coalesce(sum((select sum(p.refunded + p.refunding) from payment p where p.seller_id = ${id}::uuid
          and p.ticket_order_id = o.id and p.state in ('captured', 'refunded')))
          filter (where o.currency = ${currency}), 0)::bigint as refunded
      from identity i join ticket_order o on o.identity_id = i.id
      where i.seller_id = ${id}::uuid and i.email is not null and ${ofAddress} and ${conditions}) s
    order by f.place, f.address`.execute(db);
  return rows;
};
