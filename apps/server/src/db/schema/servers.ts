import type { Generated } from "kysely";
import type { Timestamp } from "./columns.ts";

export type IdempotencyKeyTable = {
  seller_id: string;
  identity_id: string;
  key: string;
  request_hash: Buffer;
  state: Generated<"in_progress" | "done">;
  reply: string | null;
  created_at: string;
  server_id: Generated<string | null>;
};

export type StaffIdempotencyKeyTable = Omit<IdempotencyKeyTable, "seller_id" | "identity_id"> & {
  staff_id: string;
};

export type AppSecretTable = { name: string; value: Buffer; sealed: Generated<boolean> };

export type AppNoteTable = { name: string; value: string };

/** A file of the built page. Only the owner of the tables writes it. */
export type PageFileTable = { name: string; bytes: Buffer };

/** When a seller's turn in a job that goes through every seller was last, and where an unfinished one continues. */
export type JobTurnTable = {
  seller_id: string;
  job: "retention" | "journal_days";
  started_at: Timestamp;
  continues_after: string | null;
};
