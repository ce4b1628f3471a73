import { maxNamedLines } from "@foyer/contract/office/csvImport.ts";
import type {
  CardImportCheck,
  checkGiftCardImport,
  importGiftCards,
} from "@foyer/contract/office/money/giftCardImports.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { readCardImport, type CardImportRow } from "@foyer/rules/checkout/giftcards/importCards.ts";
import { addDays, instantOf, todayAt } from "@foyer/rules/dates/localTime.ts";
import type { LineProblem } from "@foyer/rules/values/csvCells.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { pause } from "../../db/faultPoints.ts";
import { errorCode } from "../../errors/errorCode.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { findBatch, insertBatch, takenNumbers } from "../../modules/giftcards/batches/batchRecords.ts";
import { makeCards } from "../../modules/giftcards/batches/makeCards.ts";
import { readImportFile, wrongLines } from "../imports/csvFile.ts";
import { invalidFields, maxAmountOf, requireGiftCards } from "./cardLimits.ts";

type Sent = Pick<StaffReceived<typeof checkGiftCardImport>, "csv" | "columns">;
type CheckedCards = { readonly rows: readonly CardImportRow[]; readonly problems: readonly LineProblem[] };

/** Reads and checks all rows of a file. Writes nothing. */
const checkCards = async ({ db, seller, now }: StaffContext, { csv, columns }: Sent): Promise<CheckedCards> => {
  const currency = seller.default_currency_code;
  const { rows, problems } = readCardImport(readImportFile(csv, "ledger"), {
    columns,
    currency,
    maxBalance: maxAmountOf(seller, currency),
    today: todayAt(now, seller.timezone),
    neverEnd: seller.configuration.gift_cards?.never_end === true,
  });
  const taken = await takenNumbers(
    db,
    seller.id,
    rows.map(({ normalized }) => normalized),
  );
  const isTaken = ({ normalized }: CardImportRow): boolean => taken.has(normalized);
  return {
    rows: rows.filter((row) => !isTaken(row)),
    problems: [
      ...problems,
      ...rows.filter(isTaken).map(({ line }) => ({ line, problem: "has a number that a card has or had" })),
    ].toSorted((one, other) => one.line - other.line),
  };
};

const endOf = ({ seller }: StaffContext, { last_day }: CardImportRow): string | null =>
  last_day === null ? null : instantOf(addDays(last_day, 1), "00:00", seller.timezone);

const totalOf = (rows: readonly CardImportRow[]): number => rows.reduce((sum, { balance }) => sum + balance, 0);

/** The number of rows shown as they would be imported. */
const sampleSize = 5;

export const checkCardFile = async (
  ctx: StaffContext,
  sent: StaffReceived<typeof checkGiftCardImport>,
): Promise<CardImportCheck> => {
  requireGiftCards(ctx);
  const { rows, problems } = await checkCards(ctx, sent);
  const currency = ctx.seller.default_currency_code;
  return {
    rows: rows.length + problems.length,
    wrong: problems.length,
    wrong_lines: problems.slice(0, maxNamedLines),
    total: toDecimal(totalOf(rows), currency),
    currency,
    sample: rows.slice(0, sampleSize).map((row) => ({
      line: row.line,
      ending: row.normalized.slice(-4),
      balance: toDecimal(row.balance, currency),
      valid_to: endOf(ctx, row),
      name: row.name,
      email: row.email,
    })),
  };
};

type Reply = StaffReply<typeof importGiftCards>;

/** The earlier import with this id, if there was one. Its audit log entry was written then. */
const knownImport = async (ctx: StaffContext, import_id: string): Promise<Reply | undefined> => {
  const known = await findBatch(ctx.db, ctx.seller.id, import_id);
  if (!known) return undefined;
  if (known.staff_id !== ctx.staff.id || known.amount !== null) throw invalidFields("import_id");
  ctx.audited.add("gift_card.imported");
  return { import_id, cards: known.quantity };
};

/** The number of cards per statement. */
const cardsAtOnce = 500;

/** Issues the cards of a file in one transaction, all or none. */
export const importCards = async (ctx: StaffContext, sent: StaffReceived<typeof importGiftCards>): Promise<Reply> => {
  const { import_id: id, reason } = sent;
  const known = await knownImport(ctx, id);
  if (known) return known;
  requireGiftCards(ctx);
  const { rows, problems } = await checkCards(ctx, sent);
  if (problems.length > 0) throw wrongLines(problems, "ledger");
  await pause("card_import_checked");
  const isMade = await issueAll(ctx, rows, { id, reason }).catch(async (error: unknown) => {
    // Another import has added one of the numbers meanwhile.
    const now = errorCode(error) === "23505" ? (await checkCards(ctx, sent)).problems : [];
    throw now.length > 0 ? wrongLines(now, "ledger") : error;
  });
  if (isMade) return { import_id: id, cards: rows.length };
  const made = await knownImport(ctx, id);
  if (!made) throw new Error(`The import ${id} is missing`);
  return made;
};

/** Returns false if there is an import with this id already. */
const issueAll = (
  ctx: StaffContext,
  rows: readonly CardImportRow[],
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<boolean> =>
  changing(ctx, async (ctx) => {
    const { db, seller, staff } = ctx;
    const currency = seller.default_currency_code;
    const batch = { id, staff_id: staff.id, amount: null, currency, quantity: rows.length, valid_to: null, reason };
    await audit(ctx, {
      action: "gift_card.imported",
      entity: { kind: "gift_card_batch", id },
      after: { quantity: rows.length, amount: toDecimal(totalOf(rows), currency), currency },
      reason,
    });
    if (!(await insertBatch(db, seller.id, batch))) return false;
    for (let start = 0; start < rows.length; start += cardsAtOnce)
      await makeCards(
        ctx,
        batch,
        rows.slice(start, start + cardsAtOnce).map((row) => ({
          number: row.number,
          amount: row.balance,
          valid_to: endOf(ctx, row),
          name: row.name,
          email: row.email,
        })),
      );
    return true;
  });
