import type { planCatalogueFile, publishCatalogueFile } from "@foyer/contract/office/catalogue/catalogueFiles.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { audit, changing } from "../../../modules/audit/audit.ts";
import { isEmptyPlan } from "../../../catalogue/diff/planImport.ts";
import { changedChapters } from "../../../catalogue/revisions/chapters.ts";
import { isNewDocument } from "../../../catalogue/revisions/recordRevision.ts";
import { newestRevision, revisionRows } from "../../../catalogue/revisions/revisions.sql.ts";
import { publishPlanned, requireCorrect } from "../applyDocument.ts";
import { requireMayWrite } from "../buyers/answerBuyers.ts";
import { findBase } from "../baseCatalogue.ts";
import { describePlan } from "../describePlan.ts";
import { draftRows } from "../drafts.sql.ts";
import { countsOf, lockCatalogue, noChanges, requireNewest } from "../publishing.ts";
import { checkFile, readFile, type CheckedFile } from "./checkFile.ts";

/** The maximum number of problems that a reply names. */
const maxProblems = 200;

/** What publishing a file would do. Nothing is stored: the file is sent again to publish it. */
export const planFile = async (
  ctx: StaffContext,
  { file }: StaffReceived<typeof planCatalogueFile>,
): Promise<StaffReply<typeof planCatalogueFile>> => {
  const read = await readFile(ctx, file);
  const newest = await newestRevision(ctx.db, ctx.seller.id);
  const { errors, doubts, brokenPromises, planned } = await checkFile(ctx, read, { newest, lock: false });
  return {
    revision: newest?.number ?? 0,
    ...noChanges,
    ...(await describeFile(ctx, planned)),
    errors: errors.slice(0, maxProblems),
    doubts: doubts.slice(0, maxProblems),
    broken_promises: brokenPromises.slice(0, maxProblems),
  };
};

const describeFile = async (ctx: StaffContext, planned: CheckedFile["planned"]) => {
  if (!planned) return { chapters: [], is_unchanged: false, drafts: [], older: null };
  const { plan, document, older } = planned;
  const base = await findBase(ctx);
  const chapters = changedChapters(base?.document ?? {}, document);
  const drafts = await draftRows(ctx);
  return {
    ...(await describePlan(ctx, plan)),
    chapters,
    is_unchanged: isEmptyPlan(plan) && base !== undefined && !isNewDocument(base, document),
    drafts: drafts.map(({ chapter }) => chapter).filter((chapter) => chapters.includes(chapter)),
    older: older ? await olderReply(ctx, older) : null,
  };
};

type Older = NonNullable<NonNullable<CheckedFile["planned"]>["older"]>;

const olderReply = async ({ db, seller }: StaffContext, { known, changed }: Older) => {
  const [newest = null] = await revisionRows(db, seller.id, { limit: 1 });
  return { known, newest, chapters: changed ? [...changed] : null };
};

/** Publishes a file with the checks, locks and writes of an import, in one transaction. */
export const publishFile = async (
  ctx: StaffContext,
  { file, revision, replace, note, ...answer }: StaffReceived<typeof publishCatalogueFile>,
): Promise<StaffReply<typeof publishCatalogueFile>> => {
  requireMayWrite(ctx, answer);
  const read = await readFile(ctx, file);
  return changing(ctx, async (ctx) => {
    await lockCatalogue(ctx);
    const newest = await newestRevision(ctx.db, ctx.seller.id);
    await requireNewest(ctx, newest ?? { number: 0 }, revision);
    const checked = await checkFile(ctx, read, { newest, lock: true });
    const { planned } = checked;
    const plan = requireCorrect({ ...checked, plan: planned?.plan }, ({ line, column }) => `${line}:${column}`);
    if (!planned) throw new Error("A file without errors has a plan.");
    const { document, older } = planned;
    if (older && !replace)
      throw new Refused({
        code: "publish_conflict",
        context: "staff",
        description: "This file is older than what is published. Let it win, or download the newest one and edit that.",
        extra: await olderReply(ctx, older),
      });
    const chapters = changedChapters((await findBase(ctx))?.document ?? {}, document);
    const published = await publishPlanned(ctx, { plan, document }, { source: "file", note, answer });
    await audit(ctx, {
      action: "catalogue.imported",
      entity: { kind: "catalogue", id: String(published.revision) },
      before: { revision: newest?.number ?? 0 },
      after: { revision: published.revision, chapters, ...countsOf(published) },
      reason: note,
    });
    return published;
  });
};
