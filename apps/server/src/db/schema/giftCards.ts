import type { Generated, GeneratedAlways } from "kysely";
import type { Timestamp } from "./columns.ts";

export type LedgerAccountTable = {
  seller_id: string;
  id: string;
  ledger_id: string;
  number: string;
  normalized: string;
  state: Generated<"active" | "inactive">;
  currency: string;
  balance: number;
  source_ticket_id: string | null;
  valid_to: string | null;
  created_at: Timestamp;
  /** The last four characters of the number. */
  ending: GeneratedAlways<string>;
};

/**
 * Cards that staff issued together. `amount` is that of each card, in minor units; null if imported, each with its own
 * balance.
 */
export type GiftCardBatchTable = {
  seller_id: string;
  id: string;
  staff_id: string;
  amount: number | null;
  currency: string;
  quantity: number;
  valid_to: string | null;
  reason: string;
  made: Generated<number>;
  created_at: Timestamp;
  ended_at: Generated<string | null>;
};

export type DeskGiftCardTable = {
  seller_id: string;
  account_id: string;
  batch_id: string | null;
  name: string | null;
  email: string | null;
};

export type GiftCardWordTable = { seller_id: string; kind: "name" | "email"; word: string; account_id: string };

/** The staff member who changed a balance by an entry, and why. */
export type GiftCardActTable = {
  seller_id: string;
  entry_id: string;
  account_id: string;
  act: "adjust" | "void" | "restore" | "ended" | "extended";
  /** Null if the card expired by itself. */
  staff_id: string | null;
  reason: string;
  created_at: Timestamp;
};

export type ReplacedGiftCardNumberTable = {
  seller_id: string;
  normalized: string;
  account_id: string;
  staff_id: string;
  reason: string;
  created_at: Timestamp;
};

export type LedgerEntryTable = {
  seller_id: string;
  id: string;
  account_id: string;
  kind: "issue" | "debit" | "capture" | "release" | "refund" | "adjust";
  amount: number;
  payment_id: string | null;
  key: Generated<string>;
  created_at: Timestamp;
};
