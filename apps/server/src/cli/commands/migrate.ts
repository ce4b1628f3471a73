import type { Command } from "../command.ts";

/** `foyer migrate`: for an upgrade that migrates before it starts a server. Otherwise servers migrate on start. */
export const migrateCommand: Command = {
  usage: "",
  description: "Applies the migrations of this release that the database does not have yet",
  run: async (_, { openOwner, print }) => {
    await openOwner();
    print("The database has every migration of this release.");
    return 0;
  },
};
