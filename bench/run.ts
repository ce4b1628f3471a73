import { availableParallelism } from "node:os";
import { benchHold } from "./hold.ts";
import { benchNeighbour } from "./neighbour.ts";
import { benchPage } from "./page.ts";
import { benchPurchase } from "./purchase.ts";
import { benchReads } from "./reads.ts";
import { formatTable, type ResultRow } from "./resultTable.ts";
import { benchRush } from "./rush.ts";
import { benchSeats } from "./seats.ts";
import { benchStart } from "./start.ts";

/** What can be measured, in the order in which it is: `npm run bench` takes all, `npm run bench page start` these two. */
const benchmarks: Readonly<Record<string, () => Promise<ResultRow[]>>> = {
  hold: benchHold,
  purchase: benchPurchase,
  rush: benchRush,
  neighbour: benchNeighbour,
  reads: benchReads,
  page: benchPage,
  seats: benchSeats,
  start: benchStart,
};

/** What is looked through and not measured: only when it is named. It brings the tests' own things along, so it is fetched then. */
const checks: Readonly<Record<string, (print: (line: string) => void) => Promise<number>>> = {
  simulate: async (print) => (await import("./simulations.ts")).runSimulations(print),
};

const requested = process.argv.slice(2);
const names = [...Object.keys(benchmarks), ...Object.keys(checks)];
const unknown = requested.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no figure '${unknown.join("', '")}'. There are: ${names.join(", ")}\n`);
  process.exit(2);
}

// Each as it comes: what was measured is not lost when a later one fails.
const selected = Object.entries(benchmarks).filter(([name]) => requested.length === 0 || requested.includes(name));
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
