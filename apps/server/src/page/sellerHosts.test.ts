import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bootElementId } from "@foyer/contract/boot.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { buildStorefront } from "../../test/page/buildStorefront.ts";
import { createTestShop, type SellerOverrides, type TestShop } from "../../test/shop/createTestShop.ts";
import { applePayFileName } from "./applePayFile.ts";
import { builtAssets } from "./assets.ts";
import { letCachesExpire } from "../../test/app/letCachesExpire.ts";

const sharedHost = "tickets.example";
const container = JSON.stringify({ analytics: { container_id: "GTM-QUAY01" } });
let built: Awaited<ReturnType<typeof buildStorefront>>;
let server: TestApp;
let production: TestApp;
const logged: string[] = [];
const hosted = { shop: {} as TestShop, withContainer: {} as TestShop };
const own = "harbor.example";
let shared: TestShop;

beforeAll(async () => {
  built = await buildStorefront();
  const applePayFile = join(built.dist, applePayFileName);
  await writeFile(applePayFile, "of the domain");
  const deps = {
    origin: `https://${sharedHost}`,
    assets: (app: TestApp["app"]) => builtAssets(app, built.dist),
    applePayFile,
  };
  server = await openTestApp(deps);
  const logger = { level: "warn", stream: { write: (line: string) => void logged.push(line) } };
  production = await openTestApp({ ...deps, production: true, logger }, server);
  shared = await createTestShop(server.db);
  hosted.shop = await createTestShop(server.db, { seller: { host: own } });
  hosted.withContainer = await createTestShop(server.db, { seller: { host: "opal.example", web: container } });
  letCachesExpire();
}, 120_000);
afterAll(async () => {
  await production.close();
  await server.close();
  await built.remove();
});

const open = async (host: string, url: string, of: TestApp = server) => {
  const { statusCode, headers, payload } = await of.app.inject({ url, headers: { host } });
  return {
    status: statusCode,
    to: headers.location,
    html: payload,
    csp: String(headers["content-security-policy"]),
    headers,
  };
};
const bootOf = (html: string) =>
  JSON.parse(new RegExp(`id="${bootElementId}"[^>]*>(.*?)</script>`, "s").exec(html)?.[1] ?? "null");

describe("a page of a seller with a host of its own", () => {
  test("a page of a seller with a host of its own is there, and names it in its canonical link, preview and data", async () => {
    const { status, html } = await open(own, `/${hosted.shop.slug}/events`);
    expect(status).toBe(200);
    expect(html).toContain("Whales of the Harbor</a>");
    expect(html).toContain(`<link rel="canonical" href="https://${own}/${hosted.shop.slug}/events">`);
    expect(html).not.toContain(sharedHost);
    expect(bootOf(html)).toMatchObject({ origin: `https://${own}`, base: `/${hosted.shop.slug}` });
    const event = await open(own, `/${hosted.shop.slug}/events/${hosted.shop.event.id}`);
    expect([event.status, event.html.includes(sharedHost)]).toEqual([200, false]);
  });

  test.each([
    "",
    "/events",
    "/events?category=Tours&_x=1",
    "/checkout",
    "/order/x?token=abc",
    "/sitemap.xml",
    "/nothing",
  ])("leads there from the address that sellers share: %j", async (path) => {
    const { status, to, headers } = await open(sharedHost, `/${hosted.shop.slug}${path}`);
    expect([status, to]).toEqual([302, `https://${own}/${hosted.shop.slug}${path}`]);
    expect(headers["cache-control"]).toBe("no-store");
  });

  test("leads nowhere else, whatever its first line says", async () => {
    for (const url of [
      `//evil.example/${hosted.shop.slug}/events`,
      `http://evil.example/${hosted.shop.slug}/events`,
      `/${hosted.shop.slug}//evil.example/`,
      `/${hosted.shop.slug}/..//evil.example`,
    ]) {
      const { to = `https://${own}/` } = await open(sharedHost, url);
      expect([url, new URL(to, `https://${sharedHost}`).hostname]).toEqual([
        url,
        expect.stringMatching(/^(?:harbor|tickets)\.example$/),
      ]);
    }
  });

  test("a page of a seller with a host of its own is found without the slug too", async () => {
    expect((await open(own, "/")).to).toBe(`/${hosted.shop.slug}`);
    expect((await open(own, "/?campaign=mail")).to).toBe(`/${hosted.shop.slug}?campaign=mail`);
  });

  test("a page of a seller with a host of its own does not exist on another seller's host, nor does its sitemap", async () => {
    for (const { slug, event } of [shared, hosted.withContainer])
      for (const path of ["", "/events", `/events/${event.id}`, "/checkout", "/sitemap.xml"])
        expect([path, (await open(own, `/${slug}${path}`)).status]).toEqual([path, 404]);
    expect((await open(sharedHost, `/${shared.slug}/events`)).status).toBe(200);
  });

  test("a page of a seller with a host of its own is in the sitemap and the robots.txt of its host alone", async () => {
    const { html: sitemap } = await open(own, `/${hosted.shop.slug}/sitemap.xml`);
    expect(sitemap).toContain(`<loc>https://${own}/${hosted.shop.slug}/events/${hosted.shop.event.id}</loc>`);
    expect(sitemap).not.toContain(sharedHost);
    const robotsAt = async (host: string) =>
      (await open(host, "/robots.txt")).html.split("\n").filter((line) => line.startsWith("Sitemap"));
    expect(await robotsAt(own)).toEqual([`Sitemap: https://${own}/${hosted.shop.slug}/sitemap.xml`]);
    expect(await robotsAt(sharedHost)).toEqual([`Sitemap: https://${sharedHost}/${shared.slug}/sitemap.xml`]);
  });

  test("a page of a seller with a host of its own has Apple's domain file beside it", async () =>
    expect((await open(own, `/.well-known/${applePayFileName}`)).html).toBe("of the domain"));
});

describe("a tag container", () => {
  const createWithContainer = (seller: SellerOverrides = {}) =>
    createTestShop(server.db, { seller: { ...seller, web: container } });
  const loadsAt = async (of: TestApp, host: string, path: string) => {
    const { status, html, csp } = await open(host, path, of);
    expect(status).toBe(200);
    return { policy: csp.includes("googletagmanager"), page: bootOf(html).seller.web.analytics !== undefined };
  };

  test("a tag container is not loaded in production without a host of the seller's own, and one warning says so", async () => {
    const { slug, event } = await createWithContainer();
    for (const path of ["/events", `/events/${event.id}`])
      expect(await loadsAt(production, sharedHost, `/${slug}${path}`)).toEqual({ policy: false, page: false });
    const warnings = logged.filter((line) => line.includes("container_not_loaded"));
    expect(warnings).toHaveLength(1);
    expect(JSON.parse(warnings[0] ?? "{}")).toMatchObject({ level: 40, seller: slug });
  });

  test("a tag container is loaded in production at the seller's own host", async () => {
    const { slug } = hosted.withContainer;
    expect(await loadsAt(production, "opal.example", `/${slug}/events`)).toEqual({ policy: true, page: true });
    expect((await open("opal.example", `/${slug}/checkout`, production)).csp).not.toContain("googletagmanager");
    expect(logged.filter((line) => line.includes(slug))).toEqual([]);
  });

  test("a tag container is loaded on a developer's server anyway", async () => {
    const { slug } = await createWithContainer();
    expect(await loadsAt(server, sharedHost, `/${slug}/events`)).toEqual({ policy: true, page: true });
  });
});
