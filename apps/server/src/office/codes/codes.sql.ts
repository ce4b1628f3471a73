import { sql, type RawBuilder } from "kysely";
import type { SortOf } from "@foyer/contract/office/listShape.ts";
import type { codeList, CodeState } from "@foyer/contract/office/catalogue/codes.ts";
import type { Sort } from "@foyer/rules/lists/listView.ts";
import { endOfPrefix } from "@foyer/rules/orders/searchTerms.ts";
import { cursorOf, orderOf, rowsAfter, type ListOrder, type SortKey } from "../../db/keyset.ts";
import { freshPlanPrefix } from "../../db/statements/statementNames.ts";
import { statement, statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";

type Desk = Pick<StaffContext, "db" | "seller">;

export type DeskCodeRow = {
  readonly id: string;
  readonly code: string;
  readonly normalized: string;
  readonly code_group_id: string;
  readonly group_name: string;
  readonly state: CodeState;
  readonly used: number;
  readonly max_uses: number;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly by_office: boolean;
};

/** The state of a code `k`, in SQL. */
export const stateText = `case when k.retired then 'retired' when k.paused_at is not null then 'paused'
  when k.valid_to <= app_now() then 'expired' when k.valid_from > app_now() then 'not_yet_valid'
  when k.max_uses >= 0 and k.used >= k.max_uses then 'used_up' else 'active' end`;
const stateOf = sql.raw<CodeState>(stateText);

export type CodeFilter = {
  readonly code_group_id?: string | undefined;
  readonly state?: CodeState | undefined;
  readonly use?: "used" | "unused" | undefined;
};

const columns = sql`k.id, k.code, k.normalized, k.code_group_id, g.name as group_name,
  ${stateOf} as state, k.used, k.max_uses, k.valid_from, k.valid_to, k.by_office`;
const codesWithGroups = (id: string): RawBuilder<unknown> =>
  sql`code k join code_group g on g.seller_id = ${id}::uuid and g.id = k.code_group_id`;

type CodeSort = SortOf<typeof codeList>;

const byText: SortKey<DeskCodeRow> = {
  key: sql`k.normalized collate "C"`,
  kind: "text",
  of: ({ normalized }) => normalized,
};
/**
 * Uses and ends have no index: an index on uses would be written by each use of a code. A page sorted by them sorts
 * everything that the filters match.
 */
const sortKeys: Readonly<Record<CodeSort, SortKey<DeskCodeRow> | undefined>> = {
  code: undefined,
  used: { key: sql`k.used`, kind: "number", of: ({ used }) => used },
  valid_to: {
    key: sql`coalesce(k.valid_to, 'infinity')`,
    kind: "moment",
    of: ({ valid_to }) => valid_to ?? "infinity",
  },
};
/** Codes with the same number of uses, or the same end, are sorted by their text. */
const orderOfList = ({ column, isDescending }: Sort<CodeSort>): ListOrder<DeskCodeRow> => ({
  by: sortKeys[column],
  id: byText,
  isDescending,
});
const byCode = { column: "code", isDescending: false } as const;

/** The cursor of the page after a code. */
export const codeCursor = (sort: Sort<CodeSort> | undefined, row: DeskCodeRow): string =>
  cursorOf(orderOfList(sort ?? byCode), row);

/** Codes in a list's order; texts are sorted by code points. Gift codes are left out: they belong to memberships. */
export const selectCodes = async (
  { db, seller: { id } }: Desk,
  {
    filter,
    prefix,
    sort = byCode,
    after,
    limit,
  }: {
    readonly filter: CodeFilter;
    readonly prefix: string | undefined;
    /** As in the contract (office/codes.ts); by text if it is undefined. */
    readonly sort: Sort<CodeSort> | undefined;
    /** The cursor of the last row of the previous page. */
    readonly after: string | undefined;
    readonly limit: number;
  },
): Promise<DeskCodeRow[]> => {
  const text = byText.key;
  const order = orderOfList(sort);
  const { code_group_id, state, use } = filter;
  const conditions = [
    sql`k.seller_id = ${id}::uuid and not k.is_gift`,
    ...(prefix === undefined ? [] : [sql`${text} >= ${prefix} and ${text} < ${endOfPrefix(prefix)}`]),
    ...(after === undefined ? [] : [rowsAfter(order, after)]),
    ...(code_group_id === undefined ? [] : [sql`k.code_group_id = ${code_group_id}::uuid`]),
    ...(state === undefined ? [] : [sql`${stateOf} = ${state}`]),
    ...(use === undefined ? [] : [use === "used" ? sql`k.used > 0` : sql`k.used = 0`]),
  ];
  const { rows } = await sql<DeskCodeRow>`${sql.raw(freshPlanPrefix)}
    select ${columns} from ${codesWithGroups(id)} where ${sql.join(conditions, sql` and `)} order by ${orderOf(order)} limit ${limit}`.execute(
    db,
  );
  return rows;
};

/** What a change of a code `k` depends on. Its uses are left out: they go on meanwhile. */
const versionText = "md5(concat_ws(',', k.max_uses, k.paused_at, k.retired, k.valid_from, k.valid_to))";

export const selectCode = async (
  { db, seller: { id } }: Desk,
  code_id: string,
): Promise<(DeskCodeRow & { readonly version: string }) | undefined> => {
  const { rows } = await sql<DeskCodeRow & { version: string }>`
    select ${columns}, ${sql.raw(versionText)} as version from ${codesWithGroups(id)} where k.seller_id = ${id}::uuid and k.id = ${code_id}::uuid and not k.is_gift`.execute(
    db,
  );
  return rows[0];
};

/** The code with this text, which may be a gift code: those have no page among promo codes. */
export const findCodeByText = async (
  { db, seller }: Desk,
  normalized: string,
): Promise<{ readonly id: string; readonly is_gift: boolean } | undefined> => {
  const [row] = await statement<{ id: string; is_gift: boolean }>(
    db,
    `select id, is_gift from code where seller_id = $1 and normalized = $2`,
    [seller.id, normalized],
  );
  return row;
};

export type KnownCodeRow = DeskCodeRow & { readonly is_gift: boolean };

/** The number of texts per statement, which keeps a long file below the statement time limit. */
const textsAtOnce = 5000;

/** The codes that exist already with one of these texts, including gift codes, by text. */
export const codesByText = async (
  { db, seller: { id } }: Desk,
  texts: readonly string[],
): Promise<ReadonlyMap<string, KnownCodeRow>> => {
  const found = new Map<string, KnownCodeRow>();
  for (let start = 0; start < texts.length; start += textsAtOnce) {
    const some = texts.slice(start, start + textsAtOnce);
    // Codes are selected by text before their groups are joined: otherwise every code of the seller would be compared with
    // each text.
    const { rows } = await sql<KnownCodeRow>`${sql.raw(freshPlanPrefix)}
      with k as materialized (
        select id, code, normalized, code_group_id, used, max_uses, valid_from, valid_to, by_office, retired, paused_at, is_gift
        from code where seller_id = ${id}::uuid and normalized = any(${some}::text[]))
      select ${columns}, k.is_gift from k join code_group g on g.seller_id = ${id}::uuid and g.id = k.code_group_id`.execute(
      db,
    );
    for (const row of rows) found.set(row.normalized, row);
  }
  return found;
};

export type DeskCodeGroupRow = {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly used: number;
  readonly max_uses: number;
  readonly max_uses_each: number;
  readonly codes: number;
  readonly discounts: readonly string[];
  readonly rules: readonly string[];
};

/** The groups of the catalogue, with what their codes unlock; with `id`, only that one. */
export const selectGroups = ({ db, seller }: Desk, id?: string): Promise<DeskCodeGroupRow[]> =>
  statementWithFreshPlan(
    db,
    `select g.id, g.key, g.name, g.used, g.max_uses, g.max_uses_each,
       (select count(*) from code k where k.seller_id = $1 and k.code_group_id = g.id and not k.is_gift)::int as codes,
       array(select d.name from discount d where d.seller_id = $1 and not d.retired
         and d.code_group_ids && array_append(g.activates, g.id) order by d.rank, d.id) as discounts,
       array(select r.description from checkout_rule r where r.seller_id = $1
         and r.code_group_id = any(array_append(g.activates, g.id)) order by r.rank, r.id) as rules
     from code_group g where g.seller_id = $1 and not g.retired and ($2::uuid is null or g.id = $2::uuid)
     order by g.rank, g.name, g.id limit 500`,
    [seller.id, id ?? null],
  );

export type CodeUseRow = {
  readonly carts: number;
  readonly orders: number;
  readonly buyers: number;
  readonly taken_off: number;
  readonly revenue: number;
};

/**
 * Where a code is used. Discounts and revenue come from the journal's entries about its orders, as in the codes report
 * (office/reports/figures/codeFigures.sql.ts), so that both agree.
 */
export const readCodeUse = async ({ db, seller }: Desk, code_id: string): Promise<CodeUseRow> => {
  const [row] = await statementWithFreshPlan<CodeUseRow>(
    db,
    `with used as materialized (
       select c.id, c.state from cart_code x join cart c on c.seller_id = $1 and c.id = x.cart_id
       where x.seller_id = $1 and x.code_id = $2 and x.is_applied and c.state in ('pending', 'completed')),
     sold as materialized (
       select o.id, i.id as identity_id, i.email from used join ticket_order o on o.seller_id = $1 and o.cart_id = used.id
       join identity i on i.seller_id = $1 and i.id = o.identity_id),
     causes as (
       select 'order' as cause, id as cause_id from sold
       union all select 'change', c.id from sold join order_change c on c.seller_id = $1 and c.ticket_order_id = sold.id
       union all select 'cancelled', t.id from sold join ticket t on t.seller_id = $1 and t.ticket_order_id = sold.id),
     lines as (
       select l.debit, l.credit, l.amount from causes
       join journal_entry e on e.seller_id = $1 and e.cause = causes.cause and e.cause_id = causes.cause_id and e.currency = $3
       cross join lateral unnest(e.debit, e.credit, e.amount) as l (debit, credit, amount))
     select (select count(*) from used where state = 'pending')::int as carts,
       (select count(*) from sold)::int as orders,
       (select count(distinct coalesce(normalized_email(email), identity_id::text)) from sold)::int as buyers,
       coalesce((select sum(amount) from lines where debit = 'discounts'), 0)::bigint as taken_off,
       coalesce((select sum(case when credit in ('sales', 'discounts') then amount else 0 end
         - case when debit in ('sales', 'discounts') then amount else 0 end) from lines), 0)::bigint as revenue`,
    [seller.id, code_id, seller.default_currency_code],
  );
  return row ?? { carts: 0, orders: 0, buyers: 0, taken_off: 0, revenue: 0 };
};

type LockedCode = {
  readonly id: string;
  readonly used: number;
  readonly max_uses: number;
  readonly version: string;
};

export const lockCode = async (pipeline: Pipeline, seller_id: string, id: string): Promise<LockedCode | undefined> => {
  const [row] = await statement<LockedCode>(
    pipeline,
    `select k.id, k.used, k.max_uses, ${versionText} as version from code k
     where k.seller_id = $1 and k.id = $2 and not k.is_gift for update`,
    [seller_id, id],
  );
  return row;
};

/** A code whose limit was set by staff no longer belongs to the catalogue's file. */
export const setCodeLimit = async (
  pipeline: Pipeline,
  seller_id: string,
  { id, max_uses }: { readonly id: string; readonly max_uses: number },
): Promise<void> => {
  await statement(pipeline, `update code set max_uses = $3, by_office = true where seller_id = $1 and id = $2`, [
    seller_id,
    id,
    max_uses,
  ]);
};
