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

/** Types of cursor values: how PostgreSQL reads each, and which texts it accepts. */
const kinds = {
  moment: { type: "timestamptz", fits: (text: string) => text === "infinity" || isInstant(text) },
  number: { type: "bigint", fits: (text: string) => /^-?\d{1,15}$/.test(text) },
  text: { type: "text", fits: (text: string) => !text.includes("\0") },
  id: { type: "uuid", fits: (text: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text) },
} as const;

/** What rows are sorted by: an expression that is never null, and the same value as read from a row. */
export type SortKey<Row> = {
  readonly key: RawBuilder<unknown>;
  readonly kind: keyof typeof kinds;
  readonly of: (row: Row) => string | number;
};

/**
 * The order of a list. Rows with the same `by` are ordered by `id`, which is unique; a list ordered by id alone has no
 * `by`.
 */
export type ListOrder<Row> = {
  readonly by?: SortKey<Row> | undefined;
  readonly id: SortKey<Row>;
  readonly isDescending: boolean;
};

const keysOf = <Row>({ by, id }: ListOrder<Row>): SortKey<Row>[] => (by ? [by, id] : [id]);

/** The cursor of the page after a row. */
export const cursorOf = <Row>(order: ListOrder<Row>, row: Row): string =>
  keysOf(order)
    .map(({ of }) => of(row))
    .join("_");

/** A text may contain the separator; its id and the other keys do not. */
const partsOf = <Row>({ by, id }: ListOrder<Row>, after: string): readonly string[] => {
  if (!by) return [after];
  const at = id.kind === "text" ? after.indexOf("_") : after.lastIndexOf("_");
  return at < 0 ? [] : [after.slice(0, at), after.slice(at + 1)];
};

/** The direction in SQL: the keyword in `order by`, and the operator between a row and the one before it. */
export const wordsOfDirection = (isDescending: boolean) =>
  isDescending ? ({ direction: "desc", beyond: "<" } as const) : ({ direction: "asc", beyond: ">" } as const);

/** The `order by` expression of an order. */
export const orderOf = <Row>(order: ListOrder<Row>): RawBuilder<unknown> => {
  const direction = sql.raw(wordsOfDirection(order.isDescending).direction);
  return sql.join(keysOf(order).map(({ key }) => sql`${key} ${direction}`));
};

/**
 * The condition for the rows after a cursor. A row that is added meanwhile comes before or after it, so it neither
 * repeats nor hides another. Refuses a cursor of another order.
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
