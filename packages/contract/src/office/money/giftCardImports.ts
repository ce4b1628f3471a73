import * as z from "zod/mini";
import { Reason } from "../changes.ts";
import { Currency, Id, Instant, Money } from "../../basics.ts";
import { CsvText, ImportColumn, maxImportBytes, WrongLine } from "../csvImport.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** The fields that the columns of a gift card file are mapped to. */
export const cardImportFields = ["number", "balance", "last_day", "name", "email"] as const;
export type CardImportField = (typeof cardImportFields)[number];

/** A file without a column for one of these fields is refused. */
export const requiredCardImportFields = ["number", "balance"] as const satisfies readonly CardImportField[];

/**
 * A CSV file with one card per line: the printed number, the balance in the seller's currency, as 12.50, and the last day
 * in the seller's time zone, as 2027-12-31. Name and address are the recipient's.
 */
const file = {
  csv: CsvText,
  columns: z.strictObject({
    number: ImportColumn,
    balance: ImportColumn,
    last_day: z.optional(ImportColumn),
    name: z.optional(ImportColumn),
    email: z.optional(ImportColumn),
  }),
};
export type CardImportColumns = z.infer<typeof file.columns>;

export const CardImportCheck = z.object({
  rows: z.int(),
  wrong: z.int(),
  /** The first few. */
  wrong_lines: z.array(WrongLine),
  /** The sum of all valid rows. */
  total: Money,
  currency: Currency,
  /** The first few rows as they would be imported. */
  sample: z.array(
    z.object({
      line: z.int(),
      /** The last four characters of the number. */
      ending: z.string(),
      balance: Money,
      /** Exclusive. */
      valid_to: z.nullable(Instant),
      name: z.nullable(z.string()),
      email: z.nullable(z.string()),
    }),
  ),
});
export type CardImportCheck = z.infer<typeof CardImportCheck>;

/** Checks every row. Writes nothing. */
export const checkGiftCardImport = staffEndpoint({
  name: "checkGiftCardImport",
  method: "POST",
  path: "/gift_card_imports/check",
  summary: "Check a file of gift cards before it is imported",
  can: "gift_card.issue",
  audits: null,
  maxBodyBytes: maxImportBytes,
  body: z.strictObject(file),
  reply: CardImportCheck,
});

/**
 * Issues all cards of a file, or none, and sends no e-mail. An invalid row refuses the whole file with `validation_failed`
 * and `lines`. A repeated call with the same `import_id` issues nothing and gets the same reply.
 */
export const importGiftCards = staffEndpoint({
  name: "importGiftCards",
  method: "POST",
  path: "/gift_card_imports",
  summary: "Import gift cards with their balances from a file",
  can: "gift_card.issue",
  audits: "gift_card.imported",
  maxBodyBytes: maxImportBytes,
  body: z.strictObject({
    ...file,
    import_id: Id,
    reason: Reason,
  }),
  reply: z.object({ import_id: Id, cards: z.int() }),
});
