import * as z from "zod/mini";
import { Id, Instant } from "../../basics.ts";
import { CsvText, ImportColumn, maxImportBytes, WrongLine } from "../csvImport.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";

/** The fields that the columns of a file are mapped to. */
export const importFields = [
  "first_name",
  "last_name",
  "email",
  "level",
  "first_day",
  "last_day",
  "member_number",
] as const;
export type ImportField = (typeof importFields)[number];

/** A file without a column for one of these fields is refused. */
export const requiredImportFields = [
  "first_name",
  "last_name",
  "email",
  "level",
  "last_day",
] as const satisfies readonly ImportField[];

/**
 * A CSV file whose first line is a header, with the column of each field, counted from 0. `first_day` and `last_day` of the
 * term are both included, written as 2027-12-31. Without a first day the term begins today, or on its last day if that is
 * in the past. A row without a number gets a new one. Each row is one person on a membership of their own.
 */
const file = {
  csv: CsvText,
  columns: z.strictObject({
    first_name: ImportColumn,
    last_name: ImportColumn,
    email: ImportColumn,
    level: ImportColumn,
    last_day: ImportColumn,
    first_day: z.optional(ImportColumn),
    member_number: z.optional(ImportColumn),
  }),
};
export type ImportColumns = z.infer<typeof file.columns>;

export const ImportCheck = z.object({
  rows: z.int(),
  wrong: z.int(),
  /** The first few. */
  wrong_lines: z.array(WrongLine),
  duplicates: z.int(),
  /** Rows for somebody who is a member already, or who is on an earlier line; the first few. */
  duplicate_lines: z.array(
    z.object({
      line: z.int(),
      name: z.string(),
      email: z.string(),
      /** The earlier line for the same person; null if they have a membership already. */
      same_as_line: z.nullable(z.int()),
      membership_id: z.nullable(Id),
      level: z.nullable(z.string()),
    }),
  ),
  /** The first few rows as they would be imported. */
  sample: z.array(
    z.object({
      line: z.int(),
      name: z.string(),
      email: z.string(),
      level: z.string(),
      valid_from: Instant,
      valid_to: Instant,
      member_number: z.nullable(z.string()),
    }),
  ),
});
export type ImportCheck = z.infer<typeof ImportCheck>;

/** Checks every row. Writes nothing. */
export const checkMemberImport = staffEndpoint({
  name: "checkMemberImport",
  method: "POST",
  path: "/member_imports/check",
  summary: "Check a file of members before it is imported",
  can: "bulk.run",
  audits: null,
  maxBodyBytes: maxImportBytes,
  body: z.strictObject(file),
  reply: ImportCheck,
});

export const MemberImport = z.object({
  id: Id,
  by: z.string(),
  at: Instant,
  rows: z.int(),
  done: z.int(),
  failed: z.int(),
  /** `open`: there are rows left to import. */
  state: z.enum(["open", "ended", "cancelled"]),
  /** Rows that could not be imported because something changed after the check; the first few. */
  failed_lines: z.array(WrongLine),
});
export type MemberImport = z.infer<typeof MemberImport>;

/**
 * Stores the rows of a file, to be imported by `continueMemberImport`. An invalid row refuses the whole file with
 * `validation_failed` and `lines`. `duplicates`: whether to skip rows for people who are members already. A repeated call
 * with the same `import_id` stores nothing and gets the same reply.
 */
export const startMemberImport = staffEndpoint({
  name: "startMemberImport",
  method: "POST",
  path: "/member_imports",
  summary: "Begin to import members from a file",
  can: "bulk.run",
  audits: "member.import_started",
  maxBodyBytes: maxImportBytes,
  body: z.strictObject({
    ...file,
    import_id: Id,
    duplicates: z.enum(["leave_out", "import"]),
    sends_cards: z.boolean(),
  }),
  reply: z.object({ import_id: Id, rows: z.int() }),
});

const ofImport = z.strictObject({ import_id: Id });

/** The maximum number of rows that one call imports. */
export const importedAtOnce = 20;

/**
 * Imports the next rows, each in its own transaction. However often and from wherever this is called, a row is imported
 * only once. An interrupted import continues where it stopped.
 */
export const continueMemberImport = staffEndpoint({
  name: "continueMemberImport",
  method: "POST",
  path: "/member_imports/:import_id/continue",
  summary: "Import the next rows of a file of members",
  can: "bulk.run",
  audits: "member.imported",
  params: ofImport,
  reply: z.object({ done: z.int(), failed: z.int(), left: z.int() }),
});

/** Discards the rows not yet imported. Imported rows stay. */
export const cancelMemberImport = staffEndpoint({
  name: "cancelMemberImport",
  method: "POST",
  path: "/member_imports/:import_id/cancel",
  summary: "Cancel the rest of an import of members",
  can: "bulk.run",
  audits: "member.import_cancelled",
  params: ofImport,
  reply: Nothing,
});

/** The latest imports, newest first; at most 20. */
export const listMemberImports = staffEndpoint({
  name: "listMemberImports",
  method: "GET",
  path: "/member_imports",
  summary: "List the imports of members",
  can: "member.edit",
  audits: null,
  reply: z.object({ imports: z.array(MemberImport) }),
});
