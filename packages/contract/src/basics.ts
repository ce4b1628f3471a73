import * as z from "zod/mini";

/**
 * A random 128-bit id in the shape of a UUID. Knowing the id of a cart or an order is part of the right to open it. Capital
 * letters are read as small ones.
 */
export const Id = z.guid().check(z.toLowerCase());
export type Id = string;

/** The seller's name in URLs. */
export const Slug = z.string().check(z.regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/));

/** Rejects 30 February: it has the right shape, but there is no such day and PostgreSQL would fail on it. */
const isRealDate = (text: string): boolean => {
  const day = Number(text.slice(8, 10));
  return day <= 28 || new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === day;
};
const day = String.raw`[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;

/** An instant in UTC, ISO 8601: '2026-11-21T17:00:00Z', with at most microseconds. */
export const Instant = z
  .string()
  .check(z.regex(new RegExp(`^${day}T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,6})?Z$`)), z.refine(isRealDate));
export type Instant = string;

/** A calendar day in the venue's time zone: '2026-11-21'. */
export const Day = z.string().check(z.regex(new RegExp(`^${day}$`)), z.refine(isRealDate));
export type Day = string;

/** A time of day in the venue's zone: '09:30'. '24:00' is the end of the day. */
export const TimeOfDay = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/));

/** Money on the wire: a decimal string in major units, '12.50'; zero is '0'. Never negative. */
export const Money = z.string().check(z.regex(/^(?:0|[1-9]\d{0,11})(?:\.\d{1,3})?$/));
/** Money that may be negative: discounts and refunds. */
export const SignedMoney = z.string().check(z.regex(/^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,3})?$/));
export type Money = string;

export const Currency = z.string().check(z.regex(/^[A-Z]{3}$/));

/** The rows of one resource. Every reply wraps lists this way. */
export const rows = <T extends z.ZodMiniType>(row: T) => z.object({ _data: z.array(row) });

const wordList = <const T extends readonly [string, ...string[]]>(names: T) => {
  const name = `(?:${names.join("|").replaceAll(".", "\\.")})`;
  return z.pipe(
    z.string().check(z.maxLength(400), z.regex(new RegExp(`^(?:${name}(?:,${name})*)?$`))),
    z.transform((text) => (text === "" ? [] : text.split(",")) as T[number][]),
  );
};

/** `_embed`: a comma-separated list of the resources to include in the reply. Any other name is refused. */
export const embed = <const T extends readonly [string, ...string[]]>(...names: T) => z.optional(wordList(names));
/** A comma-separated list of values from a closed set. */
export const commaList = <const T extends readonly [string, ...string[]]>(...names: T) => z.optional(wordList(names));

/** A comma-separated list of at most 100 ids, for filters that end in `._in`. Duplicates are dropped. */
export const IdList = z.pipe(
  z.string().check(
    z.maxLength(3700),
    z.refine((text) => {
      const ids = text.split(",");
      return ids.length <= 100 && ids.every((id) => Id.safeParse(id).success);
    }),
  ),
  z.transform((text) => [...new Set(text.toLowerCase().split(","))]),
);

/** `_limit`: the maximum number of rows, 1 to 1000. */
export const Limit = z.optional(
  z.pipe(
    z.string().check(z.regex(/^(?:[1-9]\d{0,2}|1000)$/)),
    z.transform((text) => Number(text)),
  ),
);

/** The words that a query flag accepts for true and for false. */
export const trueWords = ["1", "on", "enabled", "true", "t", "yes", "y"] as const;
export const falseWords = ["0", "off", "disabled", "false", "f", "no", "n"] as const;

/** A query flag, in any case: 1, on, enabled, true, t, yes or y; 0, off, disabled, false, f, no or n. */
export const QueryFlag = z.pipe(
  z.string().check(
    z.maxLength(8),
    z.refine((word) => [...trueWords, ...falseWords].some((known) => known === word.toLowerCase())),
  ),
  z.transform((word) => trueWords.some((known) => known === word.toLowerCase())),
);

/** A record that a visitor may send has at most a hundred keys. */
export const hasFewKeys = z.refine<object>((map) => Object.keys(map).length <= 100);

/** Any JSON object, for values that a seller defines. */
export const JsonObject = z.record(z.string(), z.unknown());
