import type { Connections } from "../db/connect.ts";

/** What a command works with. `print` is the way to the person who called; the database is opened when it is asked for. */
export type Desk = {
  readonly open: () => Promise<Connections>;
  readonly now: Temporal.Instant;
  readonly print: (line: string) => void;
};

export type Command = {
  /** 'FILE… [--dry-run]' */
  readonly takes: string;
  readonly says: string;
  /** Answers with the exit code. */
  readonly run: (args: readonly string[], desk: Desk) => Promise<number>;
};
