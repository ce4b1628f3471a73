import type { Timestamp } from "./columns.ts";

/** The staff member who handles a payment that needs attention. */
export type MoneyReviewTable = { seller_id: string; payment_id: string; taken_by: string; taken_at: Timestamp };

/** A staff note on a payment. */
export type MoneyNoteTable = {
  seller_id: string;
  id: string;
  payment_id: string;
  /** Null once erased. */
  text: string | null;
  staff_id: string;
  created_at: Timestamp;
};
