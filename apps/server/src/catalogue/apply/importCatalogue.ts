import { sql } from "kysely";
import type { Connections } from "../../db/connections.ts";
import { transact } from "../../db/transact.ts";
import { applyPlan } from "./applyPlan.ts";
import { planImport } from "../diff/planImport.ts";
import { prepareCatalogue, type PreparedCatalogue } from "../validate/prepareCatalogue.ts";
import { InvalidCatalogue, type Problem } from "../format/problems.ts";
import { readCatalogue, type CatalogueSource } from "../format/readCatalogue.ts";
import { importReport, type ImportReport } from "./importReport.ts";
import { analyzeTables } from "./analyzeTables.ts";

export type ImportOptions = {
  readonly now: Temporal.Instant;
  /** Say what would change, and change nothing. */
  readonly dryRun?: boolean;
  /** Pictures of our own are not drawn once to see whether they can be. */
  readonly trustsImages?: boolean;
};

type ParsedSources = { readonly sources: readonly CatalogueSource[]; readonly problems: readonly Problem[] };

/**
 * Brings sellers up to their catalogue files: all of them or, when anything is wrong, none (`WrongCatalogue` names
 * everything). Sold tickets keep what they name. Importing the same again changes nothing.
 */
export const importCatalogue = async (
  connections: Connections,
  files: readonly string[],
  options: ImportOptions,
): Promise<ImportReport[]> => importPrepared(connections, await prepareFiles(files, options), options);

/** The same from catalogues that are read already. */
export const importSources = async (
  connections: Connections,
  parsed: ParsedSources,
  options: ImportOptions,
): Promise<ImportReport[]> => importPrepared(connections, await prepareSources(parsed, options), options);

/** All of an import that needs no database. */
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
    const result = await prepareCatalogue(source, { now, trusted: trustsImages });
    allProblems.push(...result.problems);
    if (prepared.some(({ seller }) => seller.slug === result.prepared.seller.slug))
      allProblems.push(source.problemAt(["seller", "slug"], `'${result.prepared.seller.slug}' is there twice`));
    prepared.push(result.prepared);
  }
  if (allProblems.length > 0) throw new InvalidCatalogue(allProblems);
  // In order, so that two imports of the same sellers wait for each other instead of for ever.
  return prepared.toSorted((a, b) => (a.seller.slug < b.seller.slug ? -1 : 1));
};

/** What was worked out comes into the database, in one transaction. */
export const importPrepared = (
  connections: Connections,
  prepared: readonly PreparedCatalogue[],
  { now, dryRun = false }: Pick<ImportOptions, "now" | "dryRun">,
): Promise<ImportReport[]> =>
  transact({ db: connections.acrossSellers() }, async ({ db }) => {
    const tx = db as Parameters<typeof applyPlan>[0];
    await sql`set local statement_timeout = 0`.execute(tx);
    const reports: ImportReport[] = [];
    const problems: Problem[] = [];
    for (const catalogue of prepared) {
      // One import of a seller at a time; it lasts until the transaction ends.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${catalogue.seller.slug}`}, 0))`.execute(tx);
      const importPlan = await planImport(tx, catalogue, { now, lock: !dryRun });
      problems.push(...importPlan.problems);
      reports.push(importReport(importPlan));
      if (!dryRun && problems.length === 0) await applyPlan(tx, importPlan);
    }
    if (problems.length > 0) throw new InvalidCatalogue(problems);
    if (!dryRun && reports.some(({ isUnchanged }) => !isUnchanged)) await analyzeTables(tx);
    return reports;
  });
