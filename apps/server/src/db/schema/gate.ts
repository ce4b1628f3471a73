import type { Generated } from "kysely";
import type { AdmissionReason, AdmitReason, CountedAs, Shown } from "@foyer/contract/office/gate/admission.ts";
import type { Timestamp } from "./columns.ts";

export type ScanDeviceTable = {
  seller_id: string;
  id: string;
  name: string;
  event_ids: Generated<string[]>;
  venue_ids: Generated<string[]>;
  created_at: Timestamp;
  created_by: string | null;
  pairing_hash: Buffer | null;
  pairing_expires_at: string | null;
  paired_at: Generated<string | null>;
  token_hash: Generated<Buffer | null>;
  ends_at: string;
  ended_at: Generated<string | null>;
  ended_by: Generated<string | null>;
  seen_at: Generated<string | null>;
  waiting: Generated<number>;
  clock_offset_ms: Generated<number>;
};

export type ScanTable = {
  seller_id: string;
  id: string;
  ticket_id: string | null;
  membership_id: string | null;
  event_session_id: string | null;
  device_id: string | null;
  staff_id: string | null;
  direction: "in" | "out" | "undo";
  undoes: string | null;
  people: number;
  at: string;
  local_day: string;
  device_at: string;
  clock_offset_ms: number;
  received_at: Timestamp;
  is_offline: boolean;
  shown: Shown;
  reason: AdmissionReason | null;
  may_admit: boolean;
  let_in: boolean;
  admit_reason: AdmitReason | null;
  /** The staff member whose code allowed the entry; null if none was used. */
  allowed_by: string | null;
  already_at: string | null;
  already_by: string | null;
  counts: CountedAs;
  conflict: "double" | "cancelled" | "refused" | null;
  resolved_at: Generated<string | null>;
  resolved_by: Generated<string | null>;
};

/** A staff member's code for admitting visitors despite a rejected scan, on devices of others. */
export type GateCodeTable = {
  seller_id: string;
  staff_id: string;
  hash: string;
  salt: Buffer;
  hint: number;
  set_at: Timestamp;
  wrong: Generated<number>;
  last_wrong_at: Generated<string | null>;
};

export type ReplacedCodeTable = { seller_id: string; code_hash: Buffer; ticket_id: string; replaced_at: Timestamp };
