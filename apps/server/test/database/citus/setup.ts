import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type PoolConfig } from "pg";
import type { TestProject } from "vitest/node";
import { appLoginStatements } from "../../../src/db/appLogin.ts";
import { migrate } from "../../../src/db/migrate/migrate.ts";
import { templateName, type Node } from "../globalSetup.ts";

const lacksCluster =
  "The tests on a cluster need one: CITUS_URL has to be the owner's address of a database with the extension citus, whose coordinator knows its nodes.";

/** Fewer shards than in production: each has files of its own, and a test file copies them all. */
const shards = "-c citus.shard_count=4 -c client_min_messages=error";

type Owner = { readonly user: string; readonly password: string };

const run = async (login: PoolConfig, ...statements: readonly string[]): Promise<void> => {
  const client = new Client({ ...login, options: shards });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

/** The coordinator first. */
const readNodes = async (connectionString: string): Promise<Node[]> => {
  const client = new Client({ connectionString });
  try {
    await client.connect();
    const { rows } = await client.query<Node>(
      "select nodename as host, nodeport as port from pg_dist_node where isactive order by groupid",
    );
    if (rows.length < 2) throw new Error("It knows fewer than two nodes.");
    return rows;
  } catch (cause) {
    throw new Error(`${lacksCluster} (${cause instanceof Error ? cause.message : String(cause)})`, { cause });
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** Creates a template on every node; a copy of all of them is a separate cluster. */
const createTemplate = async ([coordinator, ...workers]: readonly Node[], owner: Owner): Promise<void> => {
  if (!coordinator) return;
  for (const node of [coordinator, ...workers]) {
    const drop = `drop database if exists ${templateName} with (force)`;
    await run({ ...owner, ...node, database: "postgres" }, drop, `create database ${templateName}`);
    await run({ ...owner, ...node, database: templateName }, "create extension citus");
  }
  const template = { ...owner, ...coordinator, database: templateName };
  await run(
    template,
    `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  );
  await migrate({ ...template, options: shards });
};

/** Citus keeps a session of its own in each database, but a template can only be copied without other sessions. */
const closeTemplate = async (nodes: readonly Node[], owner: Owner): Promise<void> => {
  for (const node of nodes)
    await run(
      { ...owner, ...node, database: "postgres" },
      `alter database ${templateName} with allow_connections false`,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${templateName}'`,
    );
};

/** Vitest's global setup of the project `citus`: a template on every node of the cluster at CITUS_URL. */
const setUp = async (project: TestProject): Promise<() => Promise<void>> => {
  const url = process.env["CITUS_URL"];
  if (!url) throw new Error(lacksCluster);
  const nodes = await readNodes(url);
  const [coordinator] = nodes;
  if (!coordinator) throw new Error(lacksCluster);
  const { username, password } = new URL(url);
  const owner = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  await createTemplate(nodes, owner);
  const login = { user: "foyer_shop", password: randomBytes(24).toString("hex") };
  await run({ ...owner, ...coordinator, database: templateName }, ...appLoginStatements(login.user, login.password));
  await closeTemplate(nodes, owner);
  project.provide("cluster", { ...coordinator, ...owner, copying: "file_copy" });
  project.provide("pooler", { ...coordinator, ...login, isPooled: true });
  project.provide("nodes", nodes);
  const scratch = await mkdtemp(join(tmpdir(), "foyer-test-"));
  project.provide("scratch", scratch);
  return async () => {
    await rm(scratch, { recursive: true, force: true });
    for (const node of nodes)
      await run({ ...owner, ...node, database: "postgres" }, `drop database ${templateName} with (force)`);
  };
};

export default setUp;
