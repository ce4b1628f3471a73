import { afterAll, beforeAll, expect, test } from "vitest";
import { builtAssets } from "./assets.ts";
import { letCachesExpire } from "../../test/app/letCachesExpire.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { editChapter, openEditing, type Manager } from "../../test/office/catalogueShop.ts";
import { openPreviewOf, type OpenedPreview } from "../../test/office/previews.ts";
import type { TestShop } from "../../test/shop/createTestShop.ts";
import { buildStorefront } from "../../test/page/buildStorefront.ts";

const origin = "http://localhost";
let built: Awaited<ReturnType<typeof buildStorefront>>;
let server: TestApp;
let shop: TestShop;
let manager: Manager;
let preview: OpenedPreview;
beforeAll(async () => {
  built = await buildStorefront();
  server = await openTestApp({ assets: (app) => builtAssets(app, built.dist) });
  ({ shop, manager } = await openEditing(server));
  await editChapter(manager, "seller", (seller) => ({
    ...seller,
    web: { analytics: { container_id: "GTM-ABC123" }, external_completed_order_url: "https://quay.example/thanks" },
    configuration: { captcha: { provider: "altcha" }, gateway: "stripe" },
  }));
  preview = await openPreviewOf(server, manager);
}, 120_000);
afterAll(async () => {
  await server.close();
  await built.remove();
});

const openPage = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: "GET", url, headers: { "accept-encoding": "identity", ...headers } });
const pages = () =>
  ["/events", `/events/${preview.shop.event.id}`, "/cart", "/no-such-page"].map((path) => `/${preview.slug}${path}`);

test("every page says above it that it is a preview, how to pay and until when", async () => {
  for (const url of pages()) {
    const { payload } = await openPage(url);
    expect(payload, url).toMatch(
      /<body[^>]*><aside class="preview-banner" lang="en" aria-label="Preview">.*4242.4242.4242.4242.*<\/aside><div id="root">/,
    );
  }
  expect((await openPage(`/${shop.slug}/events`)).payload).not.toContain("preview-banner");
});

test("no search engine keeps a page, a picture or a call, and no link leads away with the address", async () => {
  for (const url of pages()) {
    const { payload, headers } = await openPage(url);
    expect(payload, url).toContain('<meta name="robots" content="noindex">');
    expect(payload, url).not.toContain('rel="canonical"');
    expect(headers).toMatchObject({ "x-robots-tag": "noindex, nofollow", "referrer-policy": "no-referrer" });
  }
  for (const url of [
    `/cached_api/events/available?_seller=${preview.slug}&hidden_type=public_browsable`,
    `/api/my/user?_seller=${preview.slug}`,
    `/cached_api/image/logo?_seller=${preview.slug}`,
  ])
    expect((await openPage(url)).headers["x-robots-tag"]).toBe("noindex, nofollow");
  const own = await openPage(`/${shop.slug}/events`);
  expect(own.headers["x-robots-tag"]).toBeUndefined();
  expect(own.payload).not.toContain('content="noindex"');
});

test("robots.txt and sitemaps do not mention it", async () => {
  const robots = (await openPage("/robots.txt")).payload;
  expect([robots.includes(`/${shop.slug}/sitemap.xml`), robots.includes("--p-")]).toEqual([true, false]);
  expect((await openPage(`/${preview.slug}/sitemap.xml`)).statusCode).toBe(404);
  expect((await openPage(`/${shop.slug}/sitemap.xml`)).statusCode).toBe(200);
});

test("it has no tag container, no captcha, no page elsewhere, and the test gateway", async () => {
  const { payload, headers } = await openPage(`/${preview.slug}/events`);
  for (const word of ["GTM-ABC123", "quay.example", "altcha"]) expect(payload).not.toContain(word);
  expect(String(headers["content-security-policy"])).not.toContain("googletagmanager");
  expect(payload).toContain('"gateway":"test"');
});

test("its pages are not found once it has ended, nor at a similar address", async () => {
  const wrong = `${preview.slug.slice(0, -1)}${preview.slug.endsWith("a") ? "b" : "a"}`;
  const page = (slug: string) => openPage(`/${slug}/events`);
  expect([(await page(preview.slug)).statusCode, (await page(wrong)).statusCode]).toEqual([200, 404]);
  await manager.post(`/catalogue/previews/${preview.id}/end`);
  letCachesExpire();
  expect((await page(preview.slug)).statusCode).toBe(404);
});

test("the preview of a seller with a host is at the installation's address, and not at the host", async () => {
  const { shop: hosted, manager: who } = await openEditing(server);
  const host = `${hosted.slug}.example`;
  await server.db.updateTable("seller").set({ host }).where("id", "=", hosted.seller_id).execute();
  letCachesExpire();
  const { slug, body } = await openPreviewOf(server, who);
  expect(body.preview.address).toBe(`${origin}/${slug}`);
  expect((await openPage(`/${slug}/events`)).statusCode).toBe(200);
  expect((await openPage(`/${slug}/events`, { host })).statusCode).toBe(404);
});
