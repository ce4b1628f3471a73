import type { Generated } from "kysely";
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
