import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { logins } from "../../src/db/openDatabase.ts";
import type { OpenedDatabase } from "../../src/db/openDatabase.ts";
import { templateName } from "./globalSetup.ts";

/** A database of one's own, migrated and empty. Nobody else sees it, so a test cleans nothing up: it goes with the run. */
export const cloneDatabase = async (): Promise<Pick<OpenedDatabase, "owner" | "app">> => createDatabase(templateName);

/** A database with nothing in it, not even a schema: for tests of the migrations themselves. */
export const createBareDatabase = async (): Promise<Pick<OpenedDatabase, "owner" | "app">> =>
  createDatabase("template0");

const createDatabase = async (template: string): Promise<Pick<OpenedDatabase, "owner" | "app">> => {
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
