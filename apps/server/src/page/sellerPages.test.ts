import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { buildStorefront } from "../../test/page/buildStorefront.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { builtAssets } from "./assets.ts";

let built: Awaited<ReturnType<typeof buildStorefront>>;
let server: TestApp;
let shop: TestShop;
let other: TestShop;
beforeAll(async () => {
  built = await buildStorefront();
  server = await openTestApp({ origin: "https://tickets.example", assets: (app) => builtAssets(app, built.dist) });
  const html = (text: string) => `<h2>About</h2><p onclick="alert(1)">${text}</p><script>alert(2)</script>`;
  shop = await createTestShop(server.db, {
    seller: {
      web: JSON.stringify({
        footer_links: [{ label: "Press", href: "https://museum.example/press" }],
        terms: { version: "1", html: html("We sell tickets.") },
        pages: { privacy: { html: html("We keep your name.") }, accessibility: { html: html("There is a lift.") } },
      }),
    },
  });
  other = await createTestShop(server.db);
}, 120_000);
afterAll(async () => {
  await server.close();
  await built.remove();
});

const open = async (url: string) => {
  const { statusCode, payload } = await server.app.inject({ url, headers: { "accept-encoding": "identity" } });
  return { status: statusCode, html: payload, title: /<title>(.*?)<\/title>/.exec(payload)?.[1] };
};
const footerOf = (html: string) => /<footer.*<\/footer>/s.exec(html)?.[0] ?? "";

test.each([
  ["terms", "Terms and conditions", "We sell tickets."],
  ["privacy", "Privacy", "We keep your name."],
  ["accessibility", "Accessibility", "There is a lift."],
])("the page %s shows the seller's text under its title, without scripts", async (name, title, text) => {
  const page = await open(`/${shop.slug}/${name}`);
  expect([page.status, page.title?.startsWith(title)]).toEqual([200, true]);
  const main = /<main.*<\/main>/s.exec(page.html)?.[0] ?? "";
  expect(main).toContain(`<h1>${title}</h1>`);
  expect(main).toContain(`<p>${text}</p>`);
  expect(page.html).not.toMatch(/alert\(/);
});

test("a page that the seller did not write is not found, nor any page of another seller", async () => {
  expect((await open(`/${shop.slug}/imprint`)).status).toBe(404);
  for (const name of ["terms", "privacy"]) expect((await open(`/${other.slug}/${name}`)).status).toBe(404);
});

test("each page links to the pages that there are in its footer, and does not carry their text", async () => {
  const { html } = await open(`/${shop.slug}/events`);
  const links = [...footerOf(html).matchAll(/<a href="([^"]*)">([^<]*)</g)].map(([, href, label]) => [label, href]);
  expect(links).toEqual([
    ["Press", "https://museum.example/press"],
    ["Privacy", `/${shop.slug}/privacy`],
    ["Accessibility", `/${shop.slug}/accessibility`],
  ]);
  expect(html).not.toContain("We keep your name.");
});

test("the sitemap lists the pages that there are", async () => {
  const addresses = async (slug: string) =>
    [...(await open(`/${slug}/sitemap.xml`)).html.matchAll(/<loc>([^<]*)</g)].map(([, address]) => address);
  expect(await addresses(shop.slug)).toEqual(
    expect.arrayContaining(
      ["terms", "privacy", "accessibility"].map((name) => `https://tickets.example/${shop.slug}/${name}`),
    ),
  );
  expect(await addresses(other.slug)).not.toContainEqual(expect.stringMatching(/privacy|terms/));
});
