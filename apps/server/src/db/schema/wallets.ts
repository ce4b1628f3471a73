import type { Generated } from "kysely";
import type { Timestamp } from "./columns.ts";

/** A ticket or membership card that was issued as a pass. Its id is the serial number. */
export type WalletPassTable = {
  seller_id: string;
  id: string;
  wallet: "apple" | "google";
  ticket_id: string;
  /** SHA-256 of the scan code on the pass. */
  code_hash: Buffer;
  created_at: Timestamp;
  /** When the content of the pass last changed. */
  changed_at: Timestamp;
  /** The number of changes. */
  version: Generated<number>;
  /** `due`: the wallet has to be notified. `kept`: it is not notified, because this server sends no notifications. */
  state: Generated<"current" | "due" | "kept" | "dead">;
  next_at: Generated<string | null>;
  attempts: Generated<number>;
  last_error: Generated<string | null>;
};

/** A device that asked to be notified when a pass changes. */
export type WalletRegistrationTable = {
  seller_id: string;
  wallet_pass_id: string;
  device_hash: Buffer;
  push_token: string;
  created_at: Timestamp;
};

/** A session whose time changed, kept until its passes are marked as changed. */
export type WalletSessionChangeTable = { seller_id: string; id: string; event_session_id: string };
