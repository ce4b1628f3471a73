import { text } from "node:stream/consumers";
import { assertAppLogin } from "../db/appLogin.ts";
import { Connections } from "../db/connections.ts";
import { migrate } from "../db/migrate/migrate.ts";
import { openDatabase, type OpenedDatabase } from "../db/openDatabase.ts";
import { openProviders } from "../providers/openProviders.ts";
import { createSealer } from "../providers/sealer.ts";
import { readSettings } from "../settings.ts";
import { reportInvariants } from "./checkInvariants.ts";
import { appLoginCommand } from "./commands/appLogin.ts";
import { checkPageCommand } from "./commands/checkPage.ts";
import { clusterCommand } from "./commands/cluster.ts";
import type { Command } from "./command.ts";
import { exportCommand } from "./commands/export.ts";
import { giftCardsCommand } from "./commands/payments/giftCards.ts";
import { importCommand } from "./commands/import.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { newestOrderCommand } from "./commands/newestOrder.ts";
import { ordersCommand } from "./commands/orders/orders.ts";
import { paymentsCommand } from "./commands/payments/payments.ts";
import { personCommand } from "./commands/person.ts";
import { sellerCommand } from "./commands/seller.ts";
import { signingKeyCommand } from "./commands/signingKey.ts";
import { staffCommand } from "./commands/staff.ts";
import { mailCommand } from "./commands/mail.ts";
import { sellersCommand } from "./commands/sellers.ts";

/** Every command, in the order of the help text. */
const commands: Readonly<Record<string, Command>> = {
  import: importCommand,
  export: exportCommand,
  sellers: sellersCommand,
  seller: sellerCommand,
  "gift-cards": giftCardsCommand,
  mail: mailCommand,
  orders: ordersCommand,
  payments: paymentsCommand,
  person: personCommand,
  staff: staffCommand,
  "signing-key": signingKeyCommand,
  migrate: migrateCommand,
  "app-login": appLoginCommand,
  cluster: clusterCommand,
  "newest-order": newestOrderCommand,
  "check-page": checkPageCommand,
  check: {
    usage: "",
    description: "Checks the invariants of the data; exit code 1 when one is violated",
    run: async (_, { openConnections, print }) => reportInvariants((await openConnections()).acrossSellers(), print),
  },
};

const help = (): string =>
  [
    "foyer COMMAND: works on the database of the settings, even while the server is running",
    "",
    ...Object.entries(commands).flatMap(([name, { usage, description }]) => [
      `  foyer ${name} ${usage}`.trimEnd(),
      ...description.split("\n").map((line) => `      ${line}`),
    ]),
    "",
    "See docs/catalogue.md for the catalogue, docs/settings.md for the settings and docs/payments.md for payments that need attention.",
  ].join("\n");

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const printError = (line: string): void => void process.stderr.write(`${line}\n`);

const main = async ([name, ...args]: readonly string[]): Promise<number> => {
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    print(help());
    return name === undefined ? 2 : 0;
  }
  const command = commands[name];
  if (!command) {
    printError(`Unknown command '${name}'.\n\n${help()}`);
    return 2;
  }
  if (args.includes("--help") || args.includes("-h")) {
    print([`foyer ${name} ${command.usage}`.trimEnd(), "", command.description].join("\n"));
    return 0;
  }
  const cleanups: (() => Promise<void>)[] = [];
  const openMigrated = async (): Promise<OpenedDatabase> => {
    const database = await openDatabase(readSettings(), () => undefined);
    cleanups.push(() => database.stop());
    await migrate(database.owner);
    return database;
  };
  const open = async (): Promise<Connections> => {
    const database = await openMigrated();
    await assertAppLogin(database.app);
    const connections = new Connections(database.app);
    cleanups.push(() => connections.close());
    return connections;
  };
  try {
    return await command.run(args, {
      openConnections: open,
      openOwner: async () => (await openMigrated()).owner,
      now: Temporal.Now.instant(),
      print,
      readInput: () => text(process.stdin),
      sealer: () => createSealer(readSettings()),
      officeOrigin: () => readSettings().OFFICE_URL,
      openProviders: async (connections) => (await openProviders(readSettings(), connections)).providers,
    });
  } finally {
    for (const cleanup of cleanups.toReversed()) await cleanup();
  }
};

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  printError(error instanceof Error ? error.message : String(error));
  return 1;
});
