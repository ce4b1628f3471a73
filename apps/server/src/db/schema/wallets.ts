import type { Generated } from "kysely";
import type { Timestamp } from "./columns.ts";

/** A ticket or a membership card that was given out as a pass; its id is the serial number. */
export type WalletPassTable = {
  seller_id: string;
  id: string;
  wallet: "apple" | "google";
  ticket_id: string;
  /** SHA-256 of the scan code that it shows. */
  code_hash: Buffer;
  created_at: Timestamp;
  /** When what it shows last changed. */
  changed_at: Timestamp;
  /** How often it has changed. */
  version: Generated<number>;
  /** `due`: the wallet has to be notified. `kept`: it is not notified, because this server sends nothing. */
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

/** A session with another time, until its passes are marked as changed. */
export type WalletSessionChangeTable = { seller_id: string; id: string; event_session_id: string };
