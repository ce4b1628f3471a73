import type { Account } from "@foyer/rules/journal/accounts.ts";
import type { Generated } from "kysely";
import type { Timestamp } from "./columns.ts";

/** All lines of one cause: the nth elements of the lists are one line. */
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
  /** By the seller's clock. */
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
  /** The tax account of each line, empty without any; null in entries of before types could name a tax. */
  tax: (Account | null)[] | null;
};

export type JournalStep = "order" | "capture" | "refund" | "change" | "cancelled" | "dispute" | "card";

/** How far the past of a seller is written into the journal; without a row the step is done. */
export type JournalBackfillTable = {
  seller_id: string;
  step: JournalStep;
  /** The id after which the next batch begins. */
  after: Generated<string>;
  due_at: Timestamp;
  /** When the next pass begins; null: this is the last one. */
  again_at: Generated<string | null>;
};

/** A day whose sums are in journal_day and journal_session_day, if `is_summed`. */
export type JournalClosedDayTable = { seller_id: string; local_day: string; is_summed: boolean };

/** What lines of one kind moved on a day that is over. */
export type JournalDayTable = {
  seller_id: string;
  local_day: string;
  currency: string;
  cause: JournalEntryTable["cause"];
  debit: Account;
  credit: Account;
  /** Zeros: the lines are about no type. */
  ticket_type_id: string;
  /** The tax account of the same type in the same entries; '' without tax. */
  tax: string;
  channel_id: string;
  amount: number;
  tickets: number;
};

/** The same of lines that are about a session. */
export type JournalSessionDayTable = JournalDayTable & { event_session_id: string };
