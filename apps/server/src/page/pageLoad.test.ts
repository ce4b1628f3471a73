import { afterAll, beforeAll, expect, test } from "vitest";
import { buildStorefront } from "../../test/page/buildStorefront.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { builtAssets } from "./assets.ts";

let built: Awaited<ReturnType<typeof buildStorefront>>;
let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  built = await buildStorefront();
  server = await openTestApp({ assets: (app) => builtAssets(app, built.dist) });
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

/** The number of pages rendered for these replies; each page contains the time of its rendering. */
const renderedPages = (answers: readonly { readonly html: string }[]): number =>
  new Set(answers.map(({ html }) => html)).size;
/** A page that expires meanwhile is rendered once more. */
const onePage = 2;

test("invented parameters and values share one page", async () => {
  const indexes = Array.from({ length: 10 }, (_, index) => index);
  for (const linkTo of [
    (index: number) => `/events/${shop.event.id}?session=${index}&z${index}=1&reserve=perhaps${index}`,
    () => `/checkout?session=${crypto.randomUUID()}`,
  ]) {
    const pages = await Promise.all(indexes.map((index) => openPage(linkTo(index))));
    expect(pages.map(({ status }) => status)).toEqual(indexes.map(() => 200));
    expect(renderedPages(pages)).toBeLessThanOrEqual(onePage);
  }
});

const unknownLinks: readonly (readonly [string, () => string, number])[] = [
  ["session", () => `/events/${shop.event.id}?session=${crypto.randomUUID()}`, 200],
  ["ticket group", () => `/events/${shop.event.id}?tg=${crypto.randomUUID()}`, 200],
  ["day", () => `/events/${shop.event.id}?date=30${randomDigits(2)}-01-01`, 200],
  ["ticket type", () => `/events/${shop.event.id}?quantity=${crypto.randomUUID()}:${randomDigits(2)}`, 200],
  ["selected type", () => `/events/${shop.event.id}?select=${crypto.randomUUID()}&price=${randomDigits(6)}`, 200],
  ["action", () => `/events/${shop.event.id}/${crypto.randomUUID()}`, 200],
  ["event", () => `/events/${crypto.randomUUID()}?session=next`, 404],
  ["collection", () => `/events/no-${crypto.randomUUID()}?date=today`, 404],
  ["category", () => `/events?category=${crypto.randomUUID()}`, 200],
  ["day of the listing", () => `/events?date=30${randomDigits(2)}-01-01`, 200],
  ["cart", () => `/checkout/${crypto.randomUUID()}`, 200],
  ["order", () => `/manage/${crypto.randomUUID()}?token=${crypto.randomUUID()}`, 200],
  ["path", () => `/no/${crypto.randomUUID()}`, 404],
];
const randomDigits = (count: number) =>
  `${crypto.getRandomValues(new Uint32Array(1))[0]}`.slice(-count).padStart(count, "0");

test.each(unknownLinks)("one page is rendered for every %s that does not exist", async (_, linkTo, status) => {
  const pages = await Promise.all(Array.from({ length: 12 }, () => openPage(linkTo())));
  expect(pages.map((page) => page.status)).toEqual(pages.map(() => status));
  expect(renderedPages(pages)).toBeLessThanOrEqual(onePage);
  // The text that a visitor reads must not contain the unknown id or value.
  const text = (/<main.*<\/main>/s.exec(pages[0]?.html ?? "")?.[0] ?? "").replaceAll(/<[^>]*>/g, " ");
  expect(text.length).toBeGreaterThan(20);
  expect(text).not.toMatch(/0000-0000|9999|:cartId|:id|[?]/);
});

test("a session that exists keeps a page of its own", async () => {
  const path = `/events/${shop.event.id}?session=${shop.session.id}`;
  const { html } = await openPage(path);
  expect(html).toContain(`"search":"session=${shop.session.id}"`);
});

test("a flood of links that are all different is refused, and other pages are rendered meanwhile", async () => {
  const flood = Array.from({ length: 120 }, (_, count) => openPage(`/events/${shop.event.id}?quantity=Adult:${count}`));
  const plain = await openPage("/events");
  expect([plain.status, plain.html.includes("<title>Events")]).toEqual([200, true]);
  const answers = await Promise.all(flood);
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
  for (const { status } of answers) expect([200, 503]).toContain(status);
  expect((await openPage(`/events/${shop.event.id}?session=next`)).status).toBe(200);
});
