import { afterAll, beforeAll, expect, test } from "vitest";
import { listRoutes } from "../../test/app/listRoutes.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";

let development: TestApp;
let production: TestApp;
beforeAll(async () => {
  development = await openTestApp();
  production = await openTestApp({ production: true, testGateway: false }, development);
});
afterAll(async () => {
  await production.close();
  await development.close();
});

const forDevelopers = (server: TestApp) =>
  listRoutes(server.app).filter((route) => / \/_(?!hooks|reports|wallet\/)/.test(route));

test("a production server has no route for developers and testers but the test bank, which confirms payments of previews", () => {
  expect(forDevelopers(development).length).toBeGreaterThan(4);
  const routes = forDevelopers(production);
  expect(routes.length).toBeGreaterThan(0);
  expect(routes.filter((route) => !route.endsWith(" /_test/3ds/:intent"))).toEqual([]);
});

test.each([
  "/_dev/outbox",
  "/_dev/wallets",
  "/_test/3ds/ti_00000000000000000000000000000000",
  "/.env",
  "/.git/config",
  "/package.json",
  "/apps/server/src/main.ts",
  "/apps/server/dist/main.js",
  "/apps/server/dist/main.js.map",
  "/.data/secrets.key",
  "/assets/../../package.json",
  "/assets/%2e%2e/%2e%2e/package.json",
])("a production server answers %s with 404", async (url) => {
  expect((await production.app.inject({ url })).statusCode).toBe(404);
});
