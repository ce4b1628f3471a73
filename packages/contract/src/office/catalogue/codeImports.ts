import * as z from "zod/mini";
import { Reason } from "../changes.ts";
import { Id, Instant } from "../../basics.ts";
import { ImportColumn, WrongLine } from "../csvImport.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { codeStates, ShownMaxUses } from "./codes.ts";

/** The fields that the columns of a promo code file are mapped to. */
export const codeImportFields = ["code", "max_uses", "first_day", "last_day"] as const;
export type CodeImportField = (typeof codeImportFields)[number];

/** A file without a column for one of these fields is refused. */
export const requiredCodeImportFields = ["code"] as const satisfies readonly CodeImportField[];

/** The maximum size of a file, enough for `maxCodesAtOnce` rows. */
export const maxCodeImportBytes = 10 * 1024 * 1024;

/**
 * A CSV file with one code per line, for one group: the maximum number of uses (empty: no limit), and the first and last
 * day in the seller's time zone, written as 2027-12-31.
 */
const file = {
  code_group_id: Id,
  csv: z.string().check(z.minLength(1), z.maxLength(maxCodeImportBytes)),
  columns: z.strictObject({
    code: ImportColumn,
    max_uses: z.optional(ImportColumn),
    first_day: z.optional(ImportColumn),
    last_day: z.optional(ImportColumn),
  }),
};
export type CodeImportColumns = z.infer<typeof file.columns>;

export const CodeImportCheck = z.object({
  rows: z.int(),
  wrong: z.int(),
  /** The first few. */
  wrong_lines: z.array(WrongLine),
  /** The number of codes that an import would make: valid rows whose code does not exist yet. */
  new_codes: z.int(),
  /** The number of rows whose code exists in the group already. An import leaves these codes unchanged. */
  existing: z.int(),
  /** The first of these rows: those whose code cannot be used now or differs from the file come first. */
  existing_lines: z.array(
    z.object({
      line: z.int(),
      code_id: Id,
      code: z.string(),
      state: z.enum(codeStates),
      /** Its limit or its days differ from the file. */
      differs: z.boolean(),
    }),
  ),
  /** The first few codes as they would be made. */
  sample: z.array(
    z.object({
      line: z.int(),
      code: z.string(),
      max_uses: ShownMaxUses,
      valid_from: z.nullable(Instant),
      /** Exclusive. */
      valid_to: z.nullable(Instant),
    }),
  ),
});
export type CodeImportCheck = z.infer<typeof CodeImportCheck>;

/** Checks every row. Writes nothing. */
export const checkCodeImport = staffEndpoint({
  name: "checkCodeImport",
  method: "POST",
  path: "/code_imports/check",
  summary: "Check a file of promo codes before it is imported",
  can: "code.edit",
  audits: null,
  maxBodyBytes: maxCodeImportBytes,
  body: z.strictObject(file),
  reply: CodeImportCheck,
});

/**
 * Makes all codes of a file, or none, and skips those that the group already has. An invalid row refuses the whole file
 * with `validation_failed` and `lines`. A repeated call with the same `import_id` makes nothing and gets the same reply; a
 * file that was imported before makes nothing (`made` is 0).
 */
export const importCodes = staffEndpoint({
  name: "importCodes",
  method: "POST",
  path: "/code_imports",
  summary: "Import promo codes from a file",
  can: "code.edit",
  audits: "code.imported",
  maxBodyBytes: maxCodeImportBytes,
  body: z.strictObject({ ...file, import_id: Id, reason: Reason }),
  reply: z.object({ import_id: Id, made: z.int() }),
});
