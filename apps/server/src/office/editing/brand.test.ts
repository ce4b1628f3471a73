import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { openEditing, publishPlan, readChapterOf, refusal, type Manager } from "../../../test/office/catalogueShop.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;
beforeAll(async () => {
  server = await openTestApp();
});
beforeEach(async () => {
  ({ shop, manager } = await openEditing(server));
});
afterAll(() => server.close());

const brandWith = async (theme: object) => {
  const { published } = await readChapterOf(manager, "seller");
  return manager.post("/catalogue/draft", { chapter: "seller", version: 0, document: { ...published, theme } });
};
const storedTheme = async () =>
  (await server.db.selectFrom("seller").select("theme").where("id", "=", shop.seller_id).executeTakeFirstOrThrow())
    .theme;

describe("the brand", () => {
  test("is refused at its field while it is invalid, and published with its companion", async () => {
    const { body } = await brandWith({ light: { paper: "#ffffff", text: "#bbbbbb" } });
    expect(body.errors).toEqual([
      {
        chapter: "seller",
        path: "theme.light.text",
        message: expect.stringMatching(
          /^has a contrast of 1\.9:1 with paper and surface.*; (#[0-9a-f]{6}) is readable$/,
        ),
      },
    ]);
    const refused = refusal(await publishPlan(manager));
    expect(refused).toMatchObject({ status: 422, _code: "validation_failed" });
    expect(refused._extra.fields).toEqual(["seller:theme.light.text"]);
    expect(await storedTheme()).toEqual({});
    const [companion = ""] = /#[0-9a-f]{6}/.exec(body.errors[0].message) ?? [];
    const { draft } = await readChapterOf(manager, "seller");
    const theme = { light: { paper: "#ffffff", text: companion } };
    await manager.post("/catalogue/draft", { chapter: "seller", version: 1, document: { ...draft.document, theme } });
    expect((await publishPlan(manager)).status).toBe(200);
    expect(await storedTheme()).toEqual(theme);
  });

  test("may have a brand colour that is too faint for text: its companion is used instead", async () => {
    expect((await brandWith({ light: { brand: "#ffd400", paper: "#ffffff" } })).body.errors).toEqual([]);
  });

  test.each<[string, object, string]>([
    ["a token that the theme does not know", { shadow: "0 0 4px #000" }, "theme.shadow"],
    ["a colour that it does not know", { light: { links: "#112233" } }, "theme.light.links"],
    ["CSS in place of a colour", { light: { text: "#000;} body{display:none" } }, "theme.light.text"],
    ["a colour by its name", { dark: { brand: "red" } }, "theme.dark.brand"],
    ["a typeface from elsewhere", { text_face: "url(https://evil.example/font)" }, "theme.text_face"],
    ["a radius with a unit", { radius: "4px" }, "theme.radius"],
  ])("knows its own tokens alone: %s", async (_, theme, path) => {
    const { body } = await brandWith(theme);
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual([path]);
    expect((await publishPlan(manager)).status).toBe(422);
    expect(await storedTheme()).toEqual({});
  });
});

test("terms with HTML that would run are refused at their field, and stay as they were where nobody edits them", async () => {
  const terms = (html: string) => ({ html, version: "2" });
  const { published } = await readChapterOf(manager, "seller");
  const draft = (version: number, html: string) =>
    manager.post("/catalogue/draft", {
      chapter: "seller",
      version,
      document: { ...published, web: { ...published.web, terms: terms(html) } },
    });
  const { body } = await draft(0, "<p>Terms<script>alert(1)</script></p>");
  expect(body.errors).toMatchObject([{ path: "web.terms.html", message: expect.stringContaining("would run") }]);
  expect(refusal(await publishPlan(manager))).toMatchObject({
    status: 422,
    _extra: { fields: ["seller:web.terms.html"] },
  });
  expect((await draft(1, "<p>Terms</p>")).body.errors).toEqual([]);
  expect((await publishPlan(manager)).status).toBe(200);
});

describe("a picture", () => {
  const square = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10z"/></svg>',
  );
  const store = (seller_id: string, key: string) =>
    server.db
      .insertInto("image_asset")
      .values({
        seller_id,
        id: randomUUID(),
        key,
        sha256: "0",
        mime: "image/svg+xml",
        width: 10,
        height: 10,
        alt: "A square",
        bytes: square,
      })
      .execute();

  test("is shown small, only to the seller's own staff", async () => {
    const other = await openEditing(server);
    await store(shop.seller_id, "logo");
    await store(other.shop.seller_id, "elsewhere");
    const { status, body } = await manager.get("/catalogue/picture?key=logo");
    expect([status, body.picture.alt]).toEqual([200, "A square"]);
    const bytes = Buffer.from(body.picture.url.replace("data:image/png;base64,", ""), "base64");
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    for (const key of ["elsewhere", "nothing"])
      expect((await manager.get(`/catalogue/picture?key=${key}`)).body).toEqual({ picture: null });
  });
});
