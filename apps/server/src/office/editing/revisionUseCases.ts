import { Readable } from "node:stream";
import type { compareRevisions, listRevisions } from "@foyer/contract/office/catalogue/catalogueRevisions.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../errors/refused.ts";
import type { StreamedReply } from "../../http/staff/sendFile.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { catalogueYaml } from "../../catalogue/revisions/catalogueYaml.ts";
import { findRevision, revisionRows } from "../../catalogue/revisions/revisions.sql.ts";
import { movedByRevision } from "../../catalogue/apply/movedSessions.sql.ts";
import { baseCatalogue } from "./baseCatalogue.ts";
import { compareDocuments } from "./compareChapters.ts";

const pageSize = 50;
/** The maximum number of differences that a page shows. */
const maxChanges = 500;

export const listAllRevisions = async (
  { db, seller }: StaffContext,
  { before }: StaffReceived<typeof listRevisions>,
): Promise<StaffReply<typeof listRevisions>> => {
  const rows = await revisionRows(db, seller.id, { before, limit: pageSize + 1 });
  const revisions = rows.slice(0, pageSize);
  return { revisions, next: rows.length > pageSize ? (revisions.at(-1)?.number ?? null) : null };
};

export const compareTwoRevisions = async (
  { db, seller }: StaffContext,
  { from, to }: StaffReceived<typeof compareRevisions>,
): Promise<StaffReply<typeof compareRevisions>> => {
  const [before, after] = [await findRevision(db, seller.id, from), await findRevision(db, seller.id, to)];
  if (!before || !after) throw new Refused({ code: "not_found", context: "staff" });
  const changes = compareDocuments(before.document, after.document);
  return {
    changes: changes.slice(0, maxChanges),
    is_cut: changes.length > maxChanges,
    moved: await movedByRevision(db, seller.id, to),
  };
};

export const downloadYaml = async (ctx: StaffContext): Promise<StreamedReply> => {
  const base = await baseCatalogue(ctx);
  return {
    stream: Readable.from([catalogueYaml(base)]),
    type: "application/yaml; charset=utf-8",
    fileName: `catalogue-${ctx.seller.slug}-${base.number}.yaml`,
  };
};
