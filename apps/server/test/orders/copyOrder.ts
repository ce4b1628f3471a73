import type { QueryResultRow } from "pg";

/** A connection as the owner of the tables, which sees the rows of all sellers. */
type OwnerConnection = {
  query<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]>;
};

/**
 * How a copy's column differs: an id of its own, or a unique text, number or hash. Columns that are not listed are the
 * same as in the original.
 */
type ColumnCopy = "id" | "text" | "number" | "hash";
type TableCopy = {
  readonly table: string;
  /** The condition for rows that belong to the order $1 of the cart $2. */
  readonly rows: string;
  readonly columns: Readonly<Record<string, ColumnCopy>>;
};

const people: readonly TableCopy[] = [
  {
    table: "identity",
    rows: "id in (select identity_id from cart where id = $2 union select purchaser_identity_id from cart where id = $2)",
    columns: { id: "id", email: "text" },
  },
  {
    table: "visitor_session",
    rows: "identity_id = (select identity_id from cart where id = $2)",
    columns: { token_hash: "hash", identity_id: "id" },
  },
];
const ofBuyer = { identity_id: "id", purchaser_identity_id: "id", owner_identity_id: "id" } as const;

/** Everything that a purchase with the test gateway writes, referenced rows first. */
const orderTables: readonly TableCopy[] = [
  { table: "cart", rows: "id = $2", columns: { id: "id", cart_number: "number" } },
  {
    table: "ticket_order",
    rows: "id = $1",
    columns: { id: "id", cart_id: "id", order_number: "number", scan_code: "text" },
  },
  {
    table: "ticket",
    rows: "ticket_order_id = $1",
    columns: { id: "id", cart_id: "id", ticket_order_id: "id", scan_code: "text" },
  },
  {
    table: "payment",
    rows: "ticket_order_id = $1",
    columns: { id: "id", cart_id: "id", ticket_order_id: "id", provider_ref: "text" },
  },
  {
    table: "payment_attempt",
    rows: "payment_id in (select id from payment where ticket_order_id = $1)",
    columns: { payment_id: "id" },
  },
  {
    table: "payment_audit",
    rows: "payment_id in (select id from payment where ticket_order_id = $1)",
    columns: { id: "id", payment_id: "id", provider_ref: "text" },
  },
  {
    table: "test_gateway_intent",
    rows: "id in (select provider_ref from payment where ticket_order_id = $1)",
    columns: { id: "text", idempotency_key: "text" },
  },
  {
    table: "outbox",
    rows: "kind = 'order_confirmation' and ref_id = $1",
    columns: { id: "id", ref_id: "id" },
  },
  {
    table: "order_word",
    rows: "(seller_id, order_number) = (select seller_id, order_number from ticket_order where id = $1)",
    columns: { word: "text", order_number: "number" },
  },
  {
    table: "journal_entry",
    rows: "cause_id = $1 or cause_id in (select id from payment where ticket_order_id = $1)",
    columns: { cause_id: "id", ticket_order_id: "id" },
  },
  {
    table: "transition",
    rows: "entity_id in ($1, $2) or entity_id in (select id from ticket where ticket_order_id = $1 union select id from payment where ticket_order_id = $1)",
    columns: { id: "number", entity_id: "id" },
  },
];

/** Computes the same ids as the copies of the referenced rows have. */
const expressions: Readonly<Record<ColumnCopy, (column: string) => string>> = {
  id: (column) => `case when ${column} is not null then md5(${column}::text || '-' || n)::uuid end`,
  text: (column) => `case when ${column} is not null then upper(md5(${column} || '-' || n)) end`,
  number: (column) => `1000000000000 + (${column} % 1000) * 100000000 + n`,
  hash: (column) => `sha256(${column} || n::text::bytea)`,
};

type OrderToCopy = { readonly order_id: string; readonly cart_id: string };

/**
 * An order with all of its rows, by table, as JSON. It is read once, however often it is copied and however many others
 * there are.
 */
export type OriginalOrder = readonly {
  readonly table: string;
  readonly columns: Readonly<Record<string, ColumnCopy>>;
  readonly names: readonly string[];
  readonly rows: string;
}[];

/** With `sameBuyer`, the copies belong to the original's buyer. */
export const readOriginal = async (
  owner: OwnerConnection,
  { order_id, cart_id }: OrderToCopy,
  { sameBuyer = false } = {},
): Promise<OriginalOrder> => {
  const original = [];
  for (const { table, rows, columns } of [...(sameBuyer ? [] : people), ...orderTables]) {
    const names = await owner.query<{ name: string }>(
      "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
      [table],
    );
    const [found] = await owner.query<{ rows: string }>(
      `select coalesce(jsonb_agg(to_jsonb(${table})), '[]')::text as rows from ${table}
       where ($1::uuid, $2::uuid) is not null and (${rows.replaceAll("$1", "$1::uuid").replaceAll("$2", "$2::uuid")})`,
      [order_id, cart_id],
    );
    original.push({
      table,
      columns: { ...columns, ...(!sameBuyer && table !== "identity" && ofBuyer) } as Record<string, ColumnCopy>,
      names: names.map(({ name }) => name),
      rows: found?.rows ?? "[]",
    });
  }
  return original;
};

/** Copies an order with all of its rows by SQL, and counts its tickets as sold. */
export const copyOrder = async (
  owner: OwnerConnection,
  original: OriginalOrder,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> => {
  for (const { table, columns, names, rows } of original) {
    const values = names.map((name) => {
      const copy = columns[name];
      return copy ? expressions[copy](name) : name;
    });
    await owner.query(
      `insert into ${table} (${names.join(", ")}) overriding system value
       select ${values.join(", ")} from jsonb_populate_recordset(null::${table}, $1::jsonb) cross join generate_series(${from}, ${to}) n`,
      [rows],
    );
  }
  const tickets = original.find(({ table }) => table === "ticket")?.rows ?? "[]";
  for (const [table, column] of [
    ["event_session", "event_session_id"],
    ["ticket_group", "ticket_group_id"],
  ])
    await owner.query(
      `update ${table} s set used_capacity = used_capacity + ${to - from + 1} * sold.tickets
       from (select seller_id, ${column} as id, count(*)::int as tickets from jsonb_populate_recordset(null::ticket, $1::jsonb) group by 1, 2) sold
       where s.seller_id = sold.seller_id and s.id = sold.id`,
      [tickets],
    );
};
