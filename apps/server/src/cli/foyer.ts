import { text } from "node:stream/consumers";
import { Connections } from "../db/connect.ts";
import { migrate } from "../db/migrate.ts";
import { openDatabase } from "../db/open.ts";
import { openOutside } from "../outside/openOutside.ts";
import { sealerOf } from "../outside/secrets.ts";
import { readSettings } from "../settings.ts";
import { check } from "./check.ts";
import { checkPages } from "./checkPage.ts";
import type { Command } from "./command.ts";
import { giftCards } from "./giftCards.ts";
import { importFiles } from "./import.ts";
import { payments } from "./payments.ts";
import { sellerKeys } from "./sellerKeys.ts";
import { mail } from "./mail.ts";
import { listSellers } from "./sellers.ts";

/** Every command, as `foyer` alone lists them. */
const commands: Readonly<Record<string, Command>> = {
  import: importFiles,
  sellers: listSellers,
  seller: sellerKeys,
  "gift-cards": giftCards,
  mail,
  payments,
  "check-page": checkPages,
  check: {
    takes: "",
    says: "Looks for anything in the database that must not be",
    run: async (_, { open, print }) => check((await open()).acrossSellers(), print),
  },
};

const help = (): string =>
  [
    "foyer COMMAND: works on the database of the settings, also while the server runs",
    "",
    ...Object.entries(commands).flatMap(([name, { takes, says }]) => [
      `  foyer ${name} ${takes}`.trimEnd(),
      ...says.split("\n").map((line) => `      ${line}`),
    ]),
    "",
    "docs/catalogue.md describes the catalogue; docs/settings.md the settings; docs/payments.md money that needs a person.",
  ].join("\n");

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

const main = async ([name, ...args]: readonly string[]): Promise<number> => {
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    print(help());
    return name === undefined ? 2 : 0;
  }
  const command = commands[name];
  if (!command) {
    complain(`foyer knows no command '${name}'.\n\n${help()}`);
    return 2;
  }
  if (args.includes("--help") || args.includes("-h")) {
    print([`foyer ${name} ${command.takes}`.trimEnd(), "", command.says].join("\n"));
    return 0;
  }
  const undo: (() => Promise<void>)[] = [];
  const open = async (): Promise<Connections> => {
    const database = await openDatabase(readSettings(), () => undefined);
    undo.push(() => database.stop());
    await migrate(database.owner);
    const connections = new Connections(database.app);
    undo.push(() => connections.close());
    return connections;
  };
  try {
    return await command.run(args, {
      open,
      now: Temporal.Now.instant(),
      print,
      read: () => text(process.stdin),
      sealer: () => sealerOf(readSettings()),
      outside: async (connections) => (await openOutside(readSettings(), connections)).outside,
    });
  } finally {
    for (const step of undo.toReversed()) await step();
  }
};

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  complain(error instanceof Error ? error.message : String(error));
  return 1;
});
