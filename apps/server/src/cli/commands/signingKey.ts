import { deleteSigningKey } from "../../providers/signer.sql.ts";
import type { Command } from "../command.ts";

/** `foyer signing-key`: replaces the signing key if it has leaked or can no longer be read. */
export const signingKeyCommand: Command = {
  usage: "replace",
  description: [
    "Replaces the key that signs order links and login codes; restart the servers afterwards. Order links and codes",
    "in earlier e-mails stop working, and gift cards in payments under way are not recognised",
  ].join("\n"),
  run: async (args, { openConnections, print }) => {
    if (args.length !== 1 || args[0] !== "replace") throw new Error("foyer signing-key replace");
    await deleteSigningKey((await openConnections()).acrossSellers());
    print("The signing key was deleted. The next server to start creates a new one.");
    return 0;
  },
};
