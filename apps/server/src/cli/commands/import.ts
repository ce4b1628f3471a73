import { parseArgs } from "node:util";
import { catalogueSchema } from "../../catalogue/format/catalogue.ts";
import { importCatalogue, importSources, type ImportOptions } from "../../catalogue/apply/importCatalogue.ts";
import { analyzeAsOwner } from "../../catalogue/apply/analyzeTables.sql.ts";
import { readAndConvertMuseums } from "../../catalogue/museums/convertMuseums.ts";
import { InvalidCatalogue, formatProblem } from "../../catalogue/format/problems.ts";
import { writeEntry } from "../../modules/audit/audit.ts";
import { sellersWithIdleContainer } from "../hosts/sellerHost.sql.ts";
import { formatReport, type ImportReport } from "../../catalogue/apply/importReport.ts";
import type { Command, CommandContext } from "../command.ts";

const options = {
  "dry-run": { type: "boolean", default: false },
  replace: { type: "boolean", default: false },
  from: { type: "string" },
  "shift-years": { type: "string" },
  schema: { type: "boolean", default: false },
} as const;

/** `foyer import`: imports all files or none. Exits with 1 if a file is invalid; then nothing is changed. */
export const importCommand: Command = {
  usage: "FILE… [--dry-run] [--replace] [--from museums [--shift-years N]] [--schema]",
  description: [
    "Imports catalogue files; tickets that are sold already keep their event, type and price",
    "--dry-run         shows what would change, and changes nothing",
    "--replace         lets a file win that knows an older revision than the newest",
    "--from museums    reads the museum and exhibition lists (a folder, or the two JSON files)",
    "--shift-years N   with museums: moves every exhibition by N years instead of into the coming year",
    "--schema          prints the JSON Schema of the format",
  ].join("\n"),
  run: async (args, context) => {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (values.schema) {
      context.print(JSON.stringify(catalogueSchema(), null, 2));
      return 0;
    }
    if (positionals.length === 0) throw new Error("foyer import needs a file.");
    if (values.from !== undefined && values.from !== "museums")
      throw new Error(`--from supports 'museums' only, not '${values.from}'.`);
    if (values["shift-years"] !== undefined && !/^-?\d{1,3}$/.test(values["shift-years"]))
      throw new Error("--shift-years needs an integer.");
    const shiftYears = values["shift-years"] === undefined ? undefined : Number(values["shift-years"]);
    const dryRun = values["dry-run"];
    try {
      const reports = values.from
        ? await importMuseums(positionals, context, { dryRun, shiftYears })
        : await importCatalogue(await context.openConnections(), positionals, {
            now: context.now,
            dryRun,
            replace: values.replace,
            record: recordImport,
          });
      for (const report of reports) context.print(formatReport(report));
      if (!dryRun) await warnAboutContainers(context, reports);
      if (!dryRun && reports.some(({ isUnchanged }) => !isUnchanged))
        await analyzeAsOwner((await context.openConnections()).acrossSellers(), context.openOwner);
      context.print(summary(reports, dryRun));
      return 0;
    } catch (error) {
      if (!(error instanceof InvalidCatalogue)) throw error;
      for (const problem of error.problems) context.print(formatProblem(problem));
      context.print(
        `${error.problems.length} ${error.problems.length === 1 ? "error" : "errors"}: nothing was changed`,
      );
      return 1;
    }
  },
};

type MuseumOptions = { readonly dryRun: boolean; readonly shiftYears: number | undefined };

const importMuseums = async (
  paths: readonly string[],
  { openConnections, now, print }: CommandContext,
  { dryRun, shiftYears }: MuseumOptions,
): Promise<ImportReport[]> => {
  const { sources, skipped, counts } = await readAndConvertMuseums(paths, { now, shiftYears });
  for (const { row, name, reason } of skipped) print(`skipped: ${row}: ${name}: ${reason}`);
  for (const line of counts) print(line);
  return importSources(await openConnections(), { sources, problems: [] }, { now, dryRun, record: recordImport });
};

/** Records what an import changed for a seller in its audit log: counts only, no contents. */
const recordImport: NonNullable<ImportOptions["record"]> = async ({ db }, { seller_id, report }) => {
  const scope = { db, seller: { id: seller_id }, staff_id: null, roles: [], requestId: null } as const;
  await writeEntry(
    { ...scope, actor: "import", via: "import" },
    {
      action: "catalogue.imported",
      entity: { kind: "catalogue", id: report.slug },
      after: {
        revision: report.revision,
        ...(report.buyers.orders > 0 && { orders_of_changed_sessions: report.buyers.orders }),
        ...Object.fromEntries(report.lines.map(({ change, noun, count }) => [`${noun} ${change}`, count])),
      },
    },
  );
};

const warnAboutContainers = async (
  { openConnections, print }: CommandContext,
  reports: readonly ImportReport[],
): Promise<void> => {
  const imported = reports.map(({ slug }) => slug);
  for (const slug of await sellersWithIdleContainer((await openConnections()).acrossSellers(), imported))
    print(
      `warning: ${slug}: web.analytics is not loaded in production: the seller needs a host of its own (foyer seller host ${slug} HOST)`,
    );
};

const summary = (reports: readonly ImportReport[], dryRun: boolean): string => {
  const changed = reports.filter(({ isUnchanged }) => !isUnchanged).length;
  if (changed === 0) return "Nothing to change.";
  const sellers = `${changed} ${changed === 1 ? "seller" : "sellers"}`;
  return dryRun
    ? `${sellers} would change. This was a dry run: nothing was changed.`
    : `${sellers} brought up to date.`;
};
