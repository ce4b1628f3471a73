import { Client } from "pg";
import { inject, expect, test } from "vitest";
import { cloneDatabase, createBareDatabase } from "../../test/database/cloneDatabase.ts";
import { appLoginStatements, assertAppLogin } from "./appLogin.ts";
import { logins } from "./openDatabase.ts";
import { migrate } from "./migrate/migrate.ts";

const runAsOwner = async (owner: object, ...statements: readonly string[]): Promise<void> => {
  const client = new Client(owner);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

test("a server may work as the app's role", async () => {
  const { app } = await cloneDatabase();
  await expect(assertAppLogin(app)).resolves.toBeUndefined();
});

test("a server does not work as the owner of the tables", async () => {
  const { owner } = await cloneDatabase();
  await expect(assertAppLogin(owner)).rejects.toThrow("who owns the tables");
});

test("a server does not work where row-level security was switched off", async () => {
  const { owner } = await cloneDatabase();
  await runAsOwner(owner, "alter table cart disable row level security");
  await expect(assertAppLogin(logins(owner).app)).rejects.toThrow("Row-level security does not apply to foyer_app");
});

test("an app login needs session settings, and the error names the statements that set them", async () => {
  const { owner } = await createBareDatabase();
  await migrate(owner);
  const name = `shop_${owner.database}`;
  // The cluster only lets in its owner, who assumes the requested login's role.
  const session = { ...owner, options: `-c role=${name}`, isPooled: true };
  await runAsOwner(
    owner,
    ...appLoginStatements(name, "a password of the test"),
    `grant ${name} to ${inject("cluster").user}`,
  );
  await expect(assertAppLogin(session)).rejects.toThrow(`alter role ${name} set statement_timeout = '10000';`);
});
