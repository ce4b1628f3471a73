import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";

let secure: TestApp;
let plain: TestApp;
let shop: TestShop;
beforeAll(async () => {
  secure = await openTestApp({ origin: "https://tickets.example" });
  plain = await openTestApp({}, secure);
  shop = await createTestShop(secure.db);
});
afterAll(async () => {
  await plain.close();
  await secure.close();
});

const headerOf = async (server: TestApp, url: string, method: "GET" | "POST" = "GET") =>
  (await server.app.inject({ method, url: url.replace("SLUG", shop.slug) })).headers["strict-transport-security"];

describe("answers over https name the host as https only", () => {
  test.each([
    ["a reply", "/api/events/available?_seller=SLUG", "GET"],
    ["a cached reply", "/cached_api/events/available?_seller=SLUG", "GET"],
    ["a refused write", "/api/my/cart/modify?_seller=SLUG", "POST"],
    ["an unknown URL", "/api/nothing", "GET"],
    ["a URL that cannot be parsed", "/%E0%A4%A", "GET"],
    ["the API's description", "/api/openapi.json", "GET"],
    ["readiness", "/readyz", "GET"],
  ] as const)("names the host as https only in %s", async (_, url, method) => {
    expect(await headerOf(secure, url, method)).toBe("max-age=31536000; includeSubDomains");
    expect(await headerOf(plain, url, method)).toBeUndefined();
  });
});
