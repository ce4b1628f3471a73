import { describe, expect, test } from "vitest";
import { Connections } from "./db/connections.ts";
import { Draining } from "./http/requestDrain.ts";
import { createTestShop } from "../test/shop/createTestShop.ts";
import { setUpTestApp } from "../test/app/setUpTestApp.ts";
import { openTestApp, type TestApp } from "../test/app/testApp.ts";
import { ticketLine } from "../test/shop/ticketLine.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const readHealth = async (of = server, url = "/healthz") => {
  const { statusCode, headers, payload } = await of.app.inject({ url });
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

test("a server that is about to close is not ready, serves on and closes each connection", async () => {
  const draining = new Draining();
  const closing = await openTestApp({ draining }, server);
  expect((await readHealth(closing)).status).toBe(200);
  draining.begin();
  for (const url of ["/readyz", "/healthz"])
    expect(await readHealth(closing, url)).toEqual({ status: 503, cache: "no-store", body: { ok: false } });
  const { statusCode, headers } = await closing.app.inject({ url: "/livez" });
  expect([statusCode, headers.connection]).toEqual([200, "close"]);
  await closing.close();
});

describe("with a full disk", () => {
  /** Makes every statement that needs space fail as PostgreSQL does on a full disk. */
  const fillDisk = () =>
    server.runAsOwner(`
      create function disk_is_full() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
      create trigger full_disk before insert on cart for each row execute function disk_is_full();
      create trigger full_disk before insert on installation_note for each row execute function disk_is_full()`);
  const emptyDisk = () =>
    server.runAsOwner("drop trigger full_disk on installation_note; drop trigger full_disk on cart");

  test("a write is refused as unavailable, and the server is not ready until it can write again", async () => {
    const shop = await createTestShop(server.db);
    await fillDisk();
    expect((await readHealth(server, "/readyz")).status).toBe(200);
    const hold = await server.post(shop.slug, "/api/my/cart/modify", { add: [ticketLine(shop.event, 1)] });
    expect([hold.status, hold.body._data[0]._code]).toEqual([503, "unavailable"]);
    for (const url of ["/readyz", "/healthz"])
      expect(await readHealth(server, url)).toEqual({ status: 503, cache: "no-store", body: { ok: false } });
    expect((await readHealth(server, "/livez")).status).toBe(200);
    await emptyDisk();
    expect((await readHealth(server, "/readyz")).status).toBe(200);
  });
});
