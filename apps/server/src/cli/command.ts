import type { PoolConfig } from "pg";
import type { Connections } from "../db/connections.ts";
import type { Providers } from "../providers/providers.ts";
import type { Sealer } from "../providers/sealer.ts";

/** What a command works with. The database is opened on the first call of `openConnections`. */
export type CommandContext = {
  readonly openConnections: () => Promise<Connections>;
  /** The owner's login to the migrated database. */
  readonly openOwner: () => Promise<PoolConfig>;
  readonly now: Temporal.Instant;
  readonly print: (line: string) => void;
  /** Reads all of standard input. Secrets are read from there, so that they do not end up in the shell history. */
  readonly readInput: () => Promise<string>;
  readonly sealer: () => Sealer;
  /** The address of the back office, for links. */
  readonly officeOrigin: () => string;
  readonly openProviders: (connections: Connections) => Promise<Providers>;
};

export type Command = {
  /** 'FILE… [--dry-run]' */
  readonly usage: string;
  readonly description: string;
  /** Returns the exit code. */
  readonly run: (args: readonly string[], context: CommandContext) => Promise<number>;
};
