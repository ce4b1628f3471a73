import { limitStatements, unlimited } from "../../db/connection/statementLimit.ts";
import { transact } from "../../db/transact.ts";
import type { SellerContext } from "../../http/requestContext.ts";
import { planImport } from "../diff/planImport.ts";
import { readStoredImages } from "../diff/storedEvents.sql.ts";
import { formatPath, InvalidCatalogue, type Path, type Problem } from "../format/problems.ts";
import { sourceOf } from "../format/readCatalogue.ts";
import { appNow, noteAppliedToday, noteDayFailure } from "../revisions/catalogueDay.sql.ts";
import type { CatalogueDocument } from "../revisions/chapters.ts";
import { newestRevision } from "../revisions/revisions.sql.ts";
import { prepareCatalogue } from "../validate/prepareCatalogue.ts";
import { applyPlan } from "./applyPlan.ts";
import { lockImport } from "./importCatalogue.sql.ts";

/** Relative days of the format, which change every day: 'today+14d', 'month+12', 'second friday of month'. */
const countedDay = /"(?:today|month|next \w+day|(?:first|second|third|fourth|last) \w+day of month)[+\-0-9dwmy: ]*"/;

const problemAt = (path: Path, message: string): Problem => ({
  file: "the newest revision",
  line: 1,
  column: 1,
  path: formatPath(path),
  message,
});

/** The first problems, as text for the staff who fix them. */
const failureText = (problems: readonly Problem[]): string =>
  problems
    .slice(0, 3)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`).slice(0, 300))
    .join("\n");

/**
 * Applies a seller's newest catalogue again on a new day, so that relative days move on and new sessions go on sale.
 * Runs once a day, on one server. Returns whether it was applied. If the catalogue has become invalid, nothing changes
 * until the next day or the next publishing; the problems are recorded for the dashboard and thrown.
 */
export const applyNewDays = async (ctx: SellerContext): Promise<boolean> => {
  const problems: Problem[] = [];
  const isApplied = await transact(ctx, async ({ db, seller }) => {
    await limitStatements({ db }, unlimited);
    await lockImport(db, seller.slug);
    if (!(await noteAppliedToday(db, seller.id))) return false;
    const newest = await newestRevision(db, seller.id);
    if (!newest || !countedDay.test(JSON.stringify(newest.document))) return false;
    const plan = await planNewDays({ db, seller }, newest.document, problems);
    if (!plan) {
      await noteDayFailure(db, seller.id, failureText(problems));
      return false;
    }
    await applyPlan(db as Parameters<typeof applyPlan>[0], plan);
    return true;
  });
  if (problems.length > 0) throw new InvalidCatalogue(problems);
  return isApplied;
};

/** What changes today. Undefined if the document has become invalid; its problems are then added to `problems`. */
const planNewDays = async (
  { db, seller }: Pick<SellerContext, "db" | "seller">,
  document: CatalogueDocument,
  problems: Problem[],
): Promise<Parameters<typeof applyPlan>[1] | undefined> => {
  const images = await readStoredImages(db, seller.id);
  const storedImages = new Map(images.map(({ key, ...image }) => [key, image]));
  const read = sourceOf(document, { file: "", folder: "", problemAt, storedImages });
  problems.push(...read.problems);
  const [source] = read.sources;
  if (!source || problems.length > 0) return undefined;
  const now = await appNow(db);
  const prepared = await prepareCatalogue(source, { now, trustsImages: true });
  problems.push(...prepared.problems);
  if (problems.length > 0) return undefined;
  const plan = await planImport(db as Parameters<typeof applyPlan>[0], prepared.prepared, { now, lock: true });
  problems.push(...plan.problems);
  return problems.length > 0 ? undefined : plan;
};
