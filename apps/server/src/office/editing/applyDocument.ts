import type { CatalogueProblem } from "@foyer/contract/office/catalogue/catalogue.ts";
import type { BuyersAnswer } from "@foyer/contract/office/catalogue/sessionBuyers.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import type { Tx } from "../../db/connections.ts";
import { Refused } from "../../errors/refused.ts";
import { countBuyers } from "../../catalogue/apply/countBuyers.ts";
import { applyPlan } from "../../catalogue/apply/applyPlan.ts";
import type { ImportPlan } from "../../catalogue/diff/planImport.ts";
import type { CatalogueDocument } from "../../catalogue/revisions/chapters.ts";
import { recordRevision, type RevisionOrigin } from "../../catalogue/revisions/recordRevision.ts";
import { checkDocument } from "./checkDocument.ts";
import { requireAnswer, writeToBuyers } from "./buyers/answerBuyers.ts";
import { describePlan } from "./describePlan.ts";

/** The maximum number of problems that a refusal names. */
const maxProblems = 100;

/** The result of checking a catalogue to be published, with problems of either a document or a file. */
export type CheckedCatalogue<Problem extends { readonly path: string; readonly message: string }> = {
  readonly errors: readonly Problem[];
  readonly brokenPromises: readonly Problem[];
  readonly plan?: ImportPlan | undefined;
};

/** The plan of a catalogue that can be published. Refuses errors, and changes that would break a promise. */
export const requireCorrect = <Problem extends { readonly path: string; readonly message: string }>(
  { errors, brokenPromises, plan }: CheckedCatalogue<Problem>,
  fieldOf: (problem: Problem) => string,
): ImportPlan => {
  if (errors.length > 0 || !plan)
    throw new Refused({
      code: "validation_failed",
      context: "staff",
      ...(errors[0] && { description: `${fieldOf(errors[0])}: ${errors[0].message}.` }),
      extra: { fields: errors.map(fieldOf).slice(0, maxProblems), errors: errors.slice(0, maxProblems) },
    });
  const [broken] = brokenPromises;
  if (broken)
    throw new Refused({
      code: "would_break_promise",
      context: "staff",
      description: broken.message,
      extra: { errors: brokenPromises.slice(0, maxProblems) },
    });
  return plan;
};

/** The name of a field in a refusal. */
export const problemField = ({ chapter, path }: CatalogueProblem): string => `${chapter}:${path}`;

type Publishing = Pick<RevisionOrigin, "source" | "note"> & {
  /** Whether to write to the buyers of sessions that change; null if the caller takes care of them. */
  readonly answer: BuyersAnswer | null;
};

/**
 * Carries out a plan and stores its document as a revision, in the transaction of `ctx`. Refuses with `has_buyers` if the
 * plan changes sessions that have buyers and the answer does not say whether to write to them.
 */
export const publishPlanned = async (
  ctx: StaffContext,
  { plan, document }: { readonly plan: ImportPlan; readonly document: CatalogueDocument },
  { answer, ...origin }: Publishing,
) => {
  const described = await describePlan(ctx, plan);
  if (answer) requireAnswer(described.buyers, answer);
  await applyPlan(ctx.db as Tx, plan);
  const revision = await recordRevision(ctx.db, ctx.seller.id, document, { staff_id: ctx.staff.id, ...origin });
  const reason = origin.note === "" ? `Revision ${revision} was published` : origin.note;
  const bulk_job_id = answer && (await writeToBuyersOf(ctx, plan, { answer, reason }));
  return { revision, bulk_job_id, ...described };
};

const writeToBuyersOf = async (
  ctx: StaffContext,
  plan: ImportPlan,
  { answer, reason }: { readonly answer: BuyersAnswer; readonly reason: string },
): Promise<string | null> => {
  if (!answer.write_to_buyers) return null;
  const { session_ids, buyers } = await countBuyers(ctx.db, plan);
  return writeToBuyers(ctx, answer, { orders: buyers.orders, session_ids, reason });
};

/**
 * Publishes a document with the same checks, plan and writes as an import, and stores it as a revision, in the transaction
 * of `ctx`. The caller holds the seller's import lock.
 */
export const applyDocument = async (
  ctx: StaffContext,
  document: CatalogueDocument,
  { note, edited, answer }: Omit<Publishing, "source"> & { readonly edited?: ReadonlySet<string> },
) => {
  const checked = await checkDocument(ctx, document, { lock: true, ...(edited && { edited }) });
  const plan = requireCorrect(checked, problemField);
  return publishPlanned(ctx, { plan, document }, { source: "office", note, answer });
};
