import type {
  cancelMemberImport,
  listMemberImports,
  MemberImport,
  startMemberImport,
} from "@foyer/contract/office/members/memberImports.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { rowsBeyondPlaces } from "@foyer/rules/membership/imports/importRows.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { audit, changing } from "../../../modules/audit/audit.ts";
import { wrongLines } from "../../imports/csvFile.ts";
import { requireRoom } from "../../limits/requireRoom.ts";
import { checkRows } from "./checkImport.ts";
import {
  cancelRest,
  findImport,
  insertImport,
  insertImportRows,
  newestImports,
  type StoredImport,
} from "./memberImports.sql.ts";

export const importEntity = (id: string) => ({ kind: "member_import", id }) as const;

type Reply = StaffReply<typeof startMemberImport>;

/** The earlier import with this id, if it was begun. Its audit log entry was written then. */
const knownImport = async (ctx: StaffContext, import_id: string): Promise<Reply | undefined> => {
  const known = await findImport(ctx.db, ctx.seller.id, import_id);
  if (!known) return undefined;
  if (known.staff_id !== ctx.staff.id)
    throw new Refused({ code: "validation_failed", context: "membership", extra: { fields: ["import_id"] } });
  ctx.audited.add("member.import_started");
  return { import_id, rows: known.rows };
};

/** The number of rows per statement. */
const rowsAtOnce = 1000;

/** Stores the rows of a file, all or none. */
export const beginImport = async (ctx: StaffContext, sent: StaffReceived<typeof startMemberImport>): Promise<Reply> => {
  const { import_id: id, duplicates: choice, sends_cards } = sent;
  const known = await knownImport(ctx, id);
  if (known) return known;
  const { levels, rows, problems, duplicates } = await checkRows(ctx, sent);
  if (problems.length > 0) throw wrongLines(problems, "membership");
  const leftOut = new Set(choice === "leave_out" ? duplicates.map(({ row }) => row.line) : []);
  const wanted = rows.filter(({ line }) => !leftOut.has(line));
  if (wanted.length === 0)
    throw new Refused({
      code: "validation_failed",
      context: "membership",
      description: "Everybody in the file is already a member.",
      extra: { fields: ["duplicates"] },
    });
  const beyond = rowsBeyondPlaces(wanted, levels);
  if (beyond.length > 0) throw wrongLines(beyond, "membership");
  const isMade = await changing(ctx, async (ctx) => {
    const { db, seller, staff } = ctx;
    await requireRoom(ctx, "member_imports");
    const record = { action: "member.import_started", entity: importEntity(id) } as const;
    await audit(ctx, { ...record, after: { rows: wanted.length, left_out: leftOut.size, sends_cards } });
    if (!(await insertImport(db, seller.id, { id, staff_id: staff.id, rows: wanted.length, sends_cards })))
      return false;
    for (let start = 0; start < wanted.length; start += rowsAtOnce) {
      const some = wanted.slice(start, start + rowsAtOnce);
      const stored = await insertImportRows(db, seller.id, { id, rows: some });
      const missing = some.filter(({ line }) => !stored.has(line));
      if (missing.length > 0)
        throw wrongLines(
          missing.map(({ line }) => ({ line, problem: "has a number that another import brings" })),
          "membership",
        );
    }
    return true;
  });
  if (isMade) return { import_id: id, rows: wanted.length };
  const made = await knownImport(ctx, id);
  if (!made) throw new Error(`The import ${id} is missing`);
  return made;
};

const present = ({ id, by, created_at: at, rows, done, failed, state, failed_lines }: StoredImport): MemberImport => ({
  id,
  by,
  at,
  rows,
  done,
  failed,
  state,
  failed_lines: [...failed_lines],
});

export const listImports = async ({ db, seller }: StaffContext): Promise<StaffReply<typeof listMemberImports>> => ({
  imports: (await newestImports(db, seller.id)).map(present),
});

export const cancelImport = (
  ctx: StaffContext,
  { import_id }: StaffReceived<typeof cancelMemberImport>,
): Promise<Nothing> =>
  changing(ctx, async (ctx) => {
    if (!(await cancelRest(ctx.db, ctx.seller.id, import_id)))
      throw new Refused({ code: "not_found", context: "membership", description: "There is no open import." });
    await audit(ctx, { action: "member.import_cancelled", entity: importEntity(import_id) });
    return {};
  });
