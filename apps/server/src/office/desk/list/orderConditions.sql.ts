import { sql, type RawBuilder } from "kysely";
import { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import { counterGateways, giftCardGatewayId } from "@foyer/rules/checkout/gateways.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { gatewaysOfEntry, withSeller } from "./orderOfEntry.sql.ts";

/** The filters of the contract (office/orders.ts), with amounts in minor units. */
export type OrderFilter = {
  readonly sold_from?: string | undefined;
  readonly sold_to?: string | undefined;
  /** Both days are given, or neither. */
  readonly journal_from?: string | undefined;
  readonly journal_to?: string | undefined;
  readonly visit_from?: string | undefined;
  readonly visit_to?: string | undefined;
  readonly event_template_id?: string | undefined;
  readonly event_session_id?: string | undefined;
  readonly ticket_type_id?: string | undefined;
  readonly state?: "valid" | "part_refunded" | "used" | "cancelled" | undefined;
  readonly channel_id?: string | undefined;
  readonly means?: "card" | "gift_card" | "cash" | "terminal" | "free" | undefined;
  readonly paid_by?: string | undefined;
  readonly sold_by?: string | undefined;
  readonly given_for?: string | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly staff_id?: string | undefined;
  readonly due?: "true" | undefined;
  /** Only orders that bought a membership, or that bought, were paid with or were refunded to a gift card. */
  readonly has?: "memberships" | "gift_cards" | undefined;
};

/** The conditions of a filter on an order `o`. */
export const orderConditions = (
  { id, timezone }: StaffContext["seller"],
  filter: OrderFilter,
): RawBuilder<unknown>[] => {
  const { sold_from, sold_to, state, channel_id, min, max, staff_id, sold_by, given_for, due, has } = filter;
  const tickets = (states: string) =>
    sql`exists (select from ticket t where t.seller_id = ${id}::uuid and t.ticket_order_id = o.id and t.state in (${sql.raw(states)}))`;
  const moneyBack = sql`exists (select from payment p where p.seller_id = ${id}::uuid and p.ticket_order_id = o.id
    and p.state in ('captured', 'refunded') and p.refunded + p.refunding > 0)`;
  const byState = {
    valid: sql`${tickets("'booked'")} and not ${moneyBack}`,
    used: sql`not ${tickets("'booked'")} and ${tickets("'redeemed'")} and not ${moneyBack}`,
    part_refunded: sql`${tickets("'booked', 'redeemed'")} and ${moneyBack}`,
    cancelled: sql`not ${tickets("'booked', 'redeemed'")}`,
  };
  const visits = visitCondition(id, filter);
  const payments = hasJournalDays(filter) ? journalCondition(id, filter) : paymentConditions(id, filter);
  return [
    ...(sold_from === undefined ? [] : [sql`o.created_at >= ${sold_from}::date::timestamp at time zone ${timezone}`]),
    ...(sold_to === undefined ? [] : [sql`o.created_at < (${sold_to}::date + 1)::timestamp at time zone ${timezone}`]),
    ...(visits ? [visits] : []),
    ...(state === undefined ? [] : [byState[state]]),
    ...payments,
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
    ...(sold_by === undefined ? [] : [soldBy(id, sold_by)]),
    ...(given_for === undefined ? [] : [givenFor(id, given_for)]),
    ...(has === undefined ? [] : [hasCondition(id, has)]),
    ...(due === undefined
      ? []
      : [sql`exists (select from (${sql.raw(dueOfOrder)}) d where d.seller_id = ${id}::uuid)`]),
    ...(min === undefined ? [] : [sql`o.total >= ${min}::bigint`]),
    ...(max === undefined ? [] : [sql`o.total <= ${max}::bigint`]),
  ];
};

/** Orders with a membership or a gift card. */
const hasCondition = (id: string, has: NonNullable<OrderFilter["has"]>): RawBuilder<unknown> =>
  has === "memberships"
    ? sql`exists (select from membership m where m.seller_id = ${id}::uuid and m.ticket_order_id = o.id)`
    : sql`(exists (select from payment p where p.seller_id = ${id}::uuid and p.ticket_order_id = o.id
        and p.state in ('captured', 'refunded') and p.gateway_id = ${giftCardGatewayId})
      or exists (select from ticket t join ledger_account a on a.seller_id = ${id}::uuid and a.source_ticket_id = t.id
        where t.seller_id = ${id}::uuid and t.ticket_order_id = o.id)
      or exists (select from order_change w where w.seller_id = ${id}::uuid and w.ticket_order_id = o.id and w.gift_card_account_id is not null))`;

/** The change of an order `o` that waits to be paid by its link. */
export const dueOfOrder = `select d.seller_id, (d.change_offer ->> 'due')::bigint as due from cart d
  where d.seller_id = o.seller_id and d.changes_order_id = o.id and d.state = 'pending' and d.change_offer ->> 'paid_by' = 'link'
    and (d.expires_at > app_now() or d.leased_until > app_now())`;

/** Orders with a ticket for one of these visits. Cancelled tickets count only in a search for cancelled orders. */
const visitCondition = (id: string, filter: OrderFilter): RawBuilder<unknown> | undefined => {
  const { visit_from, visit_to, state } = filter;
  const { event_template_id, event_session_id, ticket_type_id } = hasJournalDays(filter) ? {} : filter;
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

type Means = NonNullable<OrderFilter["means"]>;
/** The gateways of each means. */
const gatewaysOf: Readonly<Record<Exclude<Means, "free">, readonly string[]>> = {
  card: CardGatewayId.options,
  gift_card: [giftCardGatewayId],
  cash: [counterGateways.cash],
  terminal: [counterGateways.terminal],
};
const isFree = sql`o.total = 0`;

/** How an order has been paid so far. */
const paymentConditions = (id: string, { means, paid_by }: OrderFilter): RawBuilder<unknown>[] => {
  const paid = sql`from payment p where p.seller_id = ${id}::uuid and p.ticket_order_id = o.id and p.state in ('captured', 'refunded')`;
  return [
    ...(means === undefined
      ? []
      : [
          means === "free" ? isFree : sql`exists (select ${paid} and p.gateway_id = any(${gatewaysOf[means]}::text[]))`,
        ]),
    ...(paid_by === undefined ? [] : paidByExactly(paid, gatewaysIn(paid_by))),
  ];
};

/** Orders with a payment by each of these gateways and by no other. `paid`: the payments of an order. */
const paidByExactly = (paid: RawBuilder<unknown>, gateways: readonly string[]): RawBuilder<unknown>[] => [
  ...gateways.map((gateway) => sql`exists (select ${paid} and p.gateway_id = ${gateway})`),
  sql`not exists (select ${paid} and p.gateway_id <> all(${gateways}::text[]))`,
];

const gatewaysIn = (paid_by: string): readonly string[] => (paid_by === "none" ? [] : paid_by.split(","));

/** One of the orders that were paid with each of these gateways at any time: few, if a gateway is rare. */
const paidWithEach = (id: string, order: string, paid_by: string): RawBuilder<unknown>[] =>
  gatewaysIn(paid_by).map(
    (gateway) => sql`${sql.raw(order)} in (select p.ticket_order_id from payment p
      where p.seller_id = ${id}::uuid and p.gateway_id = ${gateway} and p.state in ('captured', 'refunded') and p.ticket_order_id is not null)`,
  );

/** As the report writes them (`gatewaysOfEntry`). */
const gatewayText = (paid_by: string): string => gatewaysIn(paid_by).join(",");

const hasJournalDays = ({ journal_from }: OrderFilter): boolean => journal_from !== undefined;

/** Whether an entry moved money by a means, as the report of money counts it. */
const movedBy = (means: Exclude<Means, "free">): RawBuilder<unknown> =>
  means === "gift_card"
    ? sql`exists (select from unnest(e.debit, e.credit) as l (debit, credit) where
        (l.debit = 'gift_cards' and l.credit = 'suspense')
        or (e.cause in ('refund', 'refund_failed') and (l.debit = 'gift_cards' or l.credit = 'gift_cards')))`
    : sql`(e.debit || e.credit) && ${gatewaysOf[means].map((gateway) => `cash:${gateway}`)}::text[]`;

/** Orders with an entry of the journal on these days. */
const journalCondition = (id: string, filter: OrderFilter): RawBuilder<unknown>[] => {
  const { journal_from, journal_to, means, paid_by, event_template_id, event_session_id, ticket_type_id } = filter;
  const ofEntry = sql.join(
    [
      sql`e.seller_id = ${id}::uuid`,
      sql`e.local_day between ${journal_from}::date and ${journal_to}::date`,
      ...(means === undefined || means === "free" ? [] : [movedBy(means)]),
      ...(paid_by === undefined
        ? []
        : [
            ...paidWithEach(id, "e.ticket_order_id", paid_by),
            sql`${withSeller(gatewaysOfEntry, id)} = ${gatewayText(paid_by)}`,
          ]),
      ...(event_session_id === undefined ? [] : [sql`e.session @> array[${event_session_id}::uuid]`]),
      ...(ticket_type_id === undefined ? [] : [sql`e.subject @> array[${ticket_type_id}::uuid]`]),
      ...(event_template_id === undefined
        ? []
        : [
            sql`e.subject && array(select y.id from ticket_type y
              join ticket_group g on g.seller_id = ${id}::uuid and g.id = y.ticket_group_id
              where y.seller_id = ${id}::uuid and g.event_template_id = ${event_template_id}::uuid)`,
          ]),
    ],
    sql` and `,
  );
  const entries = sql`select e.ticket_order_id from journal_entry e where ${ofEntry} and e.ticket_order_id is not null`;
  // One of several payments of a purchase has an entry of its own, which does not name the order.
  const captures = sql`select p.ticket_order_id from journal_entry e join payment p on p.seller_id = ${id}::uuid and p.id = e.cause_id
    where ${ofEntry} and e.cause = 'capture' and p.ticket_order_id is not null`;
  const hasCaptures = means !== undefined && means !== "free";
  return [
    sql`o.id in (${entries}${hasCaptures ? sql` union all ${captures}` : sql``})`,
    ...(means === "free" ? [isFree] : []),
  ];
};

/** Orders that were given away for one reason, by the key of its row in the report (office/reports/rowLabels.ts). */
const givenFor = (id: string, key: string): RawBuilder<unknown> => {
  const reasonKey = sql`left(encode(sha256(convert_to(g.reason, 'UTF8')), 'hex'), 32)`;
  return sql`o.id in (select g.ticket_order_id from comp_order g
    where g.seller_id = ${id}::uuid and ${key === "erased" ? sql`g.reason is null` : sql`${reasonKey} = ${key}`})`;
};

/** Orders that a staff member sold, or nobody of the staff, as the report of sales by staff counts them (`sellingStaff`). */
const soldBy = (id: string, staff: string): RawBuilder<unknown> => {
  const sold = (order: string) =>
    sql`exists (select from counter_sale s where s.seller_id = ${id}::uuid and s.ticket_order_id = ${sql.raw(order)})`;
  const given = (order: string) =>
    sql`exists (select from comp_order g where g.seller_id = ${id}::uuid and g.ticket_order_id = ${sql.raw(order)})`;
  if (staff === "online")
    return sql`not ${sold("o.id")} and not ${given("o.id")} and not exists (select from cart k
      where k.seller_id = ${id}::uuid and k.id = o.cart_id and k.counter_staff_id is not null)`;
  return sql`o.id in (
    select s.ticket_order_id from counter_sale s where s.seller_id = ${id}::uuid and s.staff_id = ${staff}::uuid
    union all select g.ticket_order_id from comp_order g
    where g.seller_id = ${id}::uuid and g.staff_id = ${staff}::uuid and not ${sold("g.ticket_order_id")}
    union all select b.id from cart k join ticket_order b on b.seller_id = ${id}::uuid and b.cart_id = k.id
    where k.seller_id = ${id}::uuid and k.counter_staff_id = ${staff}::uuid and not ${sold("b.id")} and not ${given("b.id")})`;
};
