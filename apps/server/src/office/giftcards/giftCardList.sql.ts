import { sql, type RawBuilder } from "kysely";
import type { SortOf } from "@foyer/contract/office/listShape.ts";
import type { giftCardList } from "@foyer/contract/office/money/giftCards.ts";
import type { Sort } from "@foyer/rules/lists/listView.ts";
import { endOfPrefix } from "@foyer/rules/orders/searchTerms.ts";
import { cursorOf, orderOf, rowsAfter, type ListOrder, type SortKey } from "../../db/keyset.ts";
import { freshPlanPrefix } from "../../db/statements/statementNames.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";

type Desk = Pick<StaffContext, "db" | "seller">;

export type DeskCardRow = {
  readonly id: string;
  readonly ending: string;
  readonly balance: number;
  readonly issued: number;
  readonly currency: string;
  readonly state: "active" | "expired" | "inactive";
  readonly valid_to: string | null;
  readonly created_at: string;
  readonly source_ticket_id: string | null;
  readonly batch_id: string | null;
  readonly order_number: number | null;
  readonly recipient: string | null;
  /** The number that was sought is this card's, now or before it was replaced. */
  readonly is_exact: boolean;
};

export type GiftCardFilter = {
  readonly state?: "active" | "expired" | "inactive" | "review" | undefined;
  readonly origin?: "sold" | "refund" | "issued" | undefined;
};

type CardSort = SortOf<typeof giftCardList>;

/**
 * Balances have no index: each payment by a card would have to write it. A page sorted by them sorts everything that the
 * filters match. The ends use the expression of the index, in which cards without an end come last and which also serves
 * under row-level security (0080).
 */
const sortKeys: Readonly<Record<CardSort, SortKey<DeskCardRow>>> = {
  created_at: { key: sql`a.created_at`, kind: "moment", of: ({ created_at }) => created_at },
  balance: { key: sql`a.balance`, kind: "number", of: ({ balance }) => balance },
  valid_to: {
    key: sql`case when a.valid_to is null then timestamptz 'infinity' else a.valid_to end`,
    kind: "moment",
    of: ({ valid_to }) => valid_to ?? "infinity",
  },
};
const orderOfList = ({ column, isDescending }: Sort<CardSort>): ListOrder<DeskCardRow> => ({
  by: sortKeys[column],
  id: { key: sql`a.id`, kind: "id", of: ({ id }) => id },
  isDescending,
});
const newestFirst = { column: "created_at", isDescending: true } as const;

/** The cursor of the page after a card. */
export const cardCursor = (sort: Sort<CardSort> | undefined, row: DeskCardRow): string =>
  cursorOf(orderOfList(sort ?? newestFirst), row);

/** What a search can match. Each kind finds cards by its own index. */
export type CardTerms = {
  /** A full number, normalised for comparison. */
  readonly normalized: string | undefined;
  readonly ending: string | undefined;
  /** Orders that bought a card, were paid with one, or were refunded to one. */
  readonly order_numbers: readonly number[];
  readonly names: readonly string[];
  readonly email: string | undefined;
};

const wordsOfCards = (seller_id: string, { names, email }: CardTerms): RawBuilder<unknown>[] => {
  const has = (alias: string, kind: "name" | "email", prefix: string): RawBuilder<boolean> => {
    const w = sql.raw(alias);
    return sql`${w}.seller_id = ${seller_id}::uuid and ${w}.kind = ${kind} and ${w}.word >= ${prefix} and ${w}.word < ${endOfPrefix(prefix)}`;
  };
  const [first, ...others] = names.toSorted((one, other) => other.length - one.length);
  const also = others.map(
    (word) =>
      sql` and exists (select from gift_card_word x where x.account_id = w.account_id and ${has("x", "name", word)})`,
  );
  return [
    ...(first === undefined
      ? []
      : [
          sql`select w.account_id as id from gift_card_word w where ${has("w", "name", first)}${sql.join(also, sql``)}`,
        ]),
    ...(email === undefined
      ? []
      : [sql`select w.account_id as id from gift_card_word w where ${has("w", "email", email)}`]),
  ];
};

const cardsOfOrders = (id: string, numbers: readonly number[]): RawBuilder<unknown>[] => {
  if (numbers.length === 0) return [];
  const orders = sql`select o.id from ticket_order o where o.seller_id = ${id}::uuid and o.order_number = any(${numbers}::bigint[])`;
  return [
    sql`select a.id from ticket t join ledger_account a on a.seller_id = ${id}::uuid and a.source_ticket_id = t.id
      where t.seller_id = ${id}::uuid and t.ticket_order_id in (${orders})`,
    sql`select e.account_id from payment p join ledger_entry e on e.seller_id = ${id}::uuid and e.payment_id = p.id
      where p.seller_id = ${id}::uuid and p.ticket_order_id in (${orders})`,
    sql`select w.gift_card_account_id from order_change w where w.seller_id = ${id}::uuid
      and w.gift_card_account_id is not null and w.ticket_order_id in (${orders})`,
  ];
};

const foundCards = (id: string, terms: CardTerms): RawBuilder<unknown>[] => [
  ...(terms.normalized === undefined
    ? []
    : [
        sql`select a.id from ledger_account a where a.seller_id = ${id}::uuid and a.normalized = ${terms.normalized}`,
        sql`select r.account_id from replaced_gift_card_number r where r.seller_id = ${id}::uuid and r.normalized = ${terms.normalized}`,
      ]),
  ...(terms.ending === undefined
    ? []
    : [sql`select a.id from ledger_account a where a.seller_id = ${id}::uuid and a.ending = ${terms.ending}`]),
  ...cardsOfOrders(id, terms.order_numbers),
  ...wordsOfCards(id, terms),
];

const byState = (id: string): Readonly<Record<NonNullable<GiftCardFilter["state"]>, RawBuilder<unknown>>> => ({
  active: sql`a.state = 'active' and (a.valid_to is null or a.valid_to > app_now())`,
  expired: sql`a.state = 'active' and a.valid_to <= app_now()`,
  inactive: sql`a.state = 'inactive'`,
  // As in modules/giftcards/giftCardAccounts.ts.
  review: sql`a.state = 'inactive' and (a.balance > 0 or not exists (
    select from ledger_entry e where e.seller_id = ${id}::uuid and e.account_id = a.id and e.kind = 'adjust'))`,
});

const refundedTo = (id: string) =>
  sql`exists (select from order_change w where w.seller_id = ${id}::uuid and w.gift_card_account_id = a.id)
    or exists (select from refund r where r.seller_id = ${id}::uuid and r.gift_card_account_id = a.id)`;

const byOrigin = (id: string): Readonly<Record<NonNullable<GiftCardFilter["origin"]>, RawBuilder<unknown>>> => ({
  sold: sql`a.source_ticket_id is not null`,
  refund: sql`a.source_ticket_id is null and (${refundedTo(id)})`,
  issued: sql`exists (select from desk_gift_card d where d.seller_id = ${id}::uuid and d.account_id = a.id and d.batch_id is not null)`,
});

/** The list's columns for cards `a`. Rows of each card are looked up by key. */
const rowsOf = (id: string, order: ListOrder<DeskCardRow>, number: string | null) => sql`
  select a.id, a.ending, a.balance, coalesce(e.amount, 0)::bigint as issued, a.currency,
    case when a.state = 'active' and a.valid_to <= app_now() then 'expired' else a.state end as state,
    a.valid_to, a.created_at, a.source_ticket_id, d.batch_id, coalesce(o.order_number, w.order_number, r.order_number) as order_number,
    coalesce(d.name, t.admit_name, d.email, t.admit_email) as recipient,
    coalesce(a.normalized = ${number}::text, false) or exists (select from replaced_gift_card_number z
      where z.seller_id = ${id}::uuid and z.account_id = a.id and z.normalized = ${number}::text) as is_exact
  from a
  left join ledger_entry e on e.seller_id = ${id}::uuid and e.account_id = a.id and e.kind = 'issue'
  left join desk_gift_card d on d.seller_id = ${id}::uuid and d.account_id = a.id
  left join ticket t on t.seller_id = ${id}::uuid and t.id = a.source_ticket_id
  left join ticket_order o on o.seller_id = ${id}::uuid and o.id = t.ticket_order_id
  left join lateral (select x.order_number from order_change w join ticket_order x on x.seller_id = ${id}::uuid and x.id = w.ticket_order_id
    where w.seller_id = ${id}::uuid and w.gift_card_account_id = a.id limit 1) w on true
  left join lateral (select x.order_number from refund r join payment p on p.seller_id = ${id}::uuid and p.id = r.payment_id
    join ticket_order x on x.seller_id = ${id}::uuid and x.id = p.ticket_order_id
    where r.seller_id = ${id}::uuid and r.gift_card_account_id = a.id limit 1) r on true
  order by ${orderOf(order)}`;

const cardColumns = sql`a.id, a.ending, a.balance, a.currency, a.state, a.valid_to, a.created_at, a.source_ticket_id, a.normalized`;

/**
 * Cards in a list's order. A new card does not shift the pages; sorted by balance, a card moves only when its balance
 * changes.
 */
export const selectCards = async (
  { db, seller: { id } }: Desk,
  {
    filter: { state, origin },
    terms,
    sort = newestFirst,
    after,
    limit,
  }: {
    readonly filter: GiftCardFilter;
    readonly terms: CardTerms | undefined;
    /** As in the contract (office/giftCards.ts); newest first if it is undefined. */
    readonly sort: Sort<CardSort> | undefined;
    /** The cursor of the last row of the previous page. */
    readonly after: string | undefined;
    readonly limit: number;
  },
): Promise<DeskCardRow[]> => {
  const found = terms && foundCards(id, terms);
  if (found?.length === 0) return [];
  const order = orderOfList(sort);
  const conditions = [
    sql`a.seller_id = ${id}::uuid`,
    ...(found ? [sql`a.id in (${sql.join(found, sql` union all `)})`] : []),
    ...(after === undefined ? [] : [rowsAfter(order, after)]),
    ...(state === undefined ? [] : [byState(id)[state]]),
    ...(origin === undefined ? [] : [byOrigin(id)[origin]]),
  ];
  const { rows } = await sql<DeskCardRow>`${sql.raw(freshPlanPrefix)}
    with a as materialized (
      select ${cardColumns} from ledger_account a where ${sql.join(conditions, sql` and `)}
      order by ${orderOf(order)} limit ${limit})
    ${rowsOf(id, order, terms?.normalized ?? null)}`.execute(db);
  return rows;
};

/** One card as lists show it. */
export const selectCard = async (
  { db, seller: { id } }: Desk,
  gift_card_id: string,
): Promise<DeskCardRow | undefined> => {
  const { rows } = await sql<DeskCardRow>`
    with a as (select ${cardColumns} from ledger_account a where a.seller_id = ${id}::uuid and a.id = ${gift_card_id}::uuid)
    ${rowsOf(id, orderOfList(newestFirst), null)}`.execute(db);
  return rows[0];
};
