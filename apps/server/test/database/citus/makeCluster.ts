import { Client, type PoolConfig } from "pg";
import { inject } from "vitest";

/** Each shard of each table and foreign key costs the same time, so half of the shards take half of the time. */
export const fewShards = "-c client_min_messages=error -c citus.shard_count=4";

/** Runs statements one by one. Returns the rows of the last one. */
export const run = async (login: PoolConfig, ...statements: readonly string[]): Promise<Record<string, unknown>[]> => {
  const client = new Client({ ...login, options: "-c client_min_messages=error" });
  await client.connect();
  try {
    const answers = [];
    for (const statement of statements) answers.push((await client.query<Record<string, unknown>>(statement)).rows);
    return answers.at(-1) ?? [];
  } finally {
    await client.end();
  }
};

/** Follows docs/operations/cluster.md for a database with sellers: first the extension on each node, then the nodes. */
export const makeCluster = async (owner: PoolConfig): Promise<void> => {
  const [coordinator, ...workers] = inject("nodes") ?? [];
  if (!coordinator) throw new Error("There is no cluster.");
  for (const node of [coordinator, ...workers]) await run({ ...owner, ...node }, "create extension citus");
  await run(
    owner,
    `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  );
};
