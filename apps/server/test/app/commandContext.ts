import type { CommandContext } from "../../src/cli/command.ts";
import type { Connections } from "../../src/db/connections.ts";

type Given = Partial<CommandContext> & {
  readonly connections: Connections;
  /** Gets each line that the command prints. */
  readonly lines: string[];
};

const notGiven = (): never => {
  throw new Error("The test gives the command no such thing.");
};

/** A command's context in a test. Fails if the command uses something that it was not given. */
export const commandContext = ({ connections, lines, ...given }: Given): CommandContext => ({
  openConnections: async () => connections,
  openOwner: notGiven,
  now: Temporal.Now.instant(),
  print: (line) => void lines.push(line),
  readInput: notGiven,
  sealer: notGiven,
  officeOrigin: notGiven,
  openProviders: notGiven,
  ...given,
});
