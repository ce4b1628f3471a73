import type { DraftSummary } from "@foyer/contract/office/catalogue/catalogue.ts";
import type { planPublish, publishDrafts } from "@foyer/contract/office/catalogue/publishing.ts";
import type { planRestore, restoreChapter } from "@foyer/contract/office/catalogue/catalogueRevisions.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { chapterOf, chaptersOf, replaceChapter } from "../../catalogue/revisions/chapters.ts";
import { findRevision } from "../../catalogue/revisions/revisions.sql.ts";
import { applyDocument, problemField, requireCorrect } from "./applyDocument.ts";
import { baseCatalogue } from "./baseCatalogue.ts";
import { requireMayWrite } from "./buyers/answerBuyers.ts";
import { checkDocument } from "./checkDocument.ts";
import { describePlan } from "./describePlan.ts";
import { staleDraft } from "./draftUseCases.ts";
import { deleteDraft, draftRows, lockDrafts } from "./drafts.sql.ts";
import { editedChapters, joinDrafts, summaryOf } from "./joinDrafts.ts";
import { countsOf, lockCatalogue, noChanges, requireNewest } from "./publishing.ts";

/** What publishing the drafts would do, without those that are left out. */
export const planDrafts = async (
  ctx: StaffContext,
  { without = "" }: StaffReceived<typeof planPublish>,
): Promise<StaffReply<typeof planPublish>> => {
  const base = await baseCatalogue(ctx);
  const all = await draftRows(ctx);
  const drafts: DraftSummary[] = all.map((draft) => summaryOf(draft, base));
  const leftOut = new Set(without.split(","));
  const rows = all.filter(({ chapter }) => !leftOut.has(chapter));
  const { document, conflicts } = joinDrafts(base, rows);
  const edited = editedChapters(rows);
  const { errors, doubts, brokenPromises, plan } = await checkDocument(ctx, document, { lock: false, edited });
  return {
    revision: base.number,
    drafts,
    ...(plan ? await describePlan(ctx, plan) : noChanges),
    errors: [...errors],
    doubts: [...doubts],
    conflicts: [...conflicts],
    broken_promises: [...brokenPromises],
  };
};

/** The first of the chosen drafts that has changed since it was chosen. */
const changedSince = async (
  ctx: StaffContext,
  chosen: StaffReceived<typeof publishDrafts>["drafts"],
): Promise<string> => {
  const rows = await draftRows(ctx);
  const isSame = ({ chapter, version }: (typeof chosen)[number]): boolean =>
    rows.some((row) => row.chapter === chapter && row.version === version);
  return chosen.find((one) => !isSame(one))?.chapter ?? "";
};

export const publishAll = (
  ctx: StaffContext,
  { drafts: chosen, revision, note, ...answer }: StaffReceived<typeof publishDrafts>,
): Promise<StaffReply<typeof publishDrafts>> => {
  requireMayWrite(ctx, answer);
  return changing(ctx, async (ctx) => {
    await lockCatalogue(ctx);
    const base = await baseCatalogue(ctx);
    if ((await lockDrafts(ctx, chosen)) < chosen.length) throw await staleDraft(ctx, await changedSince(ctx, chosen));
    const chapters = new Set(chosen.map(({ chapter }) => chapter));
    const rows = (await draftRows(ctx)).filter(({ chapter }) => chapters.has(chapter));
    const { document, conflicts } = joinDrafts(base, rows);
    if (conflicts.length > 0) throw new Refused({ code: "publish_conflict", context: "staff", extra: { conflicts } });
    await requireNewest(ctx, base, revision);
    const published = await applyDocument(ctx, document, { note, edited: chapters, answer });
    for (const draft of chosen) await deleteDraft(ctx, draft);
    await audit(ctx, {
      action: "catalogue.published",
      entity: { kind: "catalogue", id: String(published.revision) },
      before: { revision: base.number },
      after: { revision: published.revision, chapters: [...chapters], ...countsOf(published) },
      reason: note,
    });
    return published;
  });
};

type Earlier = Pick<StaffReceived<typeof restoreChapter>, "chapter" | "number">;

/** The newest document, with one chapter as it was in an earlier revision. */
const withChapterOf = async (ctx: StaffContext, { chapter, number }: Earlier) => {
  const base = await baseCatalogue(ctx);
  const earlier = await findRevision(ctx.db, ctx.seller.id, number);
  const isKnown = [base, earlier].some((one) => one && chaptersOf(one.document).includes(chapter));
  if (!earlier || !isKnown) throw new Refused({ code: "not_found", context: "staff" });
  return { base, document: replaceChapter(base.document, chapter, chapterOf(earlier.document, chapter)) };
};

/** The plan of bringing a chapter back. */
export const planBringingBack = async (
  ctx: StaffContext,
  request: StaffReceived<typeof planRestore>,
): Promise<StaffReply<typeof planRestore>> => {
  const { base, document } = await withChapterOf(ctx, request);
  const plan = requireCorrect(await checkDocument(ctx, document, { lock: false }), problemField);
  return { revision: base.number, ...(await describePlan(ctx, plan)) };
};

export const bringBack = (
  ctx: StaffContext,
  { chapter, number, revision, ...answer }: StaffReceived<typeof restoreChapter>,
): Promise<StaffReply<typeof restoreChapter>> => {
  requireMayWrite(ctx, answer);
  return changing(ctx, async (ctx) => {
    await lockCatalogue(ctx);
    const { base, document } = await withChapterOf(ctx, { chapter, number });
    await requireNewest(ctx, base, revision);
    const published = await applyDocument(ctx, document, { note: `Back to revision ${number}`, answer });
    await audit(ctx, {
      action: "catalogue.restored",
      entity: { kind: "chapter", id: chapter },
      before: { revision: base.number },
      after: { revision: published.revision, as_of: number, ...countsOf(published) },
    });
    return published;
  });
};
