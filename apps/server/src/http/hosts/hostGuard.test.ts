import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { InjectOptions } from "fastify";
import { applicationHeader } from "@foyer/contract/endpoint.ts";
import type { Database } from "../../db/connections.ts";
import { sellerHostsReader } from "./sellerHosts.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { testProviders } from "../../../test/app/testProviders.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";
import { letCachesExpire } from "../../../test/app/letCachesExpire.ts";

const sharedHost = "tickets.example";
let base: TestApp;
let server: TestApp;
let nth = 0;
beforeAll(async () => {
  base = await openTestApp();
  server = await openTestApp(
    {
      providers: { ...testProviders(base), origin: `https://${sharedHost}` },
      origin: `https://${sharedHost}`,
      secureCookies: true,
    },
    base,
  );
});
afterAll(async () => {
  await server.close();
  await base.close();
});

type HostedShop = TestShop & { readonly host: string };
const newHost = () => `shop${(nth += 1)}.example`;
const createHostedShop = async (): Promise<HostedShop> => {
  const host = newHost();
  return Object.assign(await createTestShop(server.db, { seller: { host } }), { host });
};

const send = (host: string, url: string, { headers, ...options }: InjectOptions = {}) =>
  server.app.inject({
    ...options,
    url,
    headers: { host, [applicationHeader.name]: applicationHeader.value, ...headers },
  });
const hold = (shop: TestShop, host: string, headers: Record<string, string> = {}) =>
  send(host, `/api/my/cart/modify?_seller=${shop.slug}`, {
    method: "POST",
    headers,
    payload: { add: [ticketLine(shop.event, 1)] },
  });

describe("a seller's own host", () => {
  let shop: HostedShop;
  let other: HostedShop;
  let shared: TestShop;
  beforeAll(async () => {
    [shop, other, shared] = [await createHostedShop(), await createHostedShop(), await createTestShop(server.db)];
    letCachesExpire();
  });

  test("answers calls about its seller, whatever the port and the letters' case", async () => {
    for (const host of [shop.host, `${shop.host}:8443`, `${shop.host.toUpperCase()}.`])
      expect((await send(host, `/api/my/user?_seller=${shop.slug}`)).statusCode).toBe(200);
    expect((await hold(shop, shop.host)).statusCode).toBe(200);
  });

  test("knows no other seller, with or without a host of their own", async () => {
    for (const { slug, event } of [other, shared])
      for (const path of [
        `/api/my/user?_seller=${slug}`,
        `/api/sso/callback/${slug}?_seller=${shop.slug}`,
        `/cached_api/events/${event.id}?_seller=${slug}`,
      ]) {
        const answer = await send(shop.host, path);
        const unknown = await send(shop.host, path.replaceAll(slug, "nobody"));
        expect([path, answer.statusCode]).toEqual([path, 404]);
        expect(answer.json()._data).toEqual(unknown.json()._data);
        expect(answer.headers["set-cookie"]).toBeUndefined();
      }
    expect((await hold(shared, shop.host)).statusCode).toBe(404);
  });

  test("a seller's own host does not send another seller's reply that is cached", async () => {
    const url = `/cached_api/events/${shared.event.id}?_seller=${shared.slug}`;
    for (const host of [sharedHost, sharedHost]) expect((await send(host, url)).statusCode).toBe(200);
    expect((await send(shop.host, url)).statusCode).toBe(404);
  });

  test("a seller's own host is what the Host header names, whatever else a client claims", async () => {
    const claims = { "x-forwarded-host": shop.host, forwarded: `host=${shop.host}` };
    const url = `/api/my/user?_seller=${shop.slug}`;
    expect((await send(sharedHost, url, { headers: claims })).statusCode).toBe(404);
    expect((await send(shop.host, url, { headers: { "x-forwarded-host": other.host } })).statusCode).toBe(200);
  });

  test("answers wallets about its seller's passes only, as the shared address does about all", async () => {
    const log = (host: string, slug: string) =>
      send(host, `/_wallet/${slug}/v1/log`, { method: "POST", payload: { logs: [] } });
    expect((await log(shop.host, shop.slug)).statusCode).toBe(200);
    for (const { slug } of [other, shared]) expect((await log(shop.host, slug)).statusCode).toBe(404);
    for (const { slug } of [shop, shared]) expect((await log(sharedHost, slug)).statusCode).toBe(200);
  });

  test("a seller's own host has no pages for developers", async () => {
    expect((await send(sharedHost, "/_dev/outbox")).statusCode).toBe(200);
    expect((await send(shop.host, "/_dev/outbox")).statusCode).toBe(404);
  });

  test("refuses writes of the pages of all other hosts", async () => {
    for (const origin of [`https://${other.host}`, `https://${sharedHost}`, "null"])
      expect((await hold(shop, shop.host, { origin })).statusCode).toBe(403);
    expect((await hold(shop, shop.host, { "sec-fetch-site": "same-site" })).statusCode).toBe(403);
    expect((await hold(shop, shop.host, { origin: `https://${shop.host}` })).statusCode).toBe(200);
  });

  test("a seller's own host is where its seller's sessions begin: the shared address has none", async () => {
    const begun = await hold(shop, sharedHost);
    expect([begun.statusCode, begun.headers["set-cookie"]]).toEqual([404, undefined]);
    const read = await send(sharedHost, `/api/my/user?_seller=${shop.slug}`);
    expect([read.statusCode, read.headers["set-cookie"]]).toEqual([404, undefined]);
    expect((await hold(shared, sharedHost)).statusCode).toBe(200);
  });

  test("a seller's own host is the only one that gets the cookie", async () => {
    const cookie = String((await hold(shop, shop.host)).headers["set-cookie"]);
    expect(cookie).toMatch(new RegExp(`^__Host-foyer\\.${shop.slug}=[\\w-]{43}; `));
    expect(cookie).not.toMatch(/domain/i);
    for (const part of ["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]) expect(cookie).toContain(part);
  });

  test("replies that are the same for everyone may be read at the shared address", async () => {
    const answer = await send(sharedHost, `/cached_api/events/${shop.event.id}?_seller=${shop.slug}`);
    expect([answer.statusCode, answer.headers["set-cookie"]]).toEqual([200, undefined]);
  });

  test("a seller's own host gets the links of files that were sent before, and only it", async () => {
    const image = `/api/image/${crypto.randomUUID()}?_seller=${shop.slug}`;
    const moved = await send(sharedHost, image);
    expect([moved.statusCode, moved.headers.location]).toEqual([302, `https://${shop.host}${image}`]);
    expect((await send(sharedHost, image.replace(shop.slug, shared.slug))).statusCode).toBe(404);
  });

  test("a seller's own host is where a link leads that names another host in its first line", async () => {
    const image = `/api/image/${crypto.randomUUID()}?_seller=${shop.slug}`;
    const moved = await send(sharedHost, `http://evil.example${image}`);
    expect(moved.headers.location).toBe(`https://${shop.host}${image}`);
  });
});

describe("a session", () => {
  test("a session that began at the shared address is not valid at the seller's own host", async () => {
    const shop = await createTestShop(server.db);
    const begun = await hold(shop, sharedHost);
    const cookie = String(begun.headers["set-cookie"]).split(";")[0] ?? "";
    const cart = begun.json().cart._data[0].id as string;
    const readAt = (host: string) => send(host, `/api/my/cart/${cart}?_seller=${shop.slug}`, { headers: { cookie } });
    expect((await readAt(sharedHost)).statusCode).toBe(200);

    const host = newHost();
    await server.db.updateTable("seller").set({ host }).where("id", "=", shop.seller_id).execute();
    letCachesExpire();
    expect((await readAt(sharedHost)).statusCode).toBe(404);
    expect((await readAt(host)).statusCode).toBe(404);
    const again = await hold(shop, host, { cookie });
    expect(String(again.headers["set-cookie"])).toMatch(/^__Host-foyer\./);
  });
});

test("known hosts stay while the database does not answer", async () => {
  const shop = await createHostedShop();
  let isDown = false;
  const selectFrom = (table: "seller") => {
    if (isDown) throw new Error("the database does not answer");
    return server.db.selectFrom(table);
  };
  const db = { selectFrom } as unknown as Database;
  const read = sellerHostsReader(db, 0);
  expect((await read()).slugOf(shop.host)).toBe(shop.slug);
  isDown = true;
  expect((await read()).slugOf(shop.host)).toBe(shop.slug);
  await expect(sellerHostsReader(db, 0)()).rejects.toThrow("does not answer");
});
