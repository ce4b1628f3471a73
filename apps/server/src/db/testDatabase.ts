import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { logins } from "./open.ts";
import type { Database } from "./open.ts";
import { templateName } from "./testCluster.ts";

/** A database of one's own, migrated and empty. Nobody else sees it, so a test cleans nothing up: it goes with the run. */
export const cloneDatabase = async (): Promise<Pick<Database, "owner" | "app">> => makeDatabase(templateName);

/** A database with nothing in it, not even a schema: for tests of the migrations themselves. */
export const bareDatabase = async (): Promise<Pick<Database, "owner" | "app">> => makeDatabase("template0");

const makeDatabase = async (template: string): Promise<Pick<Database, "owner" | "app">> => {
  const cluster = inject("cluster");
  const database = `test_${randomBytes(8).toString("hex")}`;
  const client = new Client({ ...cluster, database: "foyer" });
  await client.connect();
  try {
    await client.query(`create database ${database} template ${template}`);
  } finally {
    await client.end();
  }
  return logins({ ...cluster, database });
};
