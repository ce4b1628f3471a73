import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { editChapter, openEditing, publishPlan, type Manager } from "../../../../test/office/catalogueShop.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;
beforeAll(async () => {
  server = await openTestApp();
  ({ shop, manager } = await openEditing(server));
});
afterAll(() => server.close());

test("an author is shown what the storefront shows, and what was removed is counted", async () => {
  const html = `<h1>Hours</h1><p style="color:red" onclick="x()">Open <b>daily</b></p><img src="a.png"><script>x()</script>`;
  const { status, body } = await manager.post("/catalogue/writing", { html });
  expect([status, body]).toEqual([
    200,
    {
      html: "<h2>Hours</h2><p>Open <b>daily</b></p>",
      lost: [
        { kind: "pictures", count: 1 },
        { kind: "scripts", count: 2 },
        { kind: "styling", count: 1 },
      ],
    },
  ]);
  // A draft with HTML that would run is refused (brand.test.ts).
  const description = html.replace(' onclick="x()"', "").replace("<script>x()</script>", "");
  await editChapter(manager, "event/visit", (event) => ({ ...event, description }));
  expect((await publishPlan(manager)).status).toBe(200);
  const shown = await server.get(shop.slug, `/api/events/${shop.event.id}`);
  expect(JSON.stringify(shown.body)).toContain(JSON.stringify(body.html).slice(1, -1));
});

test("the length of a text is limited", async () => {
  expect((await manager.post("/catalogue/writing", { html: "x".repeat(100_001) })).status).toBe(422);
});
