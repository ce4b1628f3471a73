import type { Timestamp } from "./columns.ts";

/** Who looks after a payment that needs a person. */
export type MoneyReviewTable = { seller_id: string; payment_id: string; taken_by: string; taken_at: Timestamp };

/** What staff have written on a payment. */
export type MoneyNoteTable = {
  seller_id: string;
  id: string;
  payment_id: string;
  /** Null once erased. */
  text: string | null;
  staff_id: string;
  created_at: Timestamp;
};
