import type { Connections } from "../../db/connections.ts";
import { transact } from "../../db/transact.ts";
import { applyPlan } from "./applyPlan.ts";
import { lockImport, removeStatementTimeout } from "./importCatalogue.sql.ts";
import { planImport } from "../diff/planImport.ts";
import { prepareCatalogue, type PreparedCatalogue } from "../validate/prepareCatalogue.ts";
import { InvalidCatalogue, type Problem } from "../format/problems.ts";
import { readCatalogue, type CatalogueSource } from "../format/readCatalogue.ts";
import { importReport, type ImportReport } from "./importReport.ts";
import { analyzeTables } from "./analyzeTables.sql.ts";

export type ImportOptions = {
  readonly now: Temporal.Instant;
  /** Reports what would change, and changes nothing. */
  readonly dryRun?: boolean;
  /** Images of our own are not decoded to check that they are intact. */
  readonly trustsImages?: boolean;
};

type ParsedSources = { readonly sources: readonly CatalogueSource[]; readonly problems: readonly Problem[] };

/**
 * Imports catalogue files in one transaction: all sellers, or none when there are problems (`InvalidCatalogue` has all of
 * them). What sold tickets refer to is kept. Importing the same file again changes nothing.
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
    if (prepared.some(({ seller }) => seller.slug === result.prepared.seller.slug))
      allProblems.push(source.problemAt(["seller", "slug"], `'${result.prepared.seller.slug}' is defined twice`));
    prepared.push(result.prepared);
  }
  if (allProblems.length > 0) throw new InvalidCatalogue(allProblems);
  // Sorted, so that two imports of the same sellers do not deadlock.
  return prepared.toSorted((a, b) => (a.seller.slug < b.seller.slug ? -1 : 1));
};

/** Writes prepared catalogues to the database, in one transaction. */
export const importPrepared = (
  connections: Connections,
  prepared: readonly PreparedCatalogue[],
  { now, dryRun = false }: Pick<ImportOptions, "now" | "dryRun">,
): Promise<ImportReport[]> =>
  transact({ db: connections.acrossSellers() }, async ({ db }) => {
    const tx = db as Parameters<typeof applyPlan>[0];
    await removeStatementTimeout(tx);
    const reports: ImportReport[] = [];
    const problems: Problem[] = [];
    for (const catalogue of prepared) {
      await lockImport(tx, catalogue.seller.slug);
      const importPlan = await planImport(tx, catalogue, { now, lock: !dryRun });
      problems.push(...importPlan.problems);
      reports.push(importReport(importPlan));
      if (!dryRun && problems.length === 0) await applyPlan(tx, importPlan);
    }
    if (problems.length > 0) throw new InvalidCatalogue(problems);
    if (!dryRun && reports.some(({ isUnchanged }) => !isUnchanged)) await analyzeTables(tx);
    return reports;
  });
