import { availableParallelism } from "node:os";
import { benchHold } from "./hold.ts";
import { benchNeighbour } from "./neighbour.ts";
import { benchPage } from "./page.ts";
import { benchPurchase } from "./purchase.ts";
import { benchReads } from "./reads.ts";
import { table, type Row } from "./row.ts";
import { benchRush } from "./rush.ts";
import { benchSeats } from "./seats.ts";
import { benchStart } from "./start.ts";

/** What can be measured, in the order in which it is: `npm run bench` takes all, `npm run bench page start` these two. */
const figures: Readonly<Record<string, () => Promise<Row[]>>> = {
  hold: benchHold,
  purchase: benchPurchase,
  rush: benchRush,
  neighbour: benchNeighbour,
  reads: benchReads,
  page: benchPage,
  seats: benchSeats,
  start: benchStart,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(figures, name));
if (unknown.length > 0) {
  process.stderr.write(`There is no figure '${unknown.join("', '")}'. There are: ${Object.keys(figures).join(", ")}\n`);
  process.exit(2);
}

// Each as it comes: what was measured is not lost when a later one fails.
for (const [name, take] of Object.entries(figures)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stderr.write(`${name}…\n`);
  process.stdout.write(`\n${table(await take())}`);
}
process.stdout.write(
  `\n${availableParallelism()} cores, shared by the load, the server and the database. Compare ratios, not values, from run to run.\n`,
);
