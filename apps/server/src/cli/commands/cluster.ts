import { prepareCluster } from "../../db/cluster/distribute.ts";
import type { Command } from "../command.ts";

/**
 * `foyer cluster prepare`: distributes the tables of a database that already has sellers over the nodes of a Citus
 * cluster.
 */
export const clusterCommand: Command = {
  usage: "prepare",
  description: [
    "Distributes the tables of a database that already has sellers over the nodes of a Citus cluster. An empty database",
    "does not need this. Stop the servers first: each table is copied under a lock.",
    "Test a cluster before you rely on it: docs/operations/cluster.md says what has been tested and what has not.",
  ].join("\n"),
  run: async (args, { openOwner, print }) => {
    if (args.length !== 1 || args[0] !== "prepare") throw new Error("foyer cluster has one action: prepare.");
    const tables = await prepareCluster(await openOwner());
    print(tables.length === 0 ? "All tables are already distributed." : `${tables.length} tables are distributed now.`);
    return 0;
  },
};
