import { afterAll, beforeAll, expect, test } from "vitest";
import { createAppCaches } from "../appCaches.ts";
import { buildStorefront } from "../../test/page/buildStorefront.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { builtAssets } from "./assets.ts";

const caches = createAppCaches();
let built: Awaited<ReturnType<typeof buildStorefront>>;
let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  built = await buildStorefront();
  server = await openTestApp({ caches, assets: (app) => builtAssets(app, built.dist) });
  shop = await createTestShop(server.db);
}, 120_000);
afterAll(async () => {
  await server.close();
  await built.remove();
});

const openPage = async (path: string) => {
  const { statusCode, headers, payload } = await server.app.inject({ url: `/${shop.slug}${path}` });
  return { status: statusCode, headers, html: payload };
};

test("invented parameters and values share one page", async () => {
  const event = `/events/${shop.event.id}`;
  await openPage(`${event}?session=first`);
  const before = caches.pages.size;
  for (let index = 0; index < 10; index++) {
    expect((await openPage(`${event}?session=${index}&z${index}=1&reserve=perhaps${index}`)).status).toBe(200);
    expect((await openPage(`/checkout?session=${crypto.randomUUID()}`)).status).toBe(200);
  }
  expect(caches.pages.size).toBe(before + 1);
});

test("a flood of links that are all different is refused, and other pages are rendered meanwhile", async () => {
  const flood = Array.from({ length: 60 }, () => openPage(`/events/${shop.event.id}?session=${crypto.randomUUID()}`));
  const missing = Array.from({ length: 60 }, () => openPage(`/no/${crypto.randomUUID()}`));
  const plain = await openPage("/events");
  expect([plain.status, plain.html.includes("<title>Events")]).toEqual([200, true]);
  const answers = await Promise.all([...flood, ...missing]);
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThanOrEqual(60);
  for (const { headers, html } of refused) {
    expect(headers).toMatchObject({
      "retry-after": "2",
      "cache-control": "no-store",
      "content-type": "text/html; charset=utf-8",
    });
    expect(html).toContain("<h1>");
  }
  for (const { status } of answers) expect([200, 404, 503]).toContain(status);
  expect((await openPage(`/events/${shop.event.id}?session=next`)).status).toBe(200);
});
