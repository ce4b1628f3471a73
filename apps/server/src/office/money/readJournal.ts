import { Readable } from "node:stream";
import {
  journalPageSize,
  maxJournalDays,
  type downloadJournal,
  type JournalLineRow,
  type listJournalLines,
  type readJournalDays,
} from "@foyer/contract/office/money/journal.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { parseSort } from "@foyer/rules/lists/listView.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../errors/refused.ts";
import type { StreamedReply } from "../../http/staff/sendFile.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { openDaysUntil } from "../../modules/journal/movedSums.ts";
import { csvLine } from "../downloads/csvLine.ts";
import {
  hasPastToWrite,
  readAccountDays,
  readBalances,
  inOrderOfEntries,
  readLines,
  type AccountDay,
  type FoundLine,
  type LineCursor,
  type LineSort,
} from "./journal.sql.ts";

type Span = { readonly from: string; readonly to: string };
const requireSpan = ({ from, to }: Span): readonly string[] => {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  const days = first.until(last, { largestUnit: "day" }).days + 1;
  if (days < 1 || days > maxJournalDays)
    throw new Refused({
      code: "bad_field_value",
      context: "journal",
      extra: { fields: ["from", "to"], max_days: maxJournalDays },
    });
  return Array.from({ length: days }, (_, nth) => first.add({ days: nth }).toString());
};

/** The seller's code for an account: its own, or that of its family, which is the part before the colon. */
const codeOf = ({ seller }: Pick<StaffContext, "seller">, account: string): string | null => {
  const codes = seller.configuration.account_codes ?? {};
  const [family = account] = account.split(":");
  return codes[account] ?? codes[family] ?? null;
};

export const readDays = async (
  ctx: StaffContext,
  span: StaffReceived<typeof readJournalDays>,
): Promise<StaffReply<typeof readJournalDays>> => {
  requireSpan(span);
  const { db, seller } = ctx;
  const currency = seller.default_currency_code;
  const openDays = await openDaysUntil(ctx, span.to);
  const rows = await readAccountDays(db, seller.id, { ...span, currency, openDays });
  const balances = await readBalances(db, seller.id, { to: span.to, currency, openDays });
  const money = (amount: number): string => toDecimal(amount, currency);
  const sumOf = (days: readonly AccountDay[], side: "debit" | "credit"): string =>
    money(days.reduce((sum, row) => sum + row[side], 0));
  return {
    currency,
    days: [...Map.groupBy(rows, ({ day }) => day)].map(([day, accounts]) => ({
      day,
      accounts: accounts.map(({ account, debit, credit }) => ({
        account,
        code: codeOf(ctx, account),
        debit: money(debit),
        credit: money(credit),
      })),
      debit: sumOf(accounts, "debit"),
      credit: sumOf(accounts, "credit"),
    })),
    balances: balances.map(({ account, balance }) => ({
      account,
      code: codeOf(ctx, account),
      balance: money(balance),
    })),
    is_complete: !(await hasPastToWrite(db, seller.id)),
  };
};

const cursorOf = ({ at, cause, cause_id, line, amount }: FoundLine, { column }: LineSort): LineCursor => ({
  at,
  cause,
  cause_id,
  line,
  amount: column === "amount" ? amount : null,
});
const written = ({ amount, at, cause, cause_id, line }: LineCursor): string =>
  [...(amount === null ? [] : [amount]), at, cause, cause_id, line].join("_");
/**
 * A cause may contain underscores. The time is the first part, or the second if an amount comes first; the id and line
 * are the last two. A cursor of another sort is refused.
 */
const parsedCursor = (text: string, { column }: LineSort): LineCursor => {
  const parts = text.split("_");
  const amount = /^\d+$/.test(parts[0] ?? "") ? Number(parts.shift()) : null;
  if ((column === "amount") !== (amount !== null))
    throw new Refused({ code: "bad_field_value", extra: { fields: ["after"] } });
  return {
    amount,
    at: parts[0] ?? "",
    cause: parts.slice(1, -2).join("_"),
    cause_id: parts.at(-2) ?? "",
    line: Number(parts.at(-1)),
  };
};

const presentLine = ({ amount, currency, day: _day, line: _line, ...row }: FoundLine): JournalLineRow => ({
  ...row,
  amount: toDecimal(amount, currency),
});

export const listLines = async (
  { db, seller }: StaffContext,
  { day, account, sort: text = "at", after }: StaffReceived<typeof listJournalLines>,
): Promise<StaffReply<typeof listJournalLines>> => {
  const sort = parseSort(text);
  const found = await readLines(db, seller.id, {
    from: day,
    to: day,
    account,
    sort,
    after: after === undefined ? undefined : parsedCursor(after, sort),
    limit: journalPageSize + 1,
  });
  const page = found.slice(0, journalPageSize);
  const last = page.at(-1);
  return {
    lines: page.map(presentLine),
    next: found.length > journalPageSize && last ? written(cursorOf(last, sort)) : null,
  };
};

const columns = [
  "day",
  "at",
  "cause",
  "cause_id",
  "debit_account",
  "debit_code",
  "credit_account",
  "credit_code",
  "amount",
  "currency",
  "tickets",
  "order_number",
  "about",
  "payment_id",
] as const;
const batchSize = 1000;

/** Reads day by day and page by page while the file is sent, so that memory does not grow with its length. */
const csvLines = async function* (ctx: StaffContext, days: readonly string[]): AsyncGenerator<string> {
  yield csvLine(columns);
  for (const day of days) {
    let after: LineCursor | undefined;
    for (;;) {
      const found = await readLines(ctx.db, ctx.seller.id, {
        from: day,
        to: day,
        account: undefined,
        sort: inOrderOfEntries,
        after,
        limit: batchSize,
      });
      for (const line of found) yield csvLine(cellsOf(ctx, line));
      const last = found.at(-1);
      if (found.length < batchSize || !last) break;
      after = cursorOf(last, inOrderOfEntries);
    }
  }
};

const cellsOf = (ctx: StaffContext, line: FoundLine): readonly string[] => [
  line.day,
  line.at,
  line.cause,
  line.cause_id,
  line.debit,
  codeOf(ctx, line.debit) ?? "",
  line.credit,
  codeOf(ctx, line.credit) ?? "",
  toDecimal(line.amount, line.currency),
  line.currency,
  String(line.tickets),
  String(line.order_number ?? ""),
  line.about ?? "",
  line.payment_id ?? "",
];

export const downloadJournalCsv = async (
  ctx: StaffContext,
  { from, to }: StaffReceived<typeof downloadJournal>,
): Promise<StreamedReply> => {
  const days = requireSpan({ from, to });
  await changing(ctx, (ctx) =>
    audit(ctx, { action: "journal.downloaded", entity: { kind: "journal", id: "csv" }, after: { from, to } }),
  );
  return {
    stream: Readable.from(csvLines(ctx, days)),
    type: "text/csv; charset=utf-8",
    fileName: `journal-${ctx.seller.slug}-${from}-${to}.csv`,
  };
};
