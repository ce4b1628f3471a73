import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestApp, testSealer, type TestApp } from "../../test/app/testApp.ts";
import { createStaff, OfficeBrowser } from "../../test/office/testStaff.ts";
import { totpCode } from "../../test/office/totp.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";

const office = "https://office.example";
const page = async () => ({
  scripts: ["/_office/files/entry.js"],
  styles: ["/_office/files/entry.css"],
  scan: {
    scripts: ["/_office/files/scan.js"],
    styles: ["/_office/files/scan.css"],
    files: ["/_office/files/scan.css", "/_office/files/scan.js"],
  },
  isDevServer: false,
  close: async () => undefined,
});

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp({
    production: true,
    secureCookies: true,
    origin: "https://tickets.example",
    office: { origin: office, sealer: testSealer },
  });
  shop = await createTestShop(server.db);
});
afterAll(() => server.close());

class ProductionBrowser extends OfficeBrowser {
  override send(method: "GET" | "POST", path: string, body?: object) {
    return super.send(method, path, body, { headers: { host: "office.example" } });
  }
}

describe("in production", () => {
  test("a demo account is none", async () => {
    const demo = await createStaff(server.db, shop.seller_id, ["owner"], { is_demo: true });
    expect((await new ProductionBrowser(server).signIn(demo)).status).toBe(401);
    expect((await new ProductionBrowser(server).get("/sign_in_options")).body).toEqual({ demo: [] });
  });

  test("nobody reaches anything without a second factor, but for setting one up", async () => {
    const person = await createStaff(server.db, shop.seller_id, ["owner"]);
    const browser = new ProductionBrowser(server, shop.slug);
    const { headers } = await browser.signIn(person);
    expect(String(headers["set-cookie"])).toMatch(
      /^__Host-foyer-office=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    for (const path of ["/staff", "/audit", "/me/sign_ins"]) {
      const reply = await browser.get(path);
      expect([reply.status, reply.body._data[0]._code]).toEqual([403, "second_factor_required"]);
    }
    expect((await browser.get("/me")).body.second_factor).toMatchObject({ is_required: true, totp_since: null });
    const { body } = await browser.post("/me/second_factor");
    expect((await browser.post("/me/second_factor/confirm", { code: totpCode(body.secret) })).status).toBe(200);
    expect((await browser.get("/staff")).status).toBe(200);
  });
});

describe("with an address of its own", () => {
  const ask = (host: string, url: string) => server.app.inject({ url, headers: { host } });

  test("the back office answers there and nowhere else", async () => {
    expect((await ask("office.example", "/staff_api/sign_in_options")).statusCode).toBe(200);
    expect((await ask("tickets.example", "/staff_api/sign_in_options")).statusCode).toBe(404);
  });

  test("the storefronts do not answer there", async () => {
    const path = "/api/openapi.json";
    expect((await ask("office.example", path)).statusCode).toBe(404);
    expect((await ask("tickets.example", path)).statusCode).toBe(200);
    expect((await ask("office.example", "/livez")).statusCode).toBe(200);
  });
});

test("without one, no seller's own host serves the back office", async () => {
  const shared = await openTestApp({}, server);
  await server.db.updateTable("seller").set({ host: "own.example" }).where("id", "=", shop.seller_id).execute();
  const ask = (host: string) => shared.app.inject({ url: "/staff_api/sign_in_options", headers: { host } });
  await expect.poll(async () => (await ask("own.example")).statusCode).toBe(404);
  expect((await ask("localhost")).statusCode).toBe(200);
  await shared.close();
});

test("its page loads nothing from other hosts, runs no inline script and opens in no frame", async () => {
  const shared = await openTestApp({ office: { origin: "http://localhost", sealer: testSealer, assets: page } });
  const { headers, payload } = await shared.app.inject({ url: "/_office/harbor/staff" });
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["x-robots-tag"]).toBe("noindex, nofollow");
  expect(headers["permissions-policy"]).toContain("camera=()");
  expect(payload).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=/);
  await shared.close();
});

test("only the gate's page may use the camera and has a service worker with the list of its files", async () => {
  const shared = await openTestApp({ office: { origin: "http://localhost", sealer: testSealer, assets: page } });
  const gate = await shared.app.inject({ url: "/_office/scan/" });
  expect(gate.headers["permissions-policy"]).toContain("camera=(self)");
  expect(gate.headers["content-security-policy"]).toMatch(
    /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; /,
  );
  expect(gate.payload).toContain('src="/_office/files/scan.js"');
  const worker = await shared.app.inject({ url: "/_office/scan/worker.js" });
  expect(worker.headers["content-type"]).toContain("text/javascript");
  expect(worker.payload).toContain('["/_office/files/scan.css","/_office/files/scan.js"]');
  const other = await shared.app.inject({ url: "/_office/" });
  expect(other.headers["permissions-policy"]).toContain("camera=()");
  expect(other.headers["content-security-policy"]).not.toContain("wasm");
  await shared.close();
});
