import { sql } from "kysely";
import {
  maxSessionsAtOnce,
  sessionPageSize,
  type sessionFills,
  type sessionList,
} from "@foyer/contract/office/catalogue/eventSessions.ts";
import type { SortOf } from "@foyer/contract/office/listShape.ts";
import type { Sort } from "@foyer/rules/lists/listView.ts";
import { cursorOf, orderOf, rowsAfter, type ListOrder, type SortKey } from "../../db/keyset.ts";
import { sqlOfSeller } from "../../db/statements/statement.ts";
import { freshPlanPrefix } from "../../db/statements/statementNames.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { editedSessionColumns, type EventSessionRow } from "./eventSessions.sql.ts";

type Desk = Pick<StaffContext, "db" | "seller">;

export type EditedSessionFilter = {
  readonly event_template_id: string;
  readonly from: string | null;
  readonly until: string | null;
  /** 1 is Monday; null means every day. */
  readonly weekdays: readonly number[] | null;
  readonly time_from: string | null;
  readonly time_until: string | null;
  readonly fill: (typeof sessionFills)[number] | null;
};

export type SessionSort = Sort<SortOf<typeof sessionList>>;

/** No two sessions of an event begin at the same moment, so a start identifies its session. */
const start: SortKey<EventSessionRow> = {
  key: sql`s.start_datetime`,
  kind: "moment",
  of: ({ start_datetime }) => start_datetime,
};
/** There is no index on taken places, because each hold would have to write it. */
const taken: SortKey<EventSessionRow> = { key: sql`s.used_capacity`, kind: "number", of: (row) => row.taken };

const orderOfList = ({ column, isDescending }: SessionSort): ListOrder<EventSessionRow> => ({
  by: column === "taken" ? taken : undefined,
  id: start,
  isDescending,
});

/** The cursor of the page that follows a session. */
export const sessionCursor = (sort: SessionSort, row: EventSessionRow): string => cursorOf(orderOfList(sort), row);

const fitting = (seller_id: string, filter: EditedSessionFilter) => {
  const { event_template_id, from, until, weekdays, time_from, time_until, fill } = filter;
  return sql`from event_session s
  where s.seller_id = ${seller_id}::uuid and s.event_template_id = ${event_template_id}::uuid and not s.retired
    and (${from}::date is null or s.local_day >= ${from}::date) and (${until}::date is null or s.local_day <= ${until}::date)
    and (${weekdays}::int[] is null or extract(isodow from s.local_day)::int = any(${weekdays}::int[]))
    and (${time_from}::text is null or s.local_start >= ${time_from}::text)
    and (${time_until}::text is null or s.local_start < ${time_until}::text)
    and case ${fill}::text
      when 'empty' then s.used_capacity = 0
      when 'taken' then s.used_capacity > 0
      when 'half' then s.capacity >= 0 and s.used_capacity > 0 and s.used_capacity * 2 >= s.capacity
      when 'full' then s.capacity >= 0 and s.used_capacity >= s.capacity
      else true end`;
};

/** A page of sessions, with one more if there are more. */
export const sessionsOfEvent = async (
  { db, seller }: Desk,
  filter: EditedSessionFilter,
  { sort, after }: { readonly sort: SessionSort; readonly after: string | undefined },
): Promise<EventSessionRow[]> => {
  const order = orderOfList(sort);
  const { rows } = await sql<EventSessionRow>`${sql.raw(freshPlanPrefix)}
    select ${sqlOfSeller(editedSessionColumns, seller.id)} ${fitting(seller.id, filter)}
    and ${after === undefined ? sql`true` : rowsAfter(order, after)}
    order by ${orderOf(order)} limit ${sessionPageSize + 1}`.execute(db);
  return rows;
};

/** How many sessions match, and the ids of the first of them that have not begun. */
export const countSessions = async (
  { db, seller }: Desk,
  filter: EditedSessionFilter,
): Promise<{ readonly count: number; readonly open_ids: readonly string[] }> => {
  const { rows } = await sql<{ count: number; open_ids: string[] }>`${sql.raw(freshPlanPrefix)}
    select count(*)::int as count, coalesce((array_agg(s.id order by s.start_datetime)
      filter (where s.start_datetime > app_now()))[1:${sql.lit(maxSessionsAtOnce)}], '{}') as open_ids
    ${fitting(seller.id, filter)}`.execute(db);
  return rows[0] ?? { count: 0, open_ids: [] };
};
