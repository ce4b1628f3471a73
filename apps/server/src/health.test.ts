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
  return { status: statusCode, cache: headers["cache-control"], said: JSON.parse(payload) as unknown };
};

test("a server that can sell says so", async () => {
  expect(await readHealth()).toEqual({ status: 200, cache: "no-store", said: { ok: true } });
});

test("one whose database is not migrated as far as the code says it cannot, and no more", async () => {
  await server.runAsOwner("alter table schema_migration rename to elsewhere");
  expect(await readHealth()).toEqual({ status: 503, cache: "no-store", said: { ok: false } });
  await server.runAsOwner("alter table elsewhere rename to schema_migration");
  await server.runAsOwner("create table kept as select * from schema_migration");
  await server.runAsOwner("delete from schema_migration where number = 2");
  expect((await readHealth()).status).toBe(503);
  await server.runAsOwner("insert into schema_migration select * from kept where number = 2");
  expect((await readHealth()).status).toBe(200);
});

test("one whose database is gone says it cannot", async () => {
  const connections = new Connections({ host: "127.0.0.1", port: 1, connectionTimeoutMillis: 500 });
  const alone = await openTestApp({ connections }, server);
  expect((await readHealth(alone)).status).toBe(503);
  await alone.app.close();
  await connections.close();
  await alone.connections.close();
});
