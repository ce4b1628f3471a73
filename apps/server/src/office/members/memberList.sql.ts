import { sql, type RawBuilder } from "kysely";
import type { SortOf } from "@foyer/contract/office/listShape.ts";
import type { memberList, MemberRenewal, MemberState } from "@foyer/contract/office/members/memberList.ts";
import { isMembership } from "@foyer/rules/catalog/handlers.ts";
import type { Sort } from "@foyer/rules/lists/listView.ts";
import { handlerList } from "../../db/handlerList.ts";
import { cursorOf, orderOf, rowsAfter, type ListOrder, type SortKey } from "../../db/keyset.ts";
import { statementWithFreshPlan } from "../../db/statements/statement.ts";
import { freshPlanPrefix } from "../../db/statements/statementNames.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";

type Desk = Pick<StaffContext, "db" | "seller">;

export type ListedMemberRow = {
  readonly id: string;
  readonly member_number: string;
  readonly holder_name: string | null;
  readonly holder_email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly level: string;
  readonly type: string;
  readonly state: MemberState;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly renewal: MemberRenewal;
  readonly order_number: number;
  /** The name by which the list is sorted, if it is sorted by name. */
  readonly sort_name: string | null;
  /** The card matches by its full number or code. */
  readonly is_exact: boolean;
};

export type MemberFilter = {
  readonly level?: string | undefined;
  readonly state?: MemberState | undefined;
  readonly ends_from?: string | undefined;
  readonly ends_to?: string | undefined;
  readonly renewal?: MemberRenewal | undefined;
};

/** What a search can match. Each kind finds cards by its own index. */
export type SoughtMembers = {
  /** A full member number or card code, normalised for comparison. */
  readonly number: string | undefined;
  readonly order_numbers: readonly number[];
  /** The spellings in which the postcode may have been stored. */
  readonly zip_codes: readonly string[];
  /** Accounts found by their own name, address or telephone number. */
  readonly account_ids: readonly string[];
};

/** The expression of the indexes in migration 0080. */
const ends = sql`case when m.valid_to is null then timestamptz 'infinity' else m.valid_to end`;
const isRenewed = (id: string) =>
  sql`exists (select from membership n where n.seller_id = ${id}::uuid and n.renews_id = m.id and n.state = 'active')`;

type MemberSort = SortOf<typeof memberList>;

export type WantedMembers = {
  readonly filter: MemberFilter;
  readonly terms: SoughtMembers | undefined;
  /** As in the contract (office/members/memberList.ts); latest end first if it is undefined. */
  readonly sort: Sort<MemberSort> | undefined;
  /** The cursor of the last row of the previous page. */
  readonly after: string | undefined;
  readonly limit: number;
};

/**
 * The name as a list shows it (listMembers.ts), in lower case; `p` is the account. It combines several tables, so it has no
 * index: a page sorted by name sorts everything that the filters match.
 */
const shownName = sql`left(lower(coalesce(nullif(m.holder_name, ''),
  concat_ws(' ', nullif(p.first_name, ''), nullif(p.last_name, '')))), 100) collate "und-x-icu"`;

/** Only a few terms share a number or a beginning, so a page only sorts those by id (0080, 0014). */
const sortKeys: Readonly<Record<MemberSort, SortKey<ListedMemberRow>>> = {
  name: { key: shownName, kind: "text", of: ({ sort_name }) => sort_name ?? "" },
  member_number: { key: sql`m.member_number`, kind: "text", of: ({ member_number }) => member_number },
  valid_to: { key: ends, kind: "moment", of: ({ valid_to }) => valid_to ?? "infinity" },
  valid_from: { key: sql`m.valid_from`, kind: "moment", of: ({ valid_from }) => valid_from },
};
const orderOfList = ({ column, isDescending }: Sort<MemberSort>): ListOrder<ListedMemberRow> => ({
  by: sortKeys[column],
  id: { key: sql`m.id`, kind: "id", of: ({ id }) => id },
  isDescending,
});
const latestEndFirst = { column: "valid_to", isDescending: true } as const;

/** The cursor of the page after a member. */
export const memberCursor = (sort: WantedMembers["sort"], row: ListedMemberRow): string =>
  cursorOf(orderOfList(sort ?? latestEndFirst), row);

/** The maximum number of people with one postcode whose cards are looked up. */
const mostOfZip = 500;

const foundMembers = (
  id: string,
  { number, order_numbers, zip_codes, account_ids }: SoughtMembers,
): RawBuilder<unknown>[] => {
  const ofZip = sql`select i.id from identity i where i.seller_id = ${id}::uuid and i.zip_code = any(${zip_codes}::text[]) limit ${mostOfZip}`;
  return [
    ...(number === undefined
      ? []
      : [
          sql`select x.id from membership x where x.seller_id = ${id}::uuid and x.member_number = ${number}`,
          sql`select x.id from membership x where x.seller_id = ${id}::uuid and x.scan_code = ${number}`,
          sql`select x.id from replaced_code r join membership x on x.seller_id = ${id}::uuid and x.ticket_id = r.ticket_id
            where r.seller_id = ${id}::uuid and r.code_hash = sha256(convert_to(${number}, 'UTF8'))`,
        ]),
    ...(order_numbers.length === 0
      ? []
      : [
          sql`select x.id from ticket_order o join membership x on x.seller_id = ${id}::uuid and x.ticket_order_id = o.id
            where o.seller_id = ${id}::uuid and o.order_number = any(${order_numbers}::bigint[])`,
        ]),
    ...(account_ids.length === 0
      ? []
      : [
          sql`select x.id from membership x where x.seller_id = ${id}::uuid and x.identity_id = any(${account_ids}::uuid[])`,
        ]),
    ...(zip_codes.length === 0
      ? []
      : [
          sql`select x.id from (${ofZip}) i join membership x on x.seller_id = ${id}::uuid and x.identity_id = i.id`,
          sql`select x.id from (${ofZip}) i join ticket_order o on o.seller_id = ${id}::uuid and o.identity_id = i.id
            join membership x on x.seller_id = ${id}::uuid and x.ticket_order_id = o.id`,
        ]),
  ];
};

const byState: Readonly<Record<MemberState, RawBuilder<unknown>>> = {
  active: sql`m.state = 'active' and ${ends} > app_now()`,
  ended: sql`m.state = 'active' and ${ends} <= app_now()`,
  cancelled: sql`m.state = 'cancelled'`,
};

const ofFilter = ({ id, timezone }: StaffContext["seller"], filter: MemberFilter): RawBuilder<unknown>[] => {
  const { level, state, ends_from, ends_to, renewal } = filter;
  const hasRenewal = (condition: RawBuilder<unknown>) =>
    sql`exists (select from auto_renewal a where a.seller_id = ${id}::uuid and a.membership_id = m.id${condition})`;
  // The end is exclusive, so the last valid day is the day before.
  const dayAfter = (day: string) => sql`(${day}::date + 1)::timestamp at time zone ${timezone}`;
  return [
    ...(level === undefined ? [] : [sql`m.ticket_group_id = ${level}::uuid`]),
    ...(state === undefined ? [] : [byState[state]]),
    ...(ends_from === undefined ? [] : [sql`${ends} > ${ends_from}::date::timestamp at time zone ${timezone}`]),
    ...(ends_to === undefined ? [] : [sql`${ends} <= ${dayAfter(ends_to)}`]),
    ...(renewal === undefined
      ? []
      : [
          // A renewal in the state `renewed` is complete. Its term is listed again if the next one was cancelled.
          renewal === "none"
            ? sql`not ${hasRenewal(sql` and a.state <> 'renewed'`)}`
            : hasRenewal(sql` and a.state = ${renewal}`),
        ]),
  ];
};

/**
 * The last terms of cards, in a list's order. A term keeps its position unless staff change the value sorted by, so new
 * terms do not shift the pages.
 */
export const selectMembers = async (
  { db, seller }: Desk,
  { filter, terms, sort = latestEndFirst, after, limit }: WantedMembers,
): Promise<ListedMemberRow[]> => {
  const { id } = seller;
  const found = terms && foundMembers(id, terms);
  if (found?.length === 0) return [];
  const number = terms?.number ?? null;
  const order = orderOfList(sort);
  const isNamed = sort.column === "name";
  const accounts = isNamed ? sql`left join identity p on p.seller_id = ${id}::uuid and p.id = m.identity_id` : sql``;
  const orderOfPage = isNamed ? { ...order, by: { ...sortKeys.name, key: sql`m.sort_name` } } : order;
  const conditions = [
    sql`m.seller_id = ${id}::uuid`,
    ...(found ? [sql`m.id in (${sql.join(found, sql` union all `)})`] : []),
    ...(after === undefined ? [] : [rowsAfter(order, after)]),
    ...ofFilter(seller, filter),
    sql`not ${isRenewed(id)}`,
  ];
  const { rows } = await sql<ListedMemberRow>`${sql.raw(freshPlanPrefix)}
    with m as materialized (
      select m.id, m.member_number, m.scan_code, m.holder_name, m.holder_email, m.identity_id, m.level_name, m.ticket_type_id,
        m.state, m.valid_from, m.valid_to, m.ticket_order_id, ${isNamed ? shownName : sql`null::text`} as sort_name
      from membership m ${accounts} where ${sql.join(conditions, sql` and `)} order by ${orderOf(order)} limit ${limit})
    select m.id, m.member_number, m.holder_name, m.holder_email, i.first_name, i.last_name, i.email, m.level_name as level,
      y.name as type, case when m.state = 'cancelled' then 'cancelled' when m.valid_to <= app_now() then 'ended' else 'active' end as state,
      m.valid_from, m.valid_to, case when a.state in ('scheduled', 'failed', 'cancelled') then a.state else 'none' end as renewal,
      o.order_number, m.sort_name, coalesce(m.member_number = ${number} or m.scan_code = ${number}, false) as is_exact
    from m
    join ticket_type y on y.seller_id = ${id}::uuid and y.id = m.ticket_type_id
    join ticket_order o on o.seller_id = ${id}::uuid and o.id = m.ticket_order_id
    left join identity i on i.seller_id = ${id}::uuid and i.id = m.identity_id
    left join auto_renewal a on a.seller_id = ${id}::uuid and a.membership_id = m.id
    order by ${orderOf(orderOfPage)}`.execute(db);
  return rows;
};

export type LevelTypeRow = {
  readonly level: string;
  readonly level_name: string;
  readonly event_template_id: string;
  readonly timezone: string;
  readonly is_sold: boolean;
  /** Within its time of sale. */
  readonly is_open: boolean;
  /** The number of places left; null without a limit. */
  readonly places: number | null;
  readonly id: string;
  readonly name: string;
  readonly party_role: string | null;
  readonly named: "no" | "yes" | "optional" | null;
  readonly emailed: "no" | "yes" | "optional" | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly currency_amount: number;
  readonly fee_fixed_outside: number;
  readonly fee_percent_outside: number;
};

/** The types of the levels that a seller sells or has sold, those on sale first. */
export const levelTypesOfSeller = ({ db, seller }: Desk): Promise<LevelTypeRow[]> =>
  statementWithFreshPlan(
    db,
    `select g.id as level, g.name as level_name, g.event_template_id, e.timezone, not (g.retired or e.retired or coalesce(p.retired, false)) as is_sold,
       coalesce(g.sales_start <= app_now(), true) and coalesce(g.sales_end > app_now(), true) as is_open,
       case when g.capacity >= 0 then greatest(g.capacity - g.used_capacity, 0) end as places,
       y.id, y.name, r.party_role, r.named, r.emailed, r.min, r.max,
       y.currency_amount, y.fee_fixed_outside, y.fee_percent_outside
     from ticket_group g
     join event_template e on e.seller_id = $1 and e.id = g.event_template_id
     join ticket_type y on y.seller_id = $1 and y.ticket_group_id = g.id and not y.retired
     left join membership_program p on p.seller_id = $1 and p.id = g.membership_program_id
     left join membership_rule r on r.seller_id = $1 and r.ticket_type_id = y.id
     where g.seller_id = $1 and g.handler in ${handlerList(isMembership)}
     order by g.retired, e.rank, g.rank, g.name, g.id, y.rank, y.id limit 2000`,
    [seller.id],
  );
