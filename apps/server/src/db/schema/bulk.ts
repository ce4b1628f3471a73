import type { Generated } from "kysely";
import type { BulkAction, BulkItemState, BulkJobState } from "@foyer/contract/office/bulk.ts";
import type { Timestamp } from "./columns.ts";

/** One action on many orders. */
export type BulkJobTable = {
  seller_id: string;
  id: string;
  action: BulkAction;
  session_ids: Generated<string[]>;
  target_session_id: string | null;
  from_day: string | null;
  subject: string | null;
  message: string | null;
  /** For a job that writes about moved sessions: the revision that moved them. */
  moved_in_revision: Generated<number | null>;
  reason: string;
  selection_hash: Buffer;
  /** For buyers who choose by a link until `from_day`: what they are told. Null if they have no choice. */
  choice_subject: Generated<string | null>;
  choice_message: Generated<string | null>;
  /** When to check next for buyers who have not been e-mailed about the choice. */
  tell_at: Generated<string | null>;
  state: Generated<BulkJobState>;
  staff_id: string;
  created_at: Timestamp;
  ended_at: Generated<string | null>;
};

/** A bulk job's row for one order. Amounts are in minor units. */
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
  /** When the buyer was told about the choice. */
  told_at: Generated<string | null>;
  claimed_until: Generated<string | null>;
  ended_at: Generated<string | null>;
};
