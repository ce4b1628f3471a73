import { previewSuffix } from "@foyer/contract/reservedSlugs.ts";
import { limitStatements, unlimited } from "../../db/connection/statementLimit.ts";
import type { Connections, Database } from "../../db/connections.ts";
import { transact } from "../../db/transact.ts";
import { planImport, type ImportPlan } from "../diff/planImport.ts";
import { InvalidCatalogue, type Problem } from "../format/problems.ts";
import { readCatalogue, type CatalogueSource } from "../format/readCatalogue.ts";
import { checkKnownRevision } from "../revisions/checkKnownRevision.ts";
import { isNewDocument, recordRevision, type RevisionOrigin } from "../revisions/recordRevision.ts";
import { newestRevision, newestSource } from "../revisions/revisions.sql.ts";
import { storedDocument } from "../revisions/storedDocument.ts";
import { prepareCatalogue, type PreparedCatalogue } from "../validate/prepareCatalogue.ts";
import { analyzeTables } from "./analyzeTables.sql.ts";
import { applyPlan } from "./applyPlan.ts";
import { lockImport } from "./importCatalogue.sql.ts";
import { countBuyers } from "./countBuyers.ts";
import { importReport, type ImportReport } from "./importReport.ts";
import { countMovedBuyers } from "./movedSessions.sql.ts";

export type ImportOptions = {
  readonly now: Temporal.Instant;
  /** Reports what would change, and changes nothing. */
  readonly dryRun?: boolean;
  /** Skips decoding images to check that they are intact; for our own images. */
  readonly trustsImages?: boolean;
  /** Imports the file even if a newer revision exists than the one that it is based on. */
  readonly replace?: boolean;
  /** Skips a seller whose newest revision was published in the back office. */
  readonly keepsOffice?: boolean;
  /** Where the revision comes from; the command line by default. */
  readonly origin?: RevisionOrigin;
  /** Records what the import changed for a seller, in the import's transaction. */
  readonly record?: (tx: { readonly db: Database }, imported: ImportedSeller) => Promise<void>;
};

/** A seller whose catalogue was changed by an import. */
export type ImportedSeller = { readonly seller_id: string; readonly report: ImportReport };

type ParsedSources = { readonly sources: readonly CatalogueSource[]; readonly problems: readonly Problem[] };

/**
 * Imports catalogue files in one transaction: either all sellers or, if there are problems, none (`InvalidCatalogue`
 * contains all problems). Whatever sold tickets refer to is kept. Importing the same file again changes nothing.
 */
export const importCatalogue = async (
  connections: Connections,
  files: readonly string[],
  options: ImportOptions,
): Promise<ImportReport[]> => importPrepared(connections, await prepareFiles(files, options), options);

/** Imports catalogues that have been parsed already. */
export const importSources = async (
  connections: Connections,
  parsed: ParsedSources,
  options: ImportOptions,
): Promise<ImportReport[]> => importPrepared(connections, await prepareSources(parsed, options), options);

/** The part of an import that needs no database. */
export const prepareFiles = async (
  files: readonly string[],
  options: Pick<ImportOptions, "now" | "trustsImages">,
): Promise<PreparedCatalogue[]> => {
  const parsed = [];
  for (const file of files) parsed.push(await readCatalogue(file));
  return prepareSources(
    { sources: parsed.flatMap(({ sources }) => sources), problems: parsed.flatMap(({ problems }) => problems) },
    options,
  );
};

const prepareSources = async (
  { sources, problems }: ParsedSources,
  { now, trustsImages = false }: Pick<ImportOptions, "now" | "trustsImages">,
): Promise<PreparedCatalogue[]> => {
  const allProblems = [...problems];
  const prepared: PreparedCatalogue[] = [];
  for (const source of sources) {
    const result = await prepareCatalogue(source, { now, trustsImages });
    allProblems.push(...result.problems);
    if (previewSuffix.test(result.prepared.seller.slug))
      allProblems.push(source.problemAt(["seller", "slug"], "is an address of a preview; choose another one"));
    if (prepared.some(({ seller }) => seller.slug === result.prepared.seller.slug))
      allProblems.push(source.problemAt(["seller", "slug"], `'${result.prepared.seller.slug}' is defined twice`));
    prepared.push(result.prepared);
  }
  if (allProblems.length > 0) throw new InvalidCatalogue(allProblems);
  // Sorted, so that two imports of the same sellers do not deadlock.
  return prepared.toSorted((a, b) => (a.seller.slug < b.seller.slug ? -1 : 1));
};

const commandLine: RevisionOrigin = { source: "command_line", staff_id: null, note: "" };

/** The document that becomes the newest revision, and the problems that prevent it. */
const planRevision = async (
  db: Database,
  { prepared, seller }: ImportPlan,
  { replace = false }: Pick<ImportOptions, "replace">,
) => {
  const mimes = new Map(prepared.images.map(({ key, mime }) => [key, mime]));
  const document = storedDocument(prepared.document, mimes);
  const { id } = seller.row;
  const newest = await newestRevision(db, id);
  const problems = replace ? [] : await checkKnownRevision(db, id, prepared, { newest, document });
  const isNew = isNewDocument(newest, document);
  return { document, problems, isNew, number: (newest?.number ?? 0) + (isNew ? 1 : 0) };
};

/** Writes prepared catalogues to the database, in one transaction. */
export const importPrepared = (
  connections: Connections,
  prepared: readonly PreparedCatalogue[],
  { now, dryRun = false, keepsOffice = false, record, ...options }: Omit<ImportOptions, "trustsImages">,
): Promise<ImportReport[]> =>
  transact({ db: connections.acrossSellers() }, async ({ db }) => {
    const tx = db as Parameters<typeof applyPlan>[0];
    await limitStatements({ db: tx }, unlimited);
    const reports: ImportReport[] = [];
    const problems: Problem[] = [];
    for (const catalogue of prepared) {
      await lockImport(tx, catalogue.seller.slug);
      if (keepsOffice && (await newestSource(tx, catalogue.seller.slug)) === "office") continue;
      const importPlan = await planImport(tx, catalogue, { now, lock: !dryRun });
      problems.push(...importPlan.problems);
      const revision = await planRevision(tx, importPlan, options);
      problems.push(...revision.problems);
      const moved = await countMovedBuyers(tx, importPlan.seller.row.id, importPlan.sessions.changed);
      const { buyers } = await countBuyers(tx, importPlan);
      const report = importReport(importPlan, { ...revision, moved, buyers });
      reports.push(report);
      if (dryRun || problems.length > 0) continue;
      await applyPlan(tx, importPlan);
      const { id } = importPlan.seller.row;
      await recordRevision(tx, id, revision.document, options.origin ?? commandLine);
      if (!report.isUnchanged) await record?.({ db }, { seller_id: id, report });
    }
    if (problems.length > 0) throw new InvalidCatalogue(problems);
    if (!dryRun && reports.some(({ isUnchanged }) => !isUnchanged)) await analyzeTables(tx);
    return reports;
  });
