import { sql } from "kysely";
import type { Connections } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { apply } from "./apply.ts";
import { plan } from "./plan.ts";
import { prepare, type Prepared } from "./prepare.ts";
import { WrongCatalogue, type Problem } from "./problems.ts";
import { readCatalogue, type Source } from "./readCatalogue.ts";
import { report, type Report } from "./report.ts";
import { takeMeasure } from "./takeMeasure.ts";

export type ImportOptions = {
  readonly now: Temporal.Instant;
  /** Say what would change, and change nothing. */
  readonly dryRun?: boolean;
  /** Pictures of our own are not drawn once to see whether they can be. */
  readonly trusted?: boolean;
};

type Reading = { readonly sources: readonly Source[]; readonly problems: readonly Problem[] };

/**
 * Brings sellers up to their catalogue files: all of them or, when anything is wrong, none (`WrongCatalogue` names
 * everything). Sold tickets keep what they name. Importing the same again changes nothing.
 */
export const importCatalogue = async (
  connections: Connections,
  files: readonly string[],
  options: ImportOptions,
): Promise<Report[]> => bringIn(connections, await workOutFiles(files, options), options);

/** The same from catalogues that are read already. */
export const importSources = async (
  connections: Connections,
  reading: Reading,
  options: ImportOptions,
): Promise<Report[]> => bringIn(connections, await workOut(reading, options), options);

/** All of an import that needs no database. */
export const workOutFiles = async (
  files: readonly string[],
  options: Pick<ImportOptions, "now" | "trusted">,
): Promise<Prepared[]> => {
  const readings = [];
  for (const file of files) readings.push(await readCatalogue(file));
  return workOut(
    { sources: readings.flatMap(({ sources }) => sources), problems: readings.flatMap(({ problems }) => problems) },
    options,
  );
};

const workOut = async (
  { sources, problems }: Reading,
  { now, trusted = false }: Pick<ImportOptions, "now" | "trusted">,
): Promise<Prepared[]> => {
  const found = [...problems];
  const prepared: Prepared[] = [];
  for (const source of sources) {
    const one = await prepare(source, { now, trusted });
    found.push(...one.problems);
    if (prepared.some(({ seller }) => seller.slug === one.prepared.seller.slug))
      found.push(source.problemAt(["seller", "slug"], `'${one.prepared.seller.slug}' is there twice`));
    prepared.push(one.prepared);
  }
  if (found.length > 0) throw new WrongCatalogue(found);
  // In order, so that two imports of the same sellers wait for each other instead of for ever.
  return prepared.toSorted((a, b) => (a.seller.slug < b.seller.slug ? -1 : 1));
};

/** What was worked out comes into the database, in one transaction. */
export const bringIn = (
  connections: Connections,
  prepared: readonly Prepared[],
  { now, dryRun = false }: Pick<ImportOptions, "now" | "dryRun">,
): Promise<Report[]> =>
  transact({ db: connections.acrossSellers() }, async ({ db }) => {
    const tx = db as Parameters<typeof apply>[0];
    await sql`set local statement_timeout = 0`.execute(tx);
    const reports: Report[] = [];
    const refused: Problem[] = [];
    for (const one of prepared) {
      // One import of a seller at a time; it lasts until the transaction ends.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${one.seller.slug}`}, 0))`.execute(tx);
      const planned = await plan(tx, one, { now, lock: !dryRun });
      refused.push(...planned.problems);
      reports.push(report(planned));
      if (!dryRun && refused.length === 0) await apply(tx, planned);
    }
    if (refused.length > 0) throw new WrongCatalogue(refused);
    if (!dryRun && reports.some(({ nothing }) => !nothing)) await takeMeasure(tx);
    return reports;
  });
