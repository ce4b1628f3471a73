import { afterAll, beforeAll, expect, test } from "vitest";
import { Connections } from "./db/connections.ts";
import { openTestApp, type TestApp } from "../test/app/testApp.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const readHealth = async (of = server) => {
  const { statusCode, headers, payload } = await of.app.inject({ url: "/healthz" });
  return { status: statusCode, cache: headers["cache-control"], body: JSON.parse(payload) as unknown };
};

test("answers 200 when the server can sell", async () => {
  expect(await readHealth()).toEqual({ status: 200, cache: "no-store", body: { ok: true } });
});

test("answers 503 without details when the database lacks a migration", async () => {
  await server.runAsOwner("alter table schema_migration rename to renamed");
  expect(await readHealth()).toEqual({ status: 503, cache: "no-store", body: { ok: false } });
  await server.runAsOwner("alter table renamed rename to schema_migration");
  await server.runAsOwner("create table kept as select * from schema_migration");
  await server.runAsOwner("delete from schema_migration where number = 2");
  expect((await readHealth()).status).toBe(503);
  await server.runAsOwner("insert into schema_migration select * from kept where number = 2");
  expect((await readHealth()).status).toBe(200);
});

test("answers 503 when the database is unreachable", async () => {
  const connections = new Connections({ host: "127.0.0.1", port: 1, connectionTimeoutMillis: 500 });
  const alone = await openTestApp({ connections }, server);
  expect((await readHealth(alone)).status).toBe(503);
  await alone.app.close();
  await connections.close();
  await alone.connections.close();
});
