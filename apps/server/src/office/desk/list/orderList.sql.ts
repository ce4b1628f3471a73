import { sql, type RawBuilder } from "kysely";
import type { SortOf } from "@foyer/contract/office/listShape.ts";
import type { orderList } from "@foyer/contract/office/orders/orders.ts";
import type { Sort } from "@foyer/rules/lists/listView.ts";
import { endOfPrefix, type SearchTerms } from "@foyer/rules/orders/searchTerms.ts";
import { cursorOf, orderOf, rowsAfter, type ListOrder, type SortKey } from "../../../db/keyset.ts";
import { statementWithFreshPlan } from "../../../db/statements/statement.ts";
import { freshPlanPrefix } from "../../../db/statements/statementNames.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { dueOfOrder, orderConditions, type OrderFilter } from "./orderConditions.sql.ts";

type Desk = Pick<StaffContext, "db" | "seller">;

type Words = Pick<SearchTerms, "names" | "email" | "phone" | "card">;

export type WantedPage = {
  readonly filter: OrderFilter;
  /** Undefined for all orders. */
  readonly found?: { readonly words: Words; readonly numbers: readonly number[] } | undefined;
  /** As in the contract (office/orders.ts); newest first if it is undefined. */
  readonly sort?: Sort<OrderSort> | undefined;
  /** The cursor of the last order of the previous page. */
  readonly after: string | undefined;
  readonly limit: number;
};

type OrderSort = SortOf<typeof orderList>;
type FoundOrder = { readonly order_number: number; readonly total: number };

const byNumber = {
  key: sql`o.order_number`,
  kind: "number",
  of: ({ order_number }) => order_number,
} as const satisfies SortKey<FoundOrder>;
/**
 * Totals have no index: each purchase would have to write it. A page sorted by them sorts everything that the filters
 * match.
 */
const sortKeys: Readonly<Record<OrderSort, SortKey<FoundOrder> | undefined>> = {
  order_number: undefined,
  total: { key: sql`o.total`, kind: "number", of: ({ total }) => total },
};
const orderOfList = ({ column, isDescending }: Sort<OrderSort>): ListOrder<FoundOrder> => ({
  by: sortKeys[column],
  id: byNumber,
  isDescending,
});
const newestFirst = { column: "order_number", isDescending: true } as const;

const hasWord = (seller_id: string, alias: string, kind: keyof Words | "name", prefix: string): RawBuilder<boolean> => {
  const w = sql.raw(alias);
  return sql`${w}.seller_id = ${seller_id}::uuid and ${w}.kind = ${kind} and ${w}.word >= ${prefix} and ${w}.word < ${endOfPrefix(prefix)}`;
};

/**
 * Numbers of orders by words, each found by a range of the index. Several names are intersected, which reads each range
 * once: otherwise the planner would expect one row per range, and scan the other range for each.
 */
const wordQueries = (seller_id: string, { names, email, phone, card }: Words): RawBuilder<unknown>[] => {
  const numbersWith = (kind: keyof Words | "name", prefix: string) =>
    sql`select w.order_number from order_word w where ${hasWord(seller_id, "w", kind, prefix)}`;
  const single = [
    ["email", email],
    ["phone", phone],
    ["card", card],
  ] as const;
  return [
    ...(names.length === 0
      ? []
      : [
          sql`(${sql.join(
            names.map((name) => numbersWith("name", name)),
            sql` intersect `,
          )})`,
        ]),
    ...single.flatMap(([kind, prefix]) => (prefix === undefined ? [] : [numbersWith(kind, prefix)])),
  ];
};

export type FoundOrderPage = {
  readonly numbers: readonly number[];
  /** The cursor of the next page; null if there is none. */
  readonly next: string | null;
};

/** The next orders of a list, and whether there are more. */
export const findOrderPage = async (desk: Desk, page: WantedPage): Promise<FoundOrderPage> => {
  const found = await findOrders(desk, { ...page, limit: page.limit + 1 });
  const orders = found.slice(0, page.limit);
  const last = orders.at(-1);
  return {
    numbers: orders.map(({ order_number }) => order_number),
    next: found.length > page.limit && last ? cursorOf(orderOfList(page.sort ?? newestFirst), last) : null,
  };
};

/** The numbers of the orders found by words, newest first. */
export const findOrderNumbers = async (desk: Desk, page: WantedPage): Promise<number[]> => {
  const found = await findOrders(desk, page);
  return found.map(({ order_number }) => order_number);
};

/**
 * Orders in a list's order. Order numbers increase and never change, so that new orders do not shift the pages. The query
 * is planned anew each time, since a common word needs another plan than a rare one.
 */
const findOrders = async ({ db, seller }: Desk, page: WantedPage): Promise<FoundOrder[]> => {
  const { filter, found, after, limit, sort = newestFirst } = page;
  const order = orderOfList(sort);
  const conditions = [
    sql`o.seller_id = ${seller.id}::uuid`,
    ...(after === undefined ? [] : [rowsAfter(order, after)]),
    ...orderConditions(seller, filter),
  ];
  const words = found
    ? [...wordQueries(seller.id, found.words), sql`select unnest(${found.numbers}::bigint[]) as order_number`]
    : [];
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const isNumbered = sort.column === "order_number";
  // Without a filter, the numbers of a page are known before any order is read.
  const page_of =
    isFiltered || !isNumbered
      ? sql``
      : sql`where ${after === undefined ? sql`true` : rowsAfter({ ...order, id: numberOfWord }, after)}
          order by ${orderOf({ ...order, id: numberOfWord })} limit ${limit}`;
  const { rows } = await (
    found
      ? sql<FoundOrder>`${sql.raw(freshPlanPrefix)}
      with found as materialized (
        select distinct order_number from (${sql.join(words, sql` union all `)}) every ${page_of})
      select o.order_number, o.total from found join ticket_order o on o.order_number = found.order_number
      where ${sql.join(conditions, sql` and `)} order by ${orderOf(order)} limit ${limit}`
      : sql<FoundOrder>`${sql.raw(freshPlanPrefix)}
      select o.order_number, o.total from ticket_order o where ${sql.join(conditions, sql` and `)}
      order by ${orderOf(order)} limit ${limit}`
  ).execute(db);
  return rows;
};

const numberOfWord: SortKey<FoundOrder> = { ...byNumber, key: sql`order_number` };

export type SummaryRow = {
  readonly order_number: number;
  readonly sold_at: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly total: number;
  readonly currency: string;
  readonly booked: number;
  readonly used: number;
  readonly events: readonly string[];
  readonly start_datetime: string | null;
  readonly end_datetime: string | null;
  readonly timezone: string | null;
  readonly event_type: string | null;
  readonly names_start: boolean | null;
  readonly refunded: number;
  readonly due: number;
};

/** The list's columns for orders, in the order of the given numbers. */
export const readOrderSummaries = ({ db, seller }: Desk, order_numbers: readonly number[]): Promise<SummaryRow[]> =>
  statementWithFreshPlan(
    db,
    `select o.order_number, o.created_at as sold_at, i.first_name, i.last_name, i.email, o.total, o.currency,
       coalesce(t.booked, 0)::int as booked, coalesce(t.used, 0)::int as used, coalesce(t.events, '{}') as events,
       v.start_datetime, v.end_datetime, v.timezone, v.event_type, v.names_start, coalesce(p.refunded, 0)::bigint as refunded,
       coalesce((select sum(w.due) from (${dueOfOrder}) w where w.seller_id = $1), 0)::bigint as due
     from ticket_order o
     join identity i on i.seller_id = $1 and i.id = o.identity_id
     left join lateral (
       select count(*) filter (where t.state = 'booked') as booked, count(*) filter (where t.state = 'redeemed') as used,
         (array_agg(distinct e.name))[1:3] as events
       from ticket t join event_template e on e.seller_id = $1 and e.id = t.event_template_id
       where t.seller_id = $1 and t.ticket_order_id = o.id and t.state in ('booked', 'redeemed', 'cancelled')) t on true
     left join lateral (
       select s.start_datetime, s.end_datetime, e.timezone, e.event_type, e.meta ->> 'names_start' = 'true' as names_start
       from ticket t
       join event_session s on s.seller_id = $1 and s.id = t.event_session_id
       join event_template e on e.seller_id = $1 and e.id = t.event_template_id
       where t.seller_id = $1 and t.ticket_order_id = o.id and t.state in ('booked', 'redeemed', 'cancelled')
       order by t.state = 'cancelled', s.start_datetime limit 1) v on true
     left join lateral (
       select sum(p.refunded + p.refunding) as refunded from payment p
       where p.seller_id = $1 and p.ticket_order_id = o.id and p.state in ('captured', 'refunded')) p on true
     where o.seller_id = $1 and o.order_number = any($2::bigint[]) order by array_position($2::bigint[], o.order_number)`,
    [seller.id, order_numbers],
  );
