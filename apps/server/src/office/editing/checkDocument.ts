import type { CatalogueProblem } from "@foyer/contract/office/catalogue/catalogue.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { planImport, type ImportPlan } from "../../catalogue/diff/planImport.ts";
import { formatPath, type Path, type Problem } from "../../catalogue/format/problems.ts";
import { sourceOf } from "../../catalogue/format/readCatalogue.ts";
import { chapterOf, locatePath, type CatalogueDocument } from "../../catalogue/revisions/chapters.ts";
import { readUsablePictures } from "../../catalogue/revisions/pictures.sql.ts";
import { prepareCatalogue, type PreparedCatalogue } from "../../catalogue/validate/prepareCatalogue.ts";

type Context = Pick<StaffContext, "db" | "seller" | "now">;

/** The result of checking a document as an import would. */
export type CheckedDocument = {
  readonly errors: readonly CatalogueProblem[];
  readonly doubts: readonly CatalogueProblem[];
  /** Capacities that would fall below what is sold or held. */
  readonly brokenPromises: readonly CatalogueProblem[];
  /** Present as far as the document's shape allows. */
  readonly prepared?: PreparedCatalogue | undefined;
  /** Chapters of the wrong shape: `prepared` has an empty event in place of such an event. */
  readonly unread: ReadonlySet<string>;
  /** Absent if there are errors. */
  readonly plan?: ImportPlan;
};

type CheckOptions = {
  /** Whether the plan is to be applied. */
  readonly lock: boolean;
  /**
   * Chapters that somebody is editing. A choice that is still open, and HTML that would run, are errors there, and doubts in
   * other chapters.
   */
  readonly edited?: ReadonlySet<string>;
};

/** Checks a document as an import would, and plans it if it has no errors. */
export const checkDocument = async (
  ctx: Context,
  document: CatalogueDocument,
  { lock, edited = new Set() }: CheckOptions,
): Promise<CheckedDocument> => {
  const { prepared, problems, unread } = await prepareDocument(ctx, document);
  const located = locator(document);
  const warnings = (prepared?.warnings ?? []).map((warning) => ({ warning, found: locate(document, warning) }));
  const isOpen = ({ warning, found }: (typeof warnings)[number]) =>
    (warning.needsChoice ?? warning.isWrongInDrafts ?? false) && edited.has(found.chapter);
  const unchosen = warnings
    .filter(isOpen)
    .map(({ warning, found }) => (warning.needsChoice ? { ...found, message: `${found.message}. Choose one` } : found));
  const doubts = warnings.filter((one) => !isOpen(one)).map(({ found }) => found);
  if (!prepared || problems.length > 0)
    return { errors: [...located(problems), ...unchosen], doubts, brokenPromises: [], prepared, unread };
  const plan = await planImport(ctx.db, prepared, { now: ctx.now, lock });
  const errors = [...located(plan.problems.filter(({ breaksPromise }) => breaksPromise !== true)), ...unchosen];
  const brokenPromises = located(plan.problems.filter(({ breaksPromise }) => breaksPromise === true));
  return { errors, doubts, brokenPromises, prepared, unread, plan };
};

/** Parses a document as far as possible without the database's rows, and returns what is wrong with it. */
export const prepareDraft = async (
  ctx: Context,
  document: CatalogueDocument,
): Promise<Pick<CheckedDocument, "errors" | "prepared" | "unread">> => {
  const { prepared, problems, unread } = await prepareDocument(ctx, document);
  return { errors: locator(document)(problems), prepared, unread };
};

const locator =
  (document: CatalogueDocument) =>
  (list: readonly Problem[]): CatalogueProblem[] =>
    list.map((problem) => locate(document, problem));

/** These problems have no position in a file; their path says where they are. */
const problemAt = (path: Path, message: string): Problem => ({
  file: "",
  line: 0,
  column: 0,
  path: formatPath(path),
  steps: path,
  message,
});

const locate = (document: CatalogueDocument, { steps = [], message }: Problem): CatalogueProblem => ({
  ...locatePath(document, steps),
  message,
});

type ReadDocument = Pick<CheckedDocument, "unread"> & {
  readonly prepared?: PreparedCatalogue;
  readonly problems: readonly Problem[];
};

const prepareDocument = async (ctx: Context, document: CatalogueDocument): Promise<ReadDocument> => {
  const { prepared, problems, unread } = await readDocument(ctx, document);
  if (!prepared) return { problems, unread };
  return { prepared, problems: [...problems, ...identityProblems(document, ctx.seller.slug)], unread };
};

/** Reads a document with the pictures of the seller of `ctx`, whatever slug the document has. */
export const readDocument = async (
  { db, seller, now }: Pick<Context, "db" | "now"> & { readonly seller: { readonly id: string } },
  document: CatalogueDocument,
): Promise<ReadDocument> => {
  const storedImages = await readUsablePictures(db, seller.id);
  const read = sourceOf(document, { file: "", folder: "", problemAt, storedImages });
  const [source] = read.sources;
  const unread = new Set(locator(document)(read.problems).map(({ chapter }) => chapter));
  if (!source) return { problems: read.problems, unread };
  const { prepared, problems } = await prepareCatalogue(source, { now, trustsImages: true });
  return { prepared, problems: [...read.problems, ...problems], unread };
};

/** A document with another slug would be another seller. */
const identityProblems = (document: CatalogueDocument, slug: string): Problem[] => {
  const own = chapterOf(document, "seller") as { readonly slug?: unknown } | undefined;
  return own?.slug === slug ? [] : [problemAt(["seller", "slug"], `is '${slug}' and cannot be changed`)];
};
