import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { createStaff, OfficeBrowser, staffPassword } from "../../../test/office/testStaff.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";

const proxy = "10.0.0.1";
let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
});
afterAll(() => server.close());

/** The country shown for a sign-in made with these headers. */
const countryOf = async (
  headers: Readonly<Record<string, string>>,
  deps: Parameters<typeof openTestApp>[0],
  from = proxy,
): Promise<string | null> => {
  const app = await openTestApp({ trustProxy: [proxy], countryHeader: "cf-ipcountry", ...deps }, server);
  try {
    const { email } = await createStaff(server.db, shop.seller_id, ["manager"]);
    const browser = new OfficeBrowser(app, shop.slug);
    browser.address = from;
    expect((await browser.post("/sign_in", { email, password: staffPassword }, { headers })).status).toBe(200);
    const { body } = await browser.get("/me/sign_ins");
    expect(body._data).toHaveLength(1);
    return body._data[0].country;
  } finally {
    await app.close();
  }
};
const forwarded = { "x-forwarded-for": "203.0.113.9", "cf-ipcountry": "nz" };

test("the country of a sign-in is what the trusted proxy says", async () => {
  expect(await countryOf(forwarded, {})).toBe("NZ");
});

test.each([
  ["the proxy does not know it", { ...forwarded, "cf-ipcountry": "XX" }, {}],
  ["it is no country", { ...forwarded, "cf-ipcountry": "T1" }, {}],
  ["no header is named", forwarded, { countryHeader: undefined }],
  ["no proxy is trusted", forwarded, { trustProxy: [] }],
])("the country of a sign-in is not known where %s", async (_, headers, deps) => {
  expect(await countryOf(headers, deps)).toBeNull();
});

test("the country of a sign-in is not believed from a stranger who reaches the server beside the proxy", async () => {
  expect(await countryOf(forwarded, {}, "198.51.100.4")).toBeNull();
});
