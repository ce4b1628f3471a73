import * as z from "zod/mini";
import { Id, Instant } from "../../basics.ts";
import { ImportColumn, WrongLine } from "../csvImport.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { codeStates, CodeReason, ShownMaxUses } from "./codes.ts";

/** The fields that columns of a file of promo codes are mapped to. */
export const codeImportFields = ["code", "max_uses", "first_day", "last_day"] as const;
export type CodeImportField = (typeof codeImportFields)[number];

/** A file without a column for one of these is refused. */
export const requiredCodeImportFields = ["code"] as const satisfies readonly CodeImportField[];

/** With `maxCodesAtOnce` rows. */
export const maxCodeImportBytes = 10 * 1024 * 1024;

/**
 * A CSV file with a code on each line, for one group: how often it may be used (empty: without a limit), and the first and the
 * last day by the seller's clock, as 2027-12-31.
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
  /** The first of them. */
  wrong_lines: z.array(WrongLine),
  /** Codes that an import would make: right rows that are no code yet. */
  new_codes: z.int(),
  /** Rows that are a code of the group already. An import leaves these codes as they are. */
  existing: z.int(),
  /** The first of them, those before that cannot be used now or that the file describes in another way. */
  existing_lines: z.array(
    z.object({
      line: z.int(),
      code_id: Id,
      code: z.string(),
      state: z.enum(codeStates),
      /** Its limit or its days are not those of the file. */
      differs: z.boolean(),
    }),
  ),
  /** The first codes as they would be made. */
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
 * Makes the codes of a file whose every row is right, all or none, and leaves out those that its group has already. A wrong row
 * refuses all of them with `validation_failed` and `lines`. Sent again with the same `import_id` it makes nothing and answers
 * the same; a file that was imported before makes nothing (`made` 0).
 */
export const importCodes = staffEndpoint({
  name: "importCodes",
  method: "POST",
  path: "/code_imports",
  summary: "Import promo codes from a file",
  can: "code.edit",
  audits: "code.imported",
  maxBodyBytes: maxCodeImportBytes,
  body: z.strictObject({ ...file, import_id: Id, reason: CodeReason }),
  reply: z.object({ import_id: Id, made: z.int() }),
});
