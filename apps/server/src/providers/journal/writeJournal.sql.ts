import type { JournalLine } from "@foyer/rules/journal/journalRows.ts";
import type { JournalEntryTable } from "../../db/schema/journal.ts";
import { statement, withAnswer, type Pipeline } from "../../db/statements/statement.ts";

export type JournalEntry = {
  readonly cause: JournalEntryTable["cause"];
  /** The row that caused the entry; each cause has one entry, however often it is written. */
  readonly cause_id: string;
  readonly currency: string;
  readonly ticket_order_id: string | null;
  readonly channel_id?: string | null;
  /** Codes that applied. */
  readonly codes?: readonly string[];
  readonly lines: readonly JournalLine[];
  /** When it happened; now if absent. */
  readonly at?: string;
};

/** A list of ids, account names or numbers as the database writes arrays. The name of a tax may be any text. */
const array = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => (typeof value === "string" ? quoted(value) : (value ?? "NULL"))).join(",")}}`;

const quoted = (text: string): string => (/^[\w:.-]+$/.test(text) ? text : `"${text.replaceAll(/["\\]/g, "\\$&")}"`);

/** Empty if all values are the usual one, so that a purchase stores no redundant list. */
const arrayUnlessAll = <Value extends string | number | null>(values: readonly Value[], usual: Value): string =>
  values.every((value) => value === usual) ? "{}" : array(values);

/**
 * Marks the days of past entries before these are written: their sums become invalid and are computed again. A day's row
 * is locked until the transaction ends, so that nobody sums it without the entry.
 */
const markPastDays = async (pipeline: Pipeline, seller_id: string, moments: readonly string[]): Promise<void> => {
  if (moments.length === 0) return;
  await statement(
    pipeline,
    `insert into journal_closed_day (seller_id, local_day, is_summed)
     select distinct $1::uuid, (a.at at time zone (select timezone from seller where id = $1))::date as day, false
     from unnest($2::timestamptz[]) as a (at) order by day
     on conflict (seller_id, local_day) do update set is_summed = false where journal_closed_day.is_summed ${withAnswer}`,
    [seller_id, moments],
  );
};

/**
 * Writes entries to the journal, in the transaction of what caused them. All lines of an entry are one row, whose arrays
 * are sent as text: a list of lists cannot be unnested by row.
 */
export const writeJournal = async (
  pipeline: Pipeline,
  seller_id: string,
  entries: readonly JournalEntry[],
): Promise<void> => {
  const given = entries.filter(({ lines }) => lines.length > 0);
  if (given.length === 0) return;
  await markPastDays(
    pipeline,
    seller_id,
    given.flatMap(({ at }) => at ?? []),
  );
  const each = (of: (line: JournalLine) => string | number | null) =>
    given.map(({ lines }) => array(lines.map((line) => of(line))));
  await statement(
    pipeline,
    `insert into journal_entry (seller_id, cause, cause_id, at, local_day, currency, ticket_order_id, channel_id, codes, debit, credit, amount, subject, session, tickets, tax)
     select $1, e.cause, e.cause_id, coalesce(e.at, app_now()),
       (coalesce(e.at, app_now()) at time zone (select timezone from seller where id = $1))::date,
       e.currency, e.ticket_order_id, e.channel_id, e.codes::uuid[], e.debit::text[], e.credit::text[], e.amount::bigint[],
       e.subject::uuid[], e.session::uuid[], e.tickets::int[], e.tax::text[]
     from unnest($2::text[], $3::uuid[], $4::timestamptz[], $5::text[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[])
       as e (cause, cause_id, at, currency, ticket_order_id, channel_id, codes, debit, credit, amount, subject, session, tickets, tax)
     on conflict (seller_id, cause, cause_id) do nothing ${withAnswer}`,
    [
      seller_id,
      given.map(({ cause }) => cause),
      given.map(({ cause_id }) => cause_id),
      given.map(({ at }) => at ?? null),
      given.map(({ currency }) => currency),
      given.map(({ ticket_order_id }) => ticket_order_id),
      given.map(({ channel_id }) => channel_id ?? null),
      given.map(({ codes = [] }) => (codes.length === 0 ? null : array(codes))),
      each(({ debit }) => debit),
      each(({ credit }) => credit),
      each(({ amount }) => amount),
      each(({ subject }) => subject),
      given.map(({ lines }) =>
        arrayUnlessAll(
          lines.map(({ session }) => session),
          null,
        ),
      ),
      given.map(({ lines }) =>
        arrayUnlessAll(
          lines.map(({ tickets }) => tickets),
          0,
        ),
      ),
      given.map(({ lines }) =>
        arrayUnlessAll(
          lines.map(({ tax }) => tax),
          null,
        ),
      ),
    ],
  );
};
