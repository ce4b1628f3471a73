import type { Handler } from "@foyer/contract/handlers.ts";
import type { GroupMeta, HiddenType, TicketGroup } from "@foyer/contract/shop/catalog.ts";
import type { EventConfig, EventMeta } from "@foyer/contract/shop/settings/eventSettings.ts";
import type { SessionPrices } from "@foyer/rules/pricing/prices.ts";
import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

export type CounterSessionRow = {
  readonly id: string;
  readonly event_template_id: string;
  readonly start_datetime: string;
  readonly end_datetime: string;
  readonly timezone: string;
  readonly local_day: string;
  readonly event_type: string;
  readonly names_start: boolean | null;
  readonly capacity: number;
  readonly oversell_capacity: number;
  readonly used_capacity: number;
  readonly own: SessionPrices;
};

/** What the storefront shows to everybody or, with `forMembers`, to members as well. */
const shownTo = (of: "e" | "g", parameter: string): string =>
  `(${of}.hidden_type = 'public_browsable' or ${of}.hidden_type = 'public_member_only' and ${parameter}::boolean)`;

/** Sessions of a day in their venue's time zone that are on sale and not over, ordered by start. */
export const counterSessions = (
  pipeline: Pipeline,
  seller_id: string,
  { day, limit, forMembers }: { readonly day: string; readonly limit: number; readonly forMembers: boolean },
): Promise<CounterSessionRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select s.id, s.event_template_id, s.start_datetime, s.end_datetime, e.timezone, s.local_day, e.event_type,
       e.meta ->> 'names_start' = 'true' as names_start, s.capacity, s.oversell_capacity, s.used_capacity,
       (select jsonb_object_agg(p.ticket_type_id, p.amount) from session_price p
         where p.seller_id = $1 and p.event_session_id = s.id) as own
     from event_template e
     join event_session s on s.seller_id = $1 and s.event_template_id = e.id and s.local_day = $2::date
       and not s.retired and not s.cancelled and s.sales_closed_at is null and s.end_datetime > app_now()
     where e.seller_id = $1 and not e.retired and ${shownTo("e", "$4")}
     order by s.start_datetime, e.rank, e.name, s.id limit $3`,
    [seller_id, day, limit, forMembers],
  );

/** The first later day, within a year, that has a session on sale. */
export const nextCounterDay = async (
  pipeline: Pipeline,
  seller_id: string,
  { day, forMembers }: { readonly day: string; readonly forMembers: boolean },
): Promise<string | null> => {
  const [row] = await statementWithFreshPlan<{ day: string | null }>(
    pipeline,
    `select min(n.day) as day from event_template e
     cross join lateral (select min(s.local_day) as day from event_session s
       where s.seller_id = $1 and s.event_template_id = e.id and s.local_day > $2::date and s.local_day < $2::date + 366
         and not s.retired and not s.cancelled and s.sales_closed_at is null) n
     where e.seller_id = $1 and not e.retired and ${shownTo("e", "$3")}`,
    [seller_id, day, forMembers],
  );
  return row?.day ?? null;
};

export type CounterTypeRow = {
  readonly id: string;
  readonly name: string;
  readonly member_event_ticket_type: string | null;
  readonly currency_amount: number;
  readonly fee_fixed_outside: number;
  readonly fee_percent_outside: number;
  readonly ticket_group_id: string;
  readonly event_template_id: string;
  readonly event: string;
  readonly event_meta: EventMeta;
  readonly event_config: EventConfig;
  readonly event_hidden_type: HiddenType;
  readonly timezone: string;
  readonly group: string;
  readonly handler: Handler;
  readonly hidden_type: HiddenType;
  readonly start_policy: TicketGroup["start_policy"];
  readonly meta: GroupMeta;
  readonly sales_start: string | null;
  readonly sales_end: string | null;
  readonly max_tickets_per_order: number;
  readonly exclude_from_event_capacity: boolean;
  readonly capacity: number;
  readonly oversell_capacity: number;
  readonly used_capacity: number;
};

type CounterTypesOf = {
  readonly event_ids: readonly string[];
  readonly handlers: readonly Handler[];
  /** Handlers that never need a session. */
  readonly sessionless: readonly Handler[];
  readonly forMembers: boolean;
};

/** The ticket types of these events, and of all groups that need no session, without flexible prices. */
export const counterTypes = (
  pipeline: Pipeline,
  seller_id: string,
  { event_ids, handlers, sessionless, forMembers }: CounterTypesOf,
): Promise<CounterTypeRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select y.id, y.ticket_group_id, y.name, y.member_event_ticket_type, y.currency_amount, y.fee_fixed_outside, y.fee_percent_outside, e.id as event_template_id,
       e.name as event, e.meta as event_meta, e.config as event_config, e.hidden_type as event_hidden_type, e.timezone, g.name as "group", g.handler, g.hidden_type, g.start_policy, g.meta,
       g.sales_start, g.sales_end, g.max_tickets_per_order, g.exclude_from_event_capacity, g.capacity, g.oversell_capacity, g.used_capacity
     from event_template e
     join ticket_group g on g.seller_id = $1 and g.event_template_id = e.id and g.handler = any($3::text[])
       and g.available and not g.retired
       and (${shownTo("g", "$5")} or g.hidden_type = 'public_link_only' and g.meta -> 'counter' ->> 'hidden' = 'true')
     join ticket_type y on y.seller_id = $1 and y.ticket_group_id = g.id and y.available and not y.retired
       and (y.currency_amount_min is null or y.currency_amount_max is null)
     where e.seller_id = $1 and not e.retired and ${shownTo("e", "$5")}
       and (e.id = any($2::uuid[]) or g.handler = any($4::text[]) or g.start_policy is not null)
     order by e.rank, e.name, g.rank, g.name, y.rank, y.name, y.id limit 2000`,
    [seller_id, event_ids, handlers, sessionless, forMembers],
  );
