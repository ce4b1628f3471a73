import type { Account } from "@foyer/rules/journal/accounts.ts";
import type { Generated } from "kysely";
import type { Timestamp } from "./columns.ts";

/** All lines of one cause. The nth elements of the lists form one line. */
export type JournalEntryTable = {
  seller_id: string;
  cause:
    | "order"
    | "capture"
    | "refund"
    | "refund_failed"
    | "refund_to_card"
    | "change"
    | "cancelled"
    | "dispute"
    | "card_issued"
    | "card_adjusted"
    | "till_opened"
    | "till_moved"
    | "till_closed";
  cause_id: string;
  at: Timestamp;
  /** The day in the seller's time zone. */
  local_day: string;
  currency: string;
  ticket_order_id: string | null;
  channel_id: string | null;
  codes: string[] | null;
  debit: Account[];
  credit: Account[];
  amount: number[];
  subject: (string | null)[];
  session: (string | null)[];
  tickets: number[];
  /** The tax account of each line, empty if there is none; null in entries from before types had taxes. */
  tax: (Account | null)[] | null;
};

export type JournalStep = "order" | "capture" | "refund" | "change" | "cancelled" | "dispute" | "card";

/** How far a seller's past has been written to the journal. Without a row, the step is done. */
export type JournalBackfillTable = {
  seller_id: string;
  step: JournalStep;
  /** The id after which the next batch starts. */
  after: Generated<string>;
  due_at: Timestamp;
  /** When the next pass starts; null if this is the last one. */
  again_at: Generated<string | null>;
};

/** A day whose sums are in journal_day and journal_session_day, if `is_summed`. */
export type JournalClosedDayTable = { seller_id: string; local_day: string; is_summed: boolean };

/** The sum of lines of one kind on a past day. */
export type JournalDayTable = {
  seller_id: string;
  local_day: string;
  currency: string;
  cause: JournalEntryTable["cause"];
  debit: Account;
  credit: Account;
  /** All zeros if the lines have no type. */
  ticket_type_id: string;
  /** The tax account of the same type in the same entries; '' without tax. */
  tax: string;
  channel_id: string;
  amount: number;
  tickets: number;
};

/** The same for lines that have a session. */
export type JournalSessionDayTable = JournalDayTable & { event_session_id: string };
