import { limitStatements, unlimited } from "../../db/connection/statementLimit.ts";
import { transact } from "../../db/transact.ts";
import type { SellerContext } from "../../http/requestContext.ts";
import { planImport } from "../diff/planImport.ts";
import { readStoredImages } from "../diff/storedEvents.sql.ts";
import { formatPath, InvalidCatalogue, type Path, type Problem } from "../format/problems.ts";
import { sourceOf } from "../format/readCatalogue.ts";
import { appNow, noteAppliedToday } from "../revisions/catalogueDay.sql.ts";
import { newestRevision } from "../revisions/revisions.sql.ts";
import { prepareCatalogue } from "../validate/prepareCatalogue.ts";
import { applyPlan } from "./applyPlan.ts";
import { lockImport } from "./importCatalogue.sql.ts";

/** Days of the format that are others tomorrow: 'today+14d', 'month+12', 'second friday of month'. */
const countedDay = /"(?:today|month|next \w+day|(?:first|second|third|fourth|last) \w+day of month)[+\-0-9dwmy: ]*"/;

const problemAt = (path: Path, message: string): Problem => ({
  file: "the newest revision",
  line: 1,
  column: 1,
  path: formatPath(path),
  message,
});

/**
 * Applies a seller's newest catalogue again on a new day, so that days counted from today move on and new sessions come on
 * sale. Once a day, by one server alone. Returns whether it was applied. Where it cannot be applied any more, nothing
 * changes until the next day or the next publishing, and what is wrong is thrown.
 */
export const applyNewDays = async (ctx: SellerContext): Promise<boolean> => {
  const problems: Problem[] = [];
  const isApplied = await transact(ctx, async ({ db, seller }) => {
    await limitStatements({ db }, unlimited);
    await lockImport(db, seller.slug);
    if (!(await noteAppliedToday(db, seller.id))) return false;
    const newest = await newestRevision(db, seller.id);
    if (!newest || !countedDay.test(JSON.stringify(newest.document))) return false;
    const images = await readStoredImages(db, seller.id);
    const storedImages = new Map(images.map(({ key, ...image }) => [key, image]));
    const read = sourceOf(newest.document, { file: "", folder: "", problemAt, storedImages });
    problems.push(...read.problems);
    const [source] = read.sources;
    if (!source || problems.length > 0) return false;
    const now = await appNow(db);
    const prepared = await prepareCatalogue(source, { now, trustsImages: true });
    problems.push(...prepared.problems);
    if (problems.length > 0) return false;
    const plan = await planImport(db as Parameters<typeof applyPlan>[0], prepared.prepared, { now, lock: true });
    problems.push(...plan.problems);
    if (problems.length > 0) return false;
    await applyPlan(db as Parameters<typeof applyPlan>[0], plan);
    return true;
  });
  if (problems.length > 0) throw new InvalidCatalogue(problems);
  return isApplied;
};
