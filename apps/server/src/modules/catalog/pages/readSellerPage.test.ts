import { expect, test } from "vitest";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** A seller with terms and a privacy statement. Skips the import, which also cleans their HTML. */
const openShop = (terms: string, privacy: string): Promise<TestShop> =>
  createTestShop(server.db, {
    seller: { web: JSON.stringify({ terms: { version: "1", html: terms }, pages: { privacy: { html: privacy } } }) },
  });
const read = async ({ slug }: TestShop, page: string): Promise<unknown> => {
  const { status, body } = await server.get(slug, `/api/pages/${page}`);
  return status === 200 ? body.page.html : `${status} ${body._data[0]._code}`;
};

test("a page is read from its own seller, and one that they did not write is not found", async () => {
  const shops = [await openShop("<p>One sells.</p>", "<p>One keeps.</p>"), await openShop("<p>Two</p>", "<p>Too</p>")];
  const bare = await createTestShop(server.db);
  const pages = ["terms", "privacy", "imprint"];
  const found: unknown[] = [];
  for (const shop of [...shops, bare]) for (const page of pages) found.push(await read(shop, page));
  const none = "404 not_found";
  expect(found).toEqual([
    "<p>One sells.</p>",
    "<p>One keeps.</p>",
    none,
    "<p>Two</p>",
    "<p>Too</p>",
    none,
    none,
    none,
    none,
  ]);
});

test("terms and pages without a word are not found", async () => {
  const shops = [await openShop("", "<p>One keeps.</p>"), await openShop("<p>Two</p>", "<p>&nbsp;</p><hr />")];
  const found: unknown[] = [];
  for (const shop of shops) for (const page of ["terms", "privacy"]) found.push(await read(shop, page));
  expect(found).toEqual(["404 not_found", "<p>One keeps.</p>", "<p>Two</p>", "404 not_found"]);
});

test("a page that no seller can write is refused", async () => {
  expect(await read(await createTestShop(server.db), "pricelist")).toBe("400 bad_field_value");
});

test("the HTML of a page is cleaned once more when it is read", async () => {
  const html = '<p onclick="alert(1)">We sell tickets.</p><script>alert(2)</script>';
  const shop = await openShop(html, html);
  for (const page of ["terms", "privacy"]) expect(await read(shop, page)).toBe("<p>We sell tickets.</p>");
});
