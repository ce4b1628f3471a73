import * as z from "zod/mini";
import { Currency, Day, Id, Instant, Money, SignedMoney } from "../../basics.ts";
import { accountPattern } from "../../shop/tax.ts";
import { sortOf, type ListShape } from "../listShape.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** What caused an entry. */
export const journalCauses = [
  "order",
  "capture",
  "refund",
  "refund_failed",
  "refund_to_card",
  "change",
  "cancelled",
  "dispute",
  "card_issued",
  "card_adjusted",
  "till_opened",
  "till_moved",
  "till_closed",
] as const;

/** The maximum number of days shown or downloaded at once: a quarter and one day on each side. */
export const maxJournalDays = 93;

/** The name of an account: `sales`, `tax:20`, `tax:5:VAT`, or `cash:` followed by a gateway. */
const AccountName = z.string().check(z.regex(accountPattern));
/** Days in the seller's time zone, both included. */
const span = { from: Day, to: Day };

/** What a saved view of the journal can contain: its days, and the day and account whose lines are shown. */
export const journalFilters = {
  from: z.optional(Day),
  to: z.optional(Day),
  day: z.optional(Day),
  account: z.optional(AccountName),
};

/** Debits and credits of each account by day. For each day, debits equal credits. */
export const readJournalDays = staffEndpoint({
  name: "readJournalDays",
  method: "GET",
  path: "/journal",
  summary: "The journal by day and account",
  can: "money.read",
  audits: null,
  query: z.strictObject(span),
  reply: z.object({
    currency: Currency,
    days: z.array(
      z.object({
        day: Day,
        accounts: z.array(z.object({ account: z.string(), code: z.nullable(z.string()), debit: Money, credit: Money })),
        debit: Money,
        credit: Money,
      }),
    ),
    /** The balance of each account at the end of the last day, since the first entry: debits minus credits. */
    balances: z.array(z.object({ account: z.string(), code: z.nullable(z.string()), balance: SignedMoney })),
    /** False while entries for the time before the journal existed are still being written. */
    is_complete: z.boolean(),
  }),
});

export const JournalLineRow = z.object({
  cause: z.enum(journalCauses),
  cause_id: Id,
  at: Instant,
  debit: z.string(),
  credit: z.string(),
  amount: Money,
  tickets: z.int(),
  order_number: z.nullable(z.int()),
  /** The ticket type sold, with its event. */
  about: z.nullable(z.string()),
  payment_id: z.nullable(Id),
});
export type JournalLineRow = z.infer<typeof JournalLineRow>;

export const journalPageSize = 100;

export const journalLineList = {
  name: "cause",
  columns: {
    at: { label: "When" },
    cause: { label: "What" },
    credit: { label: "From", isLabelled: true },
    debit: { label: "To", isLabelled: true },
    amount: { label: "Amount", isNumber: true },
  },
  sorts: { at: "ascending", amount: "descending" },
  usual: "at",
} as const satisfies ListShape;

/** The lines of one day, of one account or all accounts; in the order of entries if there is no `sort`. */
export const listJournalLines = staffEndpoint({
  name: "listJournalLines",
  method: "GET",
  path: "/journal/:day",
  summary: "The journal's lines of a day",
  can: "money.read",
  audits: null,
  params: z.strictObject({ day: Day }),
  query: z.strictObject({
    account: z.optional(AccountName),
    sort: sortOf(journalLineList),
    /**
     * The position of the last row of the previous page: time, cause, id and line, preceded by the amount if the lines
     * are sorted by it.
     */
    after: z.optional(
      z
        .string()
        .check(
          z.maxLength(120),
          z.regex(/^(?:\d{1,15}_)?\d{4}-\d\d-\d\dT[\d:.]{8,15}Z_[a-z_]{1,20}_[0-9a-f-]{36}_\d{1,6}$/),
        ),
    ),
  }),
  reply: z.object({ lines: z.array(JournalLineRow), next: z.nullable(z.string()) }),
});

/** UTF-8, comma-separated, with a header; one row per line of the journal, with the account codes of `account_codes`. */
export const downloadJournal = staffEndpoint({
  name: "downloadJournal",
  method: "GET",
  path: "/journal.csv",
  summary: "Download the journal as CSV",
  can: "money.read",
  audits: "journal.downloaded",
  query: z.strictObject(span),
  reply: z.unknown(),
  raw: true,
});
