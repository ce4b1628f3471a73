import { sql, type RawBuilder } from "kysely";
import type { SortOf } from "@foyer/contract/office/listShape.ts";
import type { orderList } from "@foyer/contract/office/orders/orders.ts";
import { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import { counterGateways, giftCardGatewayId } from "@foyer/rules/checkout/gateways.ts";
import type { Sort } from "@foyer/rules/lists/listView.ts";
import { endOfPrefix, type SearchTerms } from "@foyer/rules/orders/searchTerms.ts";
import { cursorOf, orderOf, rowsAfter, type ListOrder, type SortKey } from "../../../db/keyset.ts";
import { statementWithFreshPlan } from "../../../db/statements/statement.ts";
import { freshPlanPrefix } from "../../../db/statements/statementNames.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";

type Desk = Pick<StaffContext, "db" | "seller">;

/** The filters of the contract (office/orders.ts), with amounts in minor units. */
export type OrderFilter = {
  readonly sold_from?: string | undefined;
  readonly sold_to?: string | undefined;
  readonly visit_from?: string | undefined;
  readonly visit_to?: string | undefined;
  readonly event_template_id?: string | undefined;
  readonly event_session_id?: string | undefined;
  readonly ticket_type_id?: string | undefined;
  readonly state?: "valid" | "part_refunded" | "used" | "cancelled" | undefined;
  readonly channel_id?: string | undefined;
  readonly means?: "card" | "gift_card" | "cash" | "terminal" | "free" | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly staff_id?: string | undefined;
  readonly due?: "true" | undefined;
  /** Only orders that bought a membership, or that bought, were paid with or were refunded to a gift card. */
  readonly has?: "memberships" | "gift_cards" | undefined;
};

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

/** The conditions of a filter on an order `o`. */
export const orderConditions = (
  { id, timezone }: StaffContext["seller"],
  filter: OrderFilter,
): RawBuilder<unknown>[] => {
  const { sold_from, sold_to, state, channel_id, means, min, max, staff_id, due, has } = filter;
  const tickets = (states: string) =>
    sql`exists (select from ticket t where t.seller_id = ${id}::uuid and t.ticket_order_id = o.id and t.state in (${sql.raw(states)}))`;
  const moneyBack = sql`exists (select from payment p where p.seller_id = ${id}::uuid and p.ticket_order_id = o.id
    and p.state in ('captured', 'refunded') and p.refunded + p.refunding > 0)`;
  const paidBy = (gateway: RawBuilder<unknown>) =>
    sql`exists (select from payment p where p.seller_id = ${id}::uuid and p.ticket_order_id = o.id and p.state in ('captured', 'refunded') and ${gateway})`;
  const cards = CardGatewayId.options;
  const byState = {
    valid: sql`${tickets("'booked'")} and not ${moneyBack}`,
    used: sql`not ${tickets("'booked'")} and ${tickets("'redeemed'")} and not ${moneyBack}`,
    part_refunded: sql`${tickets("'booked', 'redeemed'")} and ${moneyBack}`,
    cancelled: sql`not ${tickets("'booked', 'redeemed'")}`,
  };
  const byMeans = {
    card: paidBy(sql`p.gateway_id = any(${cards}::text[])`),
    gift_card: paidBy(sql`p.gateway_id = ${giftCardGatewayId}`),
    cash: paidBy(sql`p.gateway_id = ${counterGateways.cash}`),
    terminal: paidBy(sql`p.gateway_id = ${counterGateways.terminal}`),
    free: sql`o.total = 0`,
  };
  const byContent = {
    memberships: sql`exists (select from membership m where m.seller_id = ${id}::uuid and m.ticket_order_id = o.id)`,
    gift_cards: sql`(${paidBy(sql`p.gateway_id = ${giftCardGatewayId}`)}
      or exists (select from ticket t join ledger_account a on a.seller_id = ${id}::uuid and a.source_ticket_id = t.id
        where t.seller_id = ${id}::uuid and t.ticket_order_id = o.id)
      or exists (select from order_change w where w.seller_id = ${id}::uuid and w.ticket_order_id = o.id and w.gift_card_account_id is not null))`,
  };
  const visits = visitCondition(id, filter);
  return [
    ...(sold_from === undefined ? [] : [sql`o.created_at >= ${sold_from}::date::timestamp at time zone ${timezone}`]),
    ...(sold_to === undefined ? [] : [sql`o.created_at < (${sold_to}::date + 1)::timestamp at time zone ${timezone}`]),
    ...(visits ? [visits] : []),
    ...(state === undefined ? [] : [byState[state]]),
    ...(means === undefined ? [] : [byMeans[means]]),
    ...(channel_id === undefined
      ? []
      : [
          sql`exists (select from cart c where c.seller_id = ${id}::uuid and c.id = o.cart_id and c.channel_id = ${channel_id})`,
        ]),
    ...(staff_id === undefined
      ? []
      : [
          sql`exists (select from audit_entry e where e.seller_id = ${id}::uuid and e.entity_kind = 'order'
            and e.entity_id = o.order_number::text and e.staff_id = ${staff_id}::uuid)`,
        ]),
    ...(has === undefined ? [] : [byContent[has]]),
    ...(due === undefined
      ? []
      : [sql`exists (select from (${sql.raw(dueOfOrder)}) d where d.seller_id = ${id}::uuid)`]),
    ...(min === undefined ? [] : [sql`o.total >= ${min}::bigint`]),
    ...(max === undefined ? [] : [sql`o.total <= ${max}::bigint`]),
  ];
};

/** The change of an order `o` that waits to be paid by its link. */
const dueOfOrder = `select d.seller_id, (d.change_offer ->> 'due')::bigint as due from cart d
  where d.seller_id = o.seller_id and d.changes_order_id = o.id and d.state = 'pending' and d.change_offer ->> 'paid_by' = 'link'
    and (d.expires_at > app_now() or d.leased_until > app_now())`;

/** Orders with a ticket for one of these visits. Cancelled tickets count only in a search for cancelled orders. */
const visitCondition = (id: string, filter: OrderFilter): RawBuilder<unknown> | undefined => {
  const { visit_from, visit_to, event_template_id, event_session_id, ticket_type_id, state } = filter;
  const days = [
    ...(visit_from === undefined ? [] : [sql`s.local_day >= ${visit_from}::date`]),
    ...(visit_to === undefined ? [] : [sql`s.local_day <= ${visit_to}::date`]),
  ];
  const parts = [
    ...(event_template_id === undefined ? [] : [sql`t.event_template_id = ${event_template_id}::uuid`]),
    ...(event_session_id === undefined ? [] : [sql`t.event_session_id = ${event_session_id}::uuid`]),
    ...(ticket_type_id === undefined ? [] : [sql`t.ticket_type_id = ${ticket_type_id}::uuid`]),
    ...(days.length === 0
      ? []
      : [
          sql`exists (select from event_session s where s.seller_id = ${id}::uuid and s.id = t.event_session_id and ${sql.join(days, sql` and `)})`,
        ]),
  ];
  if (parts.length === 0) return undefined;
  const states = sql.raw(state === "cancelled" ? "'cancelled'" : "'booked', 'redeemed'");
  return sql`o.id in (select t.ticket_order_id from ticket t where t.seller_id = ${id}::uuid and t.state in (${states})
    and t.ticket_order_id is not null and ${sql.join(parts, sql` and `)})`;
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
