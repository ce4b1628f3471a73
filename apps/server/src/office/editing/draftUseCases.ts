import {
  maxDraftBytes,
  maxDrafts,
  type discardDraft,
  type joinDraft,
  type saveDraft,
} from "@foyer/contract/office/catalogue/catalogue.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, auditUnlessRecent, changing } from "../../modules/audit/audit.ts";
import { staleVersion } from "../../modules/audit/staleVersion.ts";
import { countLocked } from "../limits/countLocked.ts";
import { chapterOf } from "../../catalogue/revisions/chapters.ts";
import { findRevision, type StoredRevision } from "../../catalogue/revisions/revisions.sql.ts";
import { baseCatalogue } from "./baseCatalogue.ts";
import { chapterChecklist } from "./chapterChecklist.ts";
import { checkDocument } from "./checkDocument.ts";
import { countDrafts, deleteDraft, draftRows, findDraft, insertDraft, updateDraft } from "./drafts.sql.ts";
import { editedChapters, joinDrafts, mergeDraft, summaryOf } from "./joinDrafts.ts";

const notFound = (): Refused => new Refused({ code: "not_found", context: "staff" });

/** The refusal says who saved the draft, when, and its version, so that the client can recover what was typed. */
export const staleDraft = async (ctx: StaffContext, chapter: string): Promise<Refused> => {
  const found = await findDraft(ctx, chapter);
  // The draft was published or discarded.
  if (!found)
    return staleVersion(
      ctx,
      { kind: "chapter", id: chapter },
      { context: "staff", extra: { version: 0, fields: [chapter] } },
    );
  const { version, changed_by, changed_at } = found;
  return new Refused({
    code: "stale_version",
    context: "staff",
    extra: { version, changed_by, changed_at, fields: [chapter] },
  });
};

const refuseField = (description: string): Refused =>
  new Refused({ code: "validation_failed", context: "staff", description, extra: { fields: ["document"] } });

export const saveChapterDraft = async (
  ctx: StaffContext,
  { chapter, version, revision, document }: StaffReceived<typeof saveDraft>,
): Promise<StaffReply<typeof saveDraft>> => {
  if (document === undefined) throw refuseField("A draft has a document, or null to take its chapter out.");
  if (Buffer.byteLength(JSON.stringify(document)) > maxDraftBytes)
    throw refuseField(`A chapter has at most ${maxDraftBytes / 1024 / 1024} MB.`);
  await changing(ctx, async (ctx) => {
    if (version === 0) await beginDraft(ctx, chapter, document, revision);
    else await saveAgain(ctx, { chapter, version, document });
    // While somebody types, the draft is saved every few seconds.
    await auditUnlessRecent(ctx, { action: "catalogue.draft_saved", entity: { kind: "chapter", id: chapter } });
  });
  const base = await baseCatalogue(ctx);
  const rows = await draftRows(ctx);
  const draft = rows.find((row) => row.chapter === chapter);
  // The draft was published or discarded a moment ago.
  if (!draft) throw await staleDraft(ctx, chapter);
  const { document: joined } = joinDrafts(base, rows);
  const checked = await checkDocument(ctx, joined, {
    lock: false,
    edited: editedChapters(rows),
  });
  const { errors, doubts, brokenPromises } = checked;
  return {
    draft: summaryOf(draft, base),
    errors: [...errors, ...brokenPromises],
    doubts: [...doubts],
    checklist: await chapterChecklist(ctx, chapter, checked),
  };
};

/**
 * Begins a draft from the chapter as it was in a revision, or in the newest one. Refused if somebody else began one a
 * moment ago, and if the revision is no longer kept.
 */
export const beginDraft = async (
  ctx: StaffContext,
  chapter: string,
  document: unknown,
  revision?: number,
): Promise<void> => {
  if ((await countLocked(ctx, "drafts", () => countDrafts(ctx))) >= maxDrafts)
    throw refuseField(`A catalogue has at most ${maxDrafts} drafts. Publish or discard one first.`);
  const from = await revisionToEdit(ctx, revision);
  if (!from) throw await staleDraft(ctx, chapter);
  const base = chapterOf(from.document, chapter) ?? null;
  const draft = { chapter, base_number: from.number, base, document, staff_id: ctx.staff.id };
  if (!(await insertDraft(ctx, draft))) throw await staleDraft(ctx, chapter);
};

const revisionToEdit = async (ctx: StaffContext, number: number | undefined): Promise<StoredRevision | undefined> => {
  const newest = await baseCatalogue(ctx);
  return number === undefined || number === newest.number ? newest : findRevision(ctx.db, ctx.seller.id, number);
};

export const saveAgain = async (
  ctx: StaffContext,
  { chapter, version, document }: { chapter: string; version: number; document: unknown },
): Promise<void> => {
  const found = await findDraft(ctx, chapter);
  if (!found) throw await staleDraft(ctx, chapter);
  const { base_number, base } = found;
  const draft = { chapter, version, base_number, base, document, staff_id: ctx.staff.id };
  if (!(await updateDraft(ctx, draft))) throw await staleDraft(ctx, chapter);
};

export const discardChapterDraft = (
  ctx: StaffContext,
  { chapter, version }: StaffReceived<typeof discardDraft>,
): Promise<Nothing> =>
  changing(ctx, async (ctx) => {
    if (!(await findDraft(ctx, chapter))) throw notFound();
    if (!(await deleteDraft(ctx, { chapter, version }))) throw await staleDraft(ctx, chapter);
    await audit(ctx, { action: "catalogue.draft_discarded", entity: { kind: "chapter", id: chapter } });
    return {};
  });

export const joinChapterDraft = (
  ctx: StaffContext,
  { chapter, version, choices }: StaffReceived<typeof joinDraft>,
): Promise<StaffReply<typeof joinDraft>> =>
  changing(ctx, async (ctx) => {
    const found = await findDraft(ctx, chapter);
    if (!found) throw notFound();
    if (found.version !== version) throw await staleDraft(ctx, chapter);
    const base = await baseCatalogue(ctx);
    const chosen = Object.fromEntries(choices.map(({ path, take }) => [path, take]));
    const { document, conflicts } = mergeDraft(found, base, chosen);
    if (conflicts.length > 0) throw new Refused({ code: "publish_conflict", context: "staff", extra: { conflicts } });
    const published = chapterOf(base.document, chapter) ?? null;
    const draft = { chapter, version, base_number: base.number, base: published, document, staff_id: ctx.staff.id };
    if (!(await updateDraft(ctx, draft))) throw await staleDraft(ctx, chapter);
    await audit(ctx, {
      action: "catalogue.draft_joined",
      entity: { kind: "chapter", id: chapter },
      before: { revision: found.base_number },
      after: { revision: base.number, choices: chosen },
    });
    const row = await findDraft(ctx, chapter);
    if (!row) throw notFound();
    return { draft: summaryOf(row, base) };
  });
