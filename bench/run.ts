import { availableParallelism } from "node:os";
import { benchChange } from "./change.ts";
import { benchHold } from "./hold.ts";
import { benchNeighbour } from "./rush/neighbour.ts";
import { benchCodes } from "./office/codes.ts";
import { benchJournalPrice } from "./office/journalPrice.ts";
import { benchGate } from "./office/gate.ts";
import { benchPublish } from "./office/publish.ts";
import { benchReports } from "./office/reports.ts";
import { benchOfficeWeight } from "./office/officeWeight.ts";
import { benchPage } from "./page.ts";
import { benchPurchase } from "./purchase.ts";
import { benchReads } from "./reads.ts";
import { formatTable, type ResultRow } from "./resultTable.ts";
import { benchRush } from "./rush/rush.ts";
import { benchScale } from "./scale.ts";
import { benchScanPhone } from "./office/scanPhone.ts";
import { benchStaffAtWork } from "./office/staffAtWork.ts";
import { benchSearch } from "./office/search.ts";
import { benchSeats } from "./seats.ts";
import { benchStart } from "./start.ts";

/** The benchmarks in order: `npm run bench` runs all, `npm run bench page start` runs these two. */
const benchmarks: Readonly<Record<string, () => Promise<ResultRow[]>>> = {
  hold: benchHold,
  purchase: benchPurchase,
  change: benchChange,
  rush: benchRush,
  neighbour: benchNeighbour,
  reads: benchReads,
  page: benchPage,
  "office-weight": benchOfficeWeight,
  seats: benchSeats,
  start: benchStart,
};

/** Too slow to be part of a full run; run only when named. */
const longBenchmarks: Readonly<Record<string, () => Promise<ResultRow[]>>> = {
  scale: benchScale,
  search: benchSearch,
  gate: benchGate,
  "scan-phone": benchScanPhone,
  "staff-at-work": benchStaffAtWork,
  codes: benchCodes,
  publish: benchPublish,
  reports: benchReports,
  "journal-price": benchJournalPrice,
};

/** Run only when named, and print lines of their own. The simulation imports test code, so both are loaded on demand. */
const checks: Readonly<Record<string, (print: (line: string) => void) => Promise<number>>> = {
  simulate: async (print) => (await import("./simulations.ts")).runSimulations(print),
  writes: async (print) => (await import("./purchaseWrites.ts")).countPurchaseWrites(print),
};

const requested = process.argv.slice(2);
const names = [...Object.keys(benchmarks), ...Object.keys(longBenchmarks), ...Object.keys(checks)];
const unknown = requested.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark '${unknown.join("', '")}'. There are: ${names.join(", ")}\n`);
  process.exit(2);
}

// Printed one by one, so that results are not lost when a later benchmark fails.
const selected = [
  ...Object.entries(benchmarks).filter(([name]) => requested.length === 0 || requested.includes(name)),
  ...Object.entries(longBenchmarks).filter(([name]) => requested.includes(name)),
];
for (const [name, take] of selected) {
  process.stderr.write(`${name}…\n`);
  process.stdout.write(`\n${formatTable(await take())}`);
}
if (selected.length > 0)
  process.stdout.write(
    `\n${availableParallelism()} cores, shared by the load, the server and the database. Compare ratios, not values, from run to run.\n`,
  );

for (const [name, look] of Object.entries(checks)) {
  if (!requested.includes(name)) continue;
  process.stderr.write(`${name}…\n`);
  const failed = await look((line) => void process.stdout.write(`${line}\n`));
  if (failed > 0) process.exitCode = 1;
}
