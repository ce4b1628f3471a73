import { deleteSigningKey } from "../../providers/signer.sql.ts";
import type { Command } from "../command.ts";

/** `foyer signing-key`: the way out when the key has leaked or can no longer be read. */
export const signingKeyCommand: Command = {
  usage: "replace",
  description: [
    "Replaces the key that signs order links and login codes; restart the servers afterwards. Order links and codes",
    "in e-mails that were sent before stop working, and gift cards in payments under way are not recognised",
  ].join("\n"),
  run: async (args, { openConnections, print }) => {
    if (args.length !== 1 || args[0] !== "replace") throw new Error("foyer signing-key replace");
    await deleteSigningKey((await openConnections()).acrossSellers());
    print("The signing key was deleted. The next start of a server creates another.");
    return 0;
  },
};
