import type { Generated } from "kysely";
import type { BulkAction, BulkItemState, BulkJobState } from "@foyer/contract/office/bulk.ts";
import type { Timestamp } from "./columns.ts";

/** One action for many orders. */
export type BulkJobTable = {
  seller_id: string;
  id: string;
  action: BulkAction;
  session_ids: Generated<string[]>;
  target_session_id: string | null;
  from_day: string | null;
  subject: string | null;
  message: string | null;
  /** The revision that moved the sessions, of a job that writes about it. */
  moved_in_revision: Generated<number | null>;
  reason: string;
  selection_hash: Buffer;
  /** What buyers are told who choose by a link until `from_day`; null where they do not choose. */
  choice_subject: Generated<string | null>;
  choice_message: Generated<string | null>;
  /** When orders are looked at next for buyers without an e-mail about the choice. */
  tell_at: Generated<string | null>;
  state: Generated<BulkJobState>;
  staff_id: string;
  created_at: Timestamp;
  ended_at: Generated<string | null>;
};

/** A bulk job's row for one order. Amounts in minor units. */
export type BulkItemTable = {
  seller_id: string;
  bulk_job_id: string;
  ticket_order_id: string;
  order_number: number;
  state: Generated<BulkItemState>;
  reason: Generated<string | null>;
  refund: Generated<number>;
  gift_card: Generated<number>;
  attempts: Generated<number>;
  /** Its buyer was told of their choice. */
  told_at: Generated<string | null>;
  claimed_until: Generated<string | null>;
  ended_at: Generated<string | null>;
};
