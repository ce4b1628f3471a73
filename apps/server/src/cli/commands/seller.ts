import type { Command } from "../command.ts";
import { sellerHostCommand } from "./sellerHost.ts";
import { sellerKeysCommand } from "./sellerKeys.ts";

const actions: Readonly<Record<string, Command>> = { keys: sellerKeysCommand, host: sellerHostCommand };

/** `foyer seller`: what an operator configures for one seller. */
export const sellerCommand: Command = {
  usage: Object.values(actions)
    .map(({ usage }) => usage)
    .join(" | "),
  description: Object.values(actions)
    .map(({ description }) => description)
    .join("\n"),
  run: (args, context) => {
    const action = actions[args[0] ?? ""];
    if (!action) throw new Error(`foyer seller needs one of: ${Object.keys(actions).join(", ")}.`);
    return action.run(args, context);
  },
};
