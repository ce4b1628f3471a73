import type { Connections } from "../db/connections.ts";
import type { Providers } from "../providers/providers.ts";
import type { Sealer } from "../providers/sealer.ts";

/** What a command works with. `print` is the way to the person who called; the database is opened when it is asked for. */
export type CommandContext = {
  readonly openConnections: () => Promise<Connections>;
  readonly now: Temporal.Instant;
  readonly print: (line: string) => void;
  /** All of the standard input: secrets come this way, and stand in no list of commands. */
  readonly readInput: () => Promise<string>;
  readonly sealer: () => Sealer;
  /** What can be reached beyond the house, as the settings say. */
  readonly openProviders: (connections: Connections) => Promise<Providers>;
};

export type Command = {
  /** 'FILE… [--dry-run]' */
  readonly usage: string;
  readonly description: string;
  /** Answers with the exit code. */
  readonly run: (args: readonly string[], desk: CommandContext) => Promise<number>;
};
