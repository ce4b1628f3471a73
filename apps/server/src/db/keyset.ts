import { sql, type RawBuilder } from "kysely";
import { Refused } from "../errors/refused.ts";

const isInstant = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/.test(text)) return false;
  try {
    Temporal.Instant.from(text);
    return true;
  } catch {
    return false;
  }
};

/** Values of a cursor: what PostgreSQL reads them as, and which it can read. */
const kinds = {
  moment: { type: "timestamptz", fits: (text: string) => text === "infinity" || isInstant(text) },
  number: { type: "bigint", fits: (text: string) => /^-?\d{1,15}$/.test(text) },
  text: { type: "text", fits: (text: string) => !text.includes("\0") },
  id: { type: "uuid", fits: (text: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text) },
} as const;

/** What rows are sorted by: an expression that is never null, and the same value of a row that was read. */
export type SortKey<Row> = {
  readonly key: RawBuilder<unknown>;
  readonly kind: keyof typeof kinds;
  readonly of: (row: Row) => string | number;
};

/** The order of a list. Rows with the same `by` follow each other by `id`, which is of one row; a list by it alone has no `by`. */
export type ListOrder<Row> = {
  readonly by?: SortKey<Row> | undefined;
  readonly id: SortKey<Row>;
  readonly isDescending: boolean;
};

const keysOf = <Row>({ by, id }: ListOrder<Row>): SortKey<Row>[] => (by ? [by, id] : [id]);

/** Where the page after a row begins. */
export const cursorOf = <Row>(order: ListOrder<Row>, row: Row): string =>
  keysOf(order)
    .map(({ of }) => of(row))
    .join("_");

/** A text may hold the separator itself; neither its id nor another key does. */
const partsOf = <Row>({ by, id }: ListOrder<Row>, after: string): readonly string[] => {
  if (!by) return [after];
  const at = id.kind === "text" ? after.indexOf("_") : after.lastIndexOf("_");
  return at < 0 ? [] : [after.slice(0, at), after.slice(at + 1)];
};

/** How an order is written in SQL: after `order by`, and between a row and the one that it follows. */
export const wordsOfDirection = (isDescending: boolean) =>
  isDescending ? ({ direction: "desc", beyond: "<" } as const) : ({ direction: "asc", beyond: ">" } as const);

/** What `order by` says of an order. */
export const orderOf = <Row>(order: ListOrder<Row>): RawBuilder<unknown> => {
  const direction = sql.raw(wordsOfDirection(order.isDescending).direction);
  return sql.join(keysOf(order).map(({ key }) => sql`${key} ${direction}`));
};

/**
 * The condition of the rows after a cursor. A row that comes meanwhile is before or after it, so that it neither repeats nor
 * hides another. A cursor of another order is refused.
 */
export const rowsAfter = <Row>(order: ListOrder<Row>, after: string): RawBuilder<unknown> => {
  const keys = keysOf(order);
  const parts = partsOf(order, after);
  if (!keys.every(({ kind }, nth) => kinds[kind].fits(parts[nth] ?? "\0")))
    throw new Refused({ code: "bad_field_value", extra: { fields: ["after"] } });
  const values = keys.map(({ kind }, nth) => sql`${parts[nth]}::${sql.raw(kinds[kind].type)}`);
  const beyond = sql.raw(wordsOfDirection(order.isDescending).beyond);
  return sql`(${sql.join(keys.map(({ key }) => key))}) ${beyond} (${sql.join(values)})`;
};
