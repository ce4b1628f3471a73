import type { Connections } from "../db/connect.ts";
import type { Outside } from "../outside/outside.ts";
import type { Sealer } from "../outside/secrets.ts";

/** What a command works with. `print` is the way to the person who called; the database is opened when it is asked for. */
export type Desk = {
  readonly open: () => Promise<Connections>;
  readonly now: Temporal.Instant;
  readonly print: (line: string) => void;
  /** All of the standard input: secrets come this way, and stand in no list of commands. */
  readonly read: () => Promise<string>;
  readonly sealer: () => Sealer;
  /** What can be reached beyond the house, as the settings say. */
  readonly outside: (connections: Connections) => Promise<Outside>;
};

export type Command = {
  /** 'FILE… [--dry-run]' */
  readonly takes: string;
  readonly says: string;
  /** Answers with the exit code. */
  readonly run: (args: readonly string[], desk: Desk) => Promise<number>;
};
