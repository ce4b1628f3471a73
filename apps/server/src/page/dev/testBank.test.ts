import { expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../test/shop/testBuyer.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const theme = (brand: string, mode: "auto" | "light" | "dark") =>
  JSON.stringify({
    tier: 3,
    mode,
    radius: 7,
    light: { brand, accent: "#b0562f", paper: "#f8f3e6", surface: "#fffdf7", text: "#22301f" },
    dark: { brand: "#a5cf85", accent: "#e09a74", paper: "#131c13", surface: "#1b271b", text: "#eef2e6" },
  });
const challengeAt = async (shop: TestShop) => {
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold();
  const { body } = await buyer.pay(cart, cards.requiresAction);
  const url: string = body._data[0]._extra.action_url;
  return { url, page: await server.app.inject({ method: "GET", url }) };
};

test("the test gateway's bank shows the brand, the name and the amount of the seller whose payment it is", async () => {
  const shop = await createTestShop(server.db, { seller: { name: "Ferns & Co", theme: theme("#376a3d", "dark") } });
  const other = await createTestShop(server.db, { seller: { theme: theme("#123456", "light") } });
  const { page } = await challengeAt(shop);
  expect(page.payload).toContain("--seller-color-brand:#376a3d");
  expect(page.payload).toContain('<html lang="en" data-mode="dark">');
  expect(page.payload).toContain("<dd>Ferns &amp; Co</dd>");
  expect(page.payload).toContain("<dd>$40.00</dd>");
  expect((await challengeAt(other)).page.payload).toContain("--seller-color-brand:#123456");
});

test.each([
  ["light", ["bright"], ["night"]],
  ["dark", ["night"], ["bright"]],
  ["auto", ["bright", "night"], []],
] as const)("the bank's page of a %s theme has the logo for its scheme", async (mode, shown, hidden) => {
  const meta = JSON.stringify({ logo: "bright", logo_dark: "night" });
  const { page } = await challengeAt(
    await createTestShop(server.db, { seller: { theme: theme("#376a3d", mode), meta } }),
  );
  for (const logo of shown) expect(page.payload).toContain(`/cached_api/image/${logo}?`);
  for (const logo of hidden) expect(page.payload).not.toContain(`/cached_api/image/${logo}?`);
});

test("the test gateway's bank runs no script, stays out of frames and is not stored", async () => {
  const { page } = await challengeAt(await createTestShop(server.db));
  const policy = String(page.headers["content-security-policy"]);
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("script-src");
  expect(page.headers["cache-control"]).toBe("no-store");
});

test.each([
  ["agree", "requires_capture"],
  ["refuse", "failed"],
])("the decision to %s leads back to the checkout", async (decision, status) => {
  const shop = await createTestShop(server.db);
  const { url } = await challengeAt(shop);
  const answer = await server.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: `decision=${decision}`,
  });
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toContain(`/${shop.slug}/checkout/`);
  const id = url.split("/").at(-1) ?? "";
  const intent = server.db.selectFrom("test_gateway_intent").select("status").where("id", "=", id);
  expect((await intent.executeTakeFirstOrThrow()).status).toBe(status);
});

test.each(["ti_00000000000000000000000000000000", "ti_x", "%3Cscript%3E"])(
  "the test gateway's bank knows no payment %s",
  async (id) => {
    const page = await server.app.inject({ method: "GET", url: `/_test/3ds/${id}` });
    expect([page.statusCode, page.payload.includes("<script>")]).toEqual([404, false]);
  },
);
