import type { CartTable } from "../../db/schema/carts.ts";
import type { GroupMeta } from "@foyer/contract/shop/catalog.ts";
import type { EventConfig, EventMeta } from "@foyer/contract/shop/settings/eventSettings.ts";
import type { SurveyAnswers, SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import type { TicketTax } from "@foyer/contract/shop/tax.ts";
import type { PartyType } from "@foyer/rules/membership/party/partyRule.ts";
import type { Handler } from "@foyer/contract/handlers.ts";
import { statement, type Pipeline } from "../../db/statements/statement.ts";
import { ownerKindColumn } from "./read/cartRow.ts";
import { changeColumn, type OrderChangeOfCart } from "./change/changeColumn.ts";
import { openByLinkColumn } from "./access/openByLinkColumn.ts";
import { partyColumn } from "../catalog/events/levelColumns.ts";

/**
 * Every transaction that changes what carts hold takes locks in this order: carts, sessions, ticket groups, seats, codes,
 * code groups, vouchers, memberships, each set by id. This rules out deadlocks. Sessions and groups are locked "for no
 * key update": a transaction that has locked memberships writes tickets that refer to their level, and PostgreSQL's
 * foreign-key check must not wait for these locks.
 */

export type LockedCartRow = {
  id: string;
  identity_id: string;
  owner_kind: "public" | "guest" | "user";
  /** True for a guest's cart, and for a member's while a payment that began as a guest's is in progress. */
  open_by_link: boolean;
  state: CartTable["state"]["__select__"];
  ticket_order_id: string | null;
  /** A payment is in progress, or the cart is partly paid. */
  paying: boolean;
  /** Partly paid: the cart can no longer be changed. */
  part_paid: boolean;
  /** Past its expiry. This only matters for a cart with tickets. */
  overdue: boolean;
  /** Staff hold it for whoever pays by its link. */
  is_counter_link: boolean;
  /** Survey answers, by ticket group. */
  answers: Record<string, SurveyAnswers>;
  /** The change of an order that the cart makes; null for a purchase. */
  change: OrderChangeOfCart | null;
  /** The database's time. */
  now: string;
};

const cartsStatement = (lock: "for update" | "offset 0") => `
  select c.id, c.identity_id, ${ownerKindColumn} as owner_kind, ${openByLinkColumn()} as open_by_link, c.state,
    (select o.id from ticket_order o where o.seller_id = $1 and o.cart_id = c.id) as ticket_order_id,
    coalesce(c.leased_until > app_now(), false) as paying, c.part_paid, c.expires_at <= app_now() as overdue,
    c.counter_link_id is not null as is_counter_link, c.additional_info as answers, ${changeColumn}, app_now() as now
  from (select id from unnest($2::uuid[]) as requested (id) order by id) requested
  cross join lateral (select * from cart where seller_id = $1 and id = requested.id ${lock}) c`;
const cartsForUpdate = cartsStatement("for update");
const cartsUnlocked = cartsStatement("offset 0");

export const lockCarts = (
  pipeline: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<LockedCartRow[]> => statement(pipeline, cartsForUpdate, [seller_id, cart_ids]);

/** The same without locks, for reading only. */
export const readCartsUnlocked = (
  pipeline: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<LockedCartRow[]> => statement(pipeline, cartsUnlocked, [seller_id, cart_ids]);

export type LiveTicket = {
  id: string;
  cart_id: string;
  ticket_type_id: string;
  ticket_group_id: string;
  event_session_id: string | null;
};

/** The tickets that carts hold. Read in a separate statement after the lock, to see what was committed during the wait. */
export const liveTickets = (
  pipeline: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<LiveTicket[]> =>
  statement(
    pipeline,
    `select t.id, t.cart_id, t.ticket_type_id, t.ticket_group_id, t.event_session_id
     from unnest($2::uuid[]) as requested (id)
     cross join lateral (select * from ticket where seller_id = $1 and cart_id = requested.id offset 0) t
     where t.state in ('held', 'in_cart')`,
    [seller_id, cart_ids],
  );

export type HoldTypeRow = {
  id: string;
  name: string;
  member_event_ticket_type: string | null;
  ticket_group_id: string;
  currency_amount: number;
  currency_amount_min: number | null;
  currency_amount_max: number | null;
  fee_fixed_outside: number;
  fee_percent_outside: number;
  tax: TicketTax | null;
  available: boolean;
  retired: boolean;
};

export const holdTypeRows = (
  pipeline: Pipeline,
  seller_id: string,
  type_ids: readonly string[],
): Promise<HoldTypeRow[]> =>
  statement(
    pipeline,
    `select id, name, member_event_ticket_type, ticket_group_id, currency_amount, currency_amount_min, currency_amount_max, fee_fixed_outside, fee_percent_outside, tax, available, retired
     from ticket_type where seller_id = $1 and id = any($2::uuid[])`,
    [seller_id, type_ids],
  );

export type LockedSession = {
  id: string;
  event_template_id: string;
  start_datetime: string;
  end_datetime: string;
  capacity: number;
  oversell_capacity: number;
  used_capacity: number;
  local_day: string;
  local_start: string;
  cancelled: boolean;
  closed: boolean;
  retired: boolean;
  own: Record<string, number> | null;
};

const sessionsForUpdate = `
  select s.id, s.event_template_id, s.start_datetime, s.end_datetime, s.local_day, s.local_start, s.capacity, s.oversell_capacity, s.used_capacity, s.cancelled, s.sales_closed_at is not null as closed, s.retired,
    (select json_object_agg(p.ticket_type_id, p.amount) from session_price p
      where p.seller_id = $1 and p.event_session_id = s.id and p.ticket_type_id = any($3::uuid[])) as own
  from event_session s where s.seller_id = $1 and s.id = any($2::uuid[]) order by s.id for no key update of s`;

/** Locks sessions, and reads their own prices for these types. */
export const lockSessions = (
  pipeline: Pipeline,
  seller_id: string,
  session_ids: readonly string[],
  type_ids: readonly string[],
): Promise<LockedSession[]> => statement(pipeline, sessionsForUpdate, [seller_id, session_ids, type_ids]);

export type LockedGroup = {
  id: string;
  event_template_id: string;
  name: string;
  handler: Handler;
  hidden_type: HiddenType;
  start_policy: "fixedfrom" | "fixedto" | null;
  start_policy_date: string | null;
  duration_new: string | null;
  min_tickets_per_order: number;
  max_tickets_per_order: number;
  sales_start: string | null;
  sales_end: string | null;
  available: boolean;
  capacity: number;
  oversell_capacity: number;
  used_capacity: number;
  exclude_from_event_capacity: boolean;
  retired: boolean;
  meta: GroupMeta;
  additional_info_spec: SurveySpec | null;
  event_name: string;
  event_meta: EventMeta;
  event_config: EventConfig;
  event_hidden_type: HiddenType;
  event_type: string;
  event_timezone: string;
  event_retired: boolean;
  party: PartyType[] | null;
  gift_code_group_id: string | null;
  now: string;
};
type HiddenType = "public_browsable" | "public_link_only" | "public_member_only";

const groupsForUpdate = `
  select g.id, g.event_template_id, g.name, g.handler, g.hidden_type, g.start_policy, g.start_policy_date, g.duration_new,
    g.min_tickets_per_order, g.max_tickets_per_order, g.sales_start, g.sales_end, g.available, g.capacity, g.oversell_capacity,
    g.used_capacity, g.exclude_from_event_capacity, g.retired, g.meta, g.additional_info_spec,
    e.name as event_name, e.meta as event_meta, e.config as event_config,
    e.hidden_type as event_hidden_type, e.event_type, e.timezone as event_timezone, e.retired as event_retired, app_now() as now,
    g.gift_code_group_id, ${partyColumn} as party
  from (
    select id from (
      select unnest($2::uuid[]) as id
      union
      select y.ticket_group_id from unnest($3::uuid[]) as requested (id)
      cross join lateral (select * from ticket_type where seller_id = $1 and id = requested.id offset 0) y) group_ids
    order by id) requested
  cross join lateral (select * from ticket_group where seller_id = $1 and id = requested.id for no key update) g
  cross join lateral (select * from event_template where seller_id = $1 and id = g.event_template_id offset 0) e`;

/** Locks these groups and the groups of these types, and reads their events and the time used for all decisions. */
export const lockGroups = (
  pipeline: Pipeline,
  seller_id: string,
  group_ids: readonly string[],
  type_ids: readonly string[],
): Promise<LockedGroup[]> => statement(pipeline, groupsForUpdate, [seller_id, group_ids, type_ids]);

/** Ids of everything that ran short for a change. */
export type Shortage = {
  readonly sessions: readonly string[];
  readonly groups: readonly string[];
  readonly codes: readonly string[];
  readonly vouchers: readonly string[];
  /** Code groups that ran short, whichever of their codes a cart has. */
  readonly codeGroups: readonly string[];
  readonly memberships: readonly string[];
};
export const hasShortage = (short: Shortage): boolean => Object.values(short).some((ids) => ids.length > 0);

/**
 * Whether a ticket `t` of a cart `c` uses something that ran short. `first` is the number of the first of its six
 * parameters.
 */
export const inShortageCondition = (first: number): string =>
  `(t.event_session_id = any($${first}::uuid[]) or t.ticket_group_id = any($${first + 1}::uuid[]) or t.voucher = any($${first + 3}::text[])
    or exists (select from cart_code x where x.seller_id = $1 and x.cart_id = c.id and (x.code_id = any($${first + 2}::uuid[])
      or x.code_id in (select k.id from code k where k.seller_id = $1 and k.code_group_id = any($${first + 4}::uuid[]))))
    or exists (select from allowance_use u where u.seller_id = $1 and u.ticket_id = t.id and u.membership_id = any($${first + 5}::uuid[])))`;

/** Whether an expired hold has something that ran short. */
export const hasOverdueHolds = async (
  pipeline: Pipeline,
  seller_id: string,
  { sessions, groups, codes, vouchers, codeGroups, memberships }: Shortage,
): Promise<boolean> => {
  const [found] = await statement<{ found: boolean }>(
    pipeline,
    `select exists (
       select from cart c join ticket t on t.seller_id = c.seller_id and t.cart_id = c.id
       where c.seller_id = $1 and c.state = 'pending' and c.expires_at <= app_now() and (c.leased_until is null or c.leased_until <= app_now())
         and t.state in ('held', 'in_cart') and ${inShortageCondition(2)}) as found`,
    [seller_id, sessions, groups, codes, vouchers, codeGroups, memberships],
  );
  return found?.found ?? false;
};
