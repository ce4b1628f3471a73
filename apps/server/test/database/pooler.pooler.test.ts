import { randomBytes } from "node:crypto";
import { afterEach, expect, inject, test } from "vitest";
import { assertAppLogin } from "../../src/db/appLogin.ts";
import { cloneDatabase } from "./cloneDatabase.ts";
import { startPooler, type Pooler } from "./pooler.ts";

let pooler: Pooler | undefined;
afterEach(async () => {
  await pooler?.stop();
  pooler = undefined;
});

const { host, user: ownerName, password: ownerPassword } = inject("cluster");
const { user = "", password } = inject("pooler") ?? {};
const appLogin = { user, password: String(password) };
const databaseName = async (): Promise<string> => (await cloneDatabase()).owner.database ?? "";

test("a server works behind a pooler of transactions", async () => {
  pooler = await startPooler(host, appLogin);
  await expect(assertAppLogin(pooler.config(await databaseName()))).resolves.toBeUndefined();
});

test("a server does not work behind a pooler of statements", async () => {
  pooler = await startPooler(host, appLogin, { pool_mode: "statement" });
  await expect(assertAppLogin(pooler.config(await databaseName()))).rejects.toThrow("has to pool transactions");
});

test("a server does not work behind a pooler that leaves out start parameters, and so the app's role", async () => {
  const owner = { user: ownerName, password: ownerPassword };
  pooler = await startPooler(host, owner, { ignore_startup_parameters: "options,extra_float_digits" });
  const config = { ...pooler.config(await databaseName()), isPooled: false, options: "-c role=foyer_app" };
  await expect(assertAppLogin(config)).rejects.toThrow("who owns the tables");
});

test("a server does not work behind a pooler that connects every login as the owner", async () => {
  const owner = { user: ownerName, password: ownerPassword };
  pooler = await startPooler(host, owner);
  await expect(assertAppLogin(pooler.config(await databaseName()))).rejects.toThrow("who owns the tables");
});

test("a login that the pooler does not know is refused, and names no secret", async () => {
  pooler = await startPooler(host, appLogin);
  const secret = randomBytes(12).toString("hex");
  const refused = assertAppLogin({ ...pooler.config(await databaseName()), password: secret });
  await expect(refused).rejects.toThrow(expect.not.stringContaining(secret));
});
