import type { uploadCodes } from "@foyer/contract/office/catalogue/codes.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Day } from "@foyer/contract/basics.ts";
import { readCsv } from "@foyer/rules/values/csv.ts";
import { promoCodeProblem } from "@foyer/rules/forms/promoCode.ts";
import { normalizeCode } from "@foyer/rules/pricing/codes.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { newOrderedId } from "../../db/newId.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { insertCodes, type NewCode } from "../../modules/codes/batches/codeRecords.ts";
import { takenTexts } from "./codes.sql.ts";
import { invalidCode, periodOf } from "./codeRules.ts";
import { requireGroup } from "./makeCodes.ts";

type LineProblem = { readonly line: number; readonly problem: string };

/** Lines that a refusal names, and codes of a statement. */
const [mostProblems, codesAtOnce, mostCodes] = [100, 5000, 100_000];

const readLine = (seller: Seller, cells: readonly string[]): Omit<NewCode, "id"> | string => {
  const [code = "", limit = "", first = "", last = "", ...more] = cells.map((cell) => cell.trim());
  if (more.length > 0) return "has more than four columns";
  const problem = promoCodeProblem(code);
  if (problem) return { required: "has no code", short: "is too short", long: "is too long" }[problem];
  if (limit !== "" && !/^[1-9]\d{0,5}$/.test(limit)) return `has no limit '${limit}'`;
  for (const day of [first, last]) if (day !== "" && !Day.safeParse(day).success) return `has no day '${day}'`;
  const period = periodOf(seller, { first_day: first || undefined, last_day: last || undefined });
  if (!period) return "ends before it begins";
  return { code, normalized: normalizeCode(code), max_uses: limit === "" ? -1 : Number(limit), ...period };
};

/** Reads all lines, and names those that are wrong, or double within the file. */
const readLines = (
  seller: Seller,
  csv: string,
): { readonly codes: (NewCode & { readonly line: number })[]; readonly problems: LineProblem[] } => {
  const problems: LineProblem[] = [];
  const codes: (NewCode & { readonly line: number })[] = [];
  const lineOf = new Map<string, number>();
  for (const { line, cells } of readCsv(csv)) {
    const read = readLine(seller, cells);
    if (typeof read === "string") problems.push({ line, problem: read });
    else if (lineOf.has(read.normalized))
      problems.push({ line, problem: `is the same as line ${lineOf.get(read.normalized)}` });
    else {
      lineOf.set(read.normalized, line);
      codes.push({ ...read, id: newOrderedId(), line });
    }
  }
  return { codes, problems };
};

const refuse = (problems: readonly LineProblem[]) =>
  invalidCode({ lines: problems.slice(0, mostProblems), wrong: problems.length }, "csv");

/** Makes the codes of a file, all or none. */
export const uploadCodeFile = async (
  ctx: StaffContext,
  { code_group_id, csv }: StaffReceived<typeof uploadCodes>,
): Promise<StaffReply<typeof uploadCodes>> => {
  const group = await requireGroup(ctx, code_group_id);
  const { codes, problems } = readLines(ctx.seller, csv);
  const taken = await takenTexts(
    ctx,
    codes.map(({ normalized }) => normalized),
  );
  const wrong = [
    ...problems,
    ...codes
      .filter(({ normalized }) => taken.has(normalized))
      .map(({ line }) => ({ line, problem: "is there already" })),
  ].toSorted((one, other) => one.line - other.line);
  if (wrong.length > 0) throw refuse(wrong);
  if (codes.length === 0 || codes.length > mostCodes) throw invalidCode({ lines: [] }, "csv");
  return changing(ctx, async (ctx) => {
    for (let start = 0; start < codes.length; start += codesAtOnce) {
      const some = codes.slice(start, start + codesAtOnce);
      const made = new Set(
        await insertCodes(ctx.db, ctx.seller.id, { code_group_id, code_batch_id: null, codes: some }),
      );
      // Somebody has made one of them since.
      const missing = some.filter(({ id }) => !made.has(id));
      if (missing.length > 0) throw refuse(missing.map(({ line }) => ({ line, problem: "is there already" })));
    }
    await audit(ctx, {
      action: "code.uploaded",
      entity: { kind: "code_group", id: code_group_id },
      after: { made: codes.length, group: group.key },
    });
    return { made: codes.length };
  });
};
