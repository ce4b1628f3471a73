import type { Generated } from "kysely";

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
