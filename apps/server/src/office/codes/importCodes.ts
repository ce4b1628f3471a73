import type { checkCodeImport, CodeImportCheck, importCodes } from "@foyer/contract/office/catalogue/codeImports.ts";
import { maxCodesAtOnce, type CodeState } from "@foyer/contract/office/catalogue/codes.ts";
import { maxNamedLines } from "@foyer/contract/office/csvImport.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { readCodeImport, type CodeImportRow } from "@foyer/rules/pricing/importCodes.ts";
import type { LineProblem } from "@foyer/rules/values/csvCells.ts";
import { pause } from "../../db/faultPoints.ts";
import { newOrderedId } from "../../db/newId.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import {
  findCodeBatch,
  insertCodes,
  insertImportedBatch,
  type NewCode,
} from "../../modules/codes/batches/codeRecords.ts";
import { readImportFile, wrongLines } from "../imports/csvFile.ts";
import { invalidCode, limitOf, periodOf, storedLimit } from "./codeRules.ts";
import { codesByText, type KnownCodeRow } from "./codes.sql.ts";
import { requireGroup } from "./makeCodes.ts";

type Sent = Pick<StaffReceived<typeof checkCodeImport>, "code_group_id" | "csv" | "columns">;

/** A code to be made, with its line. */
type NewLine = Omit<NewCode, "id"> & { readonly line: number };
/** A line whose code the group already has. */
type ExistingLine = { readonly line: number; readonly known: KnownCodeRow; readonly differs: boolean };
type CheckedCodes = {
  readonly made: readonly NewLine[];
  readonly existing: readonly ExistingLine[];
  readonly problems: readonly LineProblem[];
};

/** The text after 'is a code of the group …' if the code cannot be used. */
const stateWords: Readonly<Record<CodeState, string>> = {
  active: "",
  retired: ", and withdrawn",
  paused: ", and paused",
  expired: ", and over",
  not_yet_valid: ", and not yet valid",
  used_up: ", and used up",
};

/** Why a valid line cannot be imported: another kind of code has its text. */
const takenBy = ({ is_gift, code, group_name, state }: KnownCodeRow): string =>
  is_gift
    ? `has the code of a gift: '${code}'`
    : `has a code of the group '${group_name}': '${code}'${stateWords[state]}`;

const newLine = ({ seller }: StaffContext, row: CodeImportRow): NewLine => {
  const { line, code, normalized, max_uses, first_day, last_day } = row;
  const period = periodOf(seller, { first_day: first_day ?? undefined, last_day: last_day ?? undefined });
  if (!period) throw new Error(`Line ${line} ends before it begins`);
  return { line, code, normalized, max_uses: storedLimit(max_uses), ...period };
};

const isSameMoment = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : Temporal.Instant.from(one).equals(other);

const isDifferent = (line: NewLine, known: KnownCodeRow): boolean =>
  line.max_uses !== known.max_uses ||
  !isSameMoment(line.valid_from, known.valid_from) ||
  !isSameMoment(line.valid_to, known.valid_to);

/** Reads and checks all rows of a file. Writes nothing. */
const checkCodes = async (ctx: StaffContext, { code_group_id, csv, columns }: Sent): Promise<CheckedCodes> => {
  const { rows, problems } = readCodeImport(readImportFile(csv, "code", maxCodesAtOnce), columns);
  const known = await codesByText(
    ctx,
    rows.map(({ normalized }) => normalized),
  );
  const made: NewLine[] = [];
  const existing: ExistingLine[] = [];
  const taken: LineProblem[] = [];
  for (const row of rows) {
    const code = known.get(row.normalized);
    const line = newLine(ctx, row);
    if (!code) made.push(line);
    else if (code.is_gift || code.code_group_id !== code_group_id)
      taken.push({ line: row.line, problem: takenBy(code) });
    else existing.push({ line: row.line, known: code, differs: isDifferent(line, code) });
  }
  return { made, existing, problems: [...problems, ...taken].toSorted((one, other) => one.line - other.line) };
};

/** The number of codes shown as they would be made. */
const sampleSize = 5;

const needsLook = ({ known, differs }: ExistingLine): boolean => differs || known.state !== "active";

export const checkCodeFile = async (
  ctx: StaffContext,
  sent: StaffReceived<typeof checkCodeImport>,
): Promise<CodeImportCheck> => {
  await requireGroup(ctx, sent.code_group_id);
  const { made, existing, problems } = await checkCodes(ctx, sent);
  const named = [...existing.filter(needsLook), ...existing.filter((line) => !needsLook(line))];
  return {
    rows: made.length + existing.length + problems.length,
    wrong: problems.length,
    wrong_lines: problems.slice(0, maxNamedLines),
    new_codes: made.length,
    existing: existing.length,
    existing_lines: named.slice(0, maxNamedLines).map(({ line, known: { id, code, state }, differs }) => ({
      line,
      code_id: id,
      code,
      state,
      differs,
    })),
    sample: made.slice(0, sampleSize).map(({ line, code, max_uses, valid_from, valid_to }) => ({
      line,
      code,
      max_uses: limitOf(max_uses),
      valid_from,
      valid_to,
    })),
  };
};

type Reply = StaffReply<typeof importCodes>;

/** The earlier import with this id, if it made codes. Its audit log entry was written then. */
const knownImport = async (ctx: StaffContext, import_id: string): Promise<Reply | undefined> => {
  const known = await findCodeBatch(ctx.db, ctx.seller.id, import_id);
  if (!known) return undefined;
  if (known.staff_id !== ctx.staff.id || !known.is_imported) throw invalidCode({}, "import_id");
  ctx.audited.add("code.imported");
  return { import_id, made: known.quantity };
};

/** How often a file is checked again because some of its codes were made concurrently. */
const mostChecks = 3;

/** Makes the codes of a file that its group lacks, in one transaction, all or none. */
export const importCodeFile = async (ctx: StaffContext, sent: StaffReceived<typeof importCodes>): Promise<Reply> => {
  const { import_id, code_group_id } = sent;
  const { key: group } = await requireGroup(ctx, code_group_id);
  for (let checks = 0; checks < mostChecks; checks++) {
    const known = await knownImport(ctx, import_id);
    if (known) return known;
    const { made, problems } = await checkCodes(ctx, sent);
    if (problems.length > 0) throw wrongLines(problems, "code");
    await pause("code_import_checked");
    if (await makeImported(ctx, made, { ...sent, group })) return { import_id, made: made.length };
  }
  throw new Refused({ code: "unavailable", context: "code" });
};

/** Another import has made one of the codes since the check, or has the same id. */
class MadeMeanwhile extends Error {}

/** The number of codes per statement. */
const codesAtOnce = 5000;

/** Returns false if nothing was made because one of the codes was made concurrently. */
const makeImported = async (
  ctx: StaffContext,
  lines: readonly NewLine[],
  { import_id: id, code_group_id, group, reason }: StaffReceived<typeof importCodes> & { readonly group: string },
): Promise<boolean> => {
  if (lines.length === 0) {
    // Nothing changes, so there is nothing to record.
    ctx.audited.add("code.imported");
    return true;
  }
  // Every import uses the same order, so that two imports of the same codes cannot deadlock.
  const codes = lines
    .map((line) => ({ ...line, id: newOrderedId() }))
    .toSorted((one, other) => (one.normalized < other.normalized ? -1 : 1));
  try {
    await changing(ctx, async (ctx) => {
      const { db, seller, staff } = ctx;
      const batch = { id, staff_id: staff.id, code_group_id, quantity: codes.length, reason };
      if (!(await insertImportedBatch(db, seller.id, batch))) throw new MadeMeanwhile("The import is there already");
      for (let start = 0; start < codes.length; start += codesAtOnce) {
        const some = codes.slice(start, start + codesAtOnce);
        const made = await insertCodes(db, seller.id, { code_group_id, code_batch_id: id, codes: some });
        if (made.length < some.length) throw new MadeMeanwhile("A code is there already");
      }
      await audit(ctx, {
        action: "code.imported",
        entity: { kind: "code_batch", id },
        after: { made: codes.length, group },
        reason,
      });
      await pause("code_import_made");
    });
    return true;
  } catch (error) {
    if (error instanceof MadeMeanwhile) return false;
    throw error;
  }
};
