import { prepareCluster } from "../../db/distribute.ts";
import type { Command } from "../command.ts";

/** `foyer cluster prepare`: distributes the tables of a database with sellers over the nodes of a Citus cluster. */
export const clusterCommand: Command = {
  usage: "prepare",
  description: [
    "Distributes the tables over the nodes of a Citus cluster, where the database had sellers before it was one. Stop the",
    "servers first: each table is copied under a lock. An empty database needs no such step.",
    "Try a cluster before you rely on it: docs/operations.md says what is shown and what is not.",
  ].join("\n"),
  run: async (args, { openOwner, print }) => {
    if (args.length !== 1 || args[0] !== "prepare") throw new Error("foyer cluster knows one action: prepare.");
    const tables = await prepareCluster(await openOwner());
    print(tables.length === 0 ? "Every table is distributed already." : `${tables.length} tables are distributed now.`);
    return 0;
  },
};
