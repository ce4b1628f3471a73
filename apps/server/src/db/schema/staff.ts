import type { Generated } from "kysely";
import type { AuditAction, AuditActor, AuditChannel } from "@foyer/contract/office/staff/auditActions.ts";
import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import type { Json, Timestamp } from "./columns.ts";

export type StaffTable = {
  id: string;
  email: string;
  name: string;
  is_operator: Generated<boolean>;
  is_demo: Generated<boolean>;
  password: string | null;
  created_at: Timestamp;
};

export type StaffTotpTable = {
  id: string;
  staff_id: string;
  secret: Buffer;
  created_at: Timestamp;
  confirmed_at: string | null;
  last_step: Generated<number>;
};

export type StaffPasskeyTable = {
  id: string;
  staff_id: string;
  name: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: Generated<number>;
  transports: Generated<string[]>;
  created_at: Timestamp;
  used_at: string | null;
};

export type StaffChallengeTable = {
  challenge_hash: Buffer;
  purpose: "sign_in" | "step_up" | "registration";
  staff_id: string | null;
  expires_at: string;
};

export type SavedViewTable = {
  seller_id: string;
  id: string;
  screen: string;
  name: string;
  staff_id: string;
  is_shared: Generated<boolean>;
  filters: Json<Record<string, string>>;
  created_at: Timestamp;
};

/** A staff member's settings of a saved report. */
export type ReportChoiceTable = {
  seller_id: string;
  saved_view_id: string;
  staff_id: string;
  is_pinned: Generated<boolean>;
  mailed_every: "day" | "week" | "month" | null;
  mailed_on: string | null;
};

/** A report that takes longer than a moment, shared by everyone who requests it. */
export type ReportRunTable = {
  seller_id: string;
  asked_hash: Buffer;
  claim: string;
  claimed_until: string;
  steps: number;
  steps_done: Generated<number>;
  started_at: Timestamp;
  state: Generated<"running" | "ready" | "failed">;
  result: Json | null;
  expires_at: string;
};

export type OperatorPermitTable = {
  seller_id: string;
  id: string;
  allowed_by: string;
  reason: string;
  created_at: Timestamp;
  ends_at: string;
  ended_at: string | null;
};

export type StaffRecoveryCodeTable = { staff_id: string; code_hash: Buffer; used_at: string | null };

export type StaffSignInTable = {
  id: string;
  staff_id: string;
  token_hash: Buffer;
  created_at: Timestamp;
  seen_at: Timestamp;
  proved_at: string | null;
  ended_at: string | null;
  browser: string;
  country: Generated<string | null>;
  till_seller_id: Generated<string | null>;
  till_id: Generated<string | null>;
  device_seller_id: Generated<string | null>;
};

export type StaffInvitationTable = {
  id: string;
  invited_to: string | null;
  email: string;
  roles: StaffRole[];
  is_operator: Generated<boolean>;
  invited_by: string | null;
  token_hash: Buffer;
  created_at: Timestamp;
  expires_at: string;
  times_sent: Generated<number>;
  accepted_at: string | null;
  accepted_by: string | null;
  withdrawn_at: string | null;
};

export type StaffPasswordLinkTable = {
  id: string;
  staff_id: string;
  token_hash: Buffer;
  created_at: Timestamp;
  expires_at: string;
  used_at: string | null;
};

export type StaffAttemptTable = { key: Buffer; used: number; ends_at: string };

export type StaffGrantTable = {
  seller_id: string;
  staff_id: string;
  role: StaffRole;
  granted_at: Timestamp;
  granted_by: string | null;
  suspended_at: string | null;
};

export type AuditEntryTable = {
  seller_id: string;
  id: string;
  at: Timestamp;
  kind: "change" | "access";
  actor: AuditActor;
  staff_id: string | null;
  roles: Generated<string[]>;
  via: AuditChannel;
  action: AuditAction;
  entity_kind: string;
  entity_id: string;
  before: Json;
  after: Json;
  reason: string | null;
  request_id: string | null;
  keep_until: string;
};

export type AuditPersonalTable = {
  seller_id: string;
  audit_entry_id: string;
  identity_id: string | null;
  before: Json;
  after: Json;
  keep_until: string;
};
