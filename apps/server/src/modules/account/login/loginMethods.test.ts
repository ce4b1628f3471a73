import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestVisitor, createLoginShop } from "../../../../test/accounts/login.ts";

let server: TestApp;
beforeAll(async () => void (server = await openTestApp()));
afterAll(() => server.close());

const email = "nobody@example.org";
const password = "Lantern-Quay-7";
const token = "x".repeat(43);

const requestByMethod: Readonly<Record<string, readonly [path: string, body: (slug: string) => object]>> = {
  password: ["/login", () => ({ username: email, password })],
  number: ["/login", () => ({ scan_code: "7K3M2QXW9A", last_name: "x", zip_code: "02110", email, password })],
  link: ["/login/by_link", () => ({ scan_code: "7K3M2QXW9A", zip_code: "02110" })],
  code: ["/login/request_otp", (slug) => ({ email, state: slug, provider: "ecomm" })],
  submit: ["/login/submit_otp", () => ({ token, otp: "123456" })],
  reset: ["/password_reset/request", () => ({ email })],
  validate: ["/password_reset/validate", () => ({ token })],
  set: ["/password_reset/reset", () => ({ token, password })],
  account: ["/user", () => ({ first_name: "A", last_name: "B", email: "a@example.org", password: "Password1" })],
  jwt: ["/login", () => ({ jwt: "a.b.c" })],
};

/** The calls that a seller's authentication mode enables. */
const methodsByMode: Readonly<Record<string, readonly string[]>> = {
  password: ["password", "reset", "validate", "set", "account"],
  otp: ["code", "submit"],
  otp_or_password: ["password", "code", "submit", "reset", "validate", "set", "account"],
  scan_code: ["number", "link"],
  // The member number is typed as the username.
  scan_code_password: ["password", "number", "reset", "validate", "set", "account"],
  scan_code_last_name: ["number", "link"],
  scan_code_zip: ["number", "link"],
  scan_code_email: ["number", "link"],
  auth0: [],
  sso: [],
  external: [],
  none: [],
};

/** A disabled call is answered like a missing page. */
const isEnabled = (body: { _data?: readonly { _code: string; _context: string }[] }): boolean =>
  !(body._data?.[0]?._code === "not_found" && body._data[0]._context === "general");

describe.each(Object.entries(methodsByMode))("%s", (method, expected) => {
  test("enables its own calls only", async () => {
    const shop = await createLoginShop(server, method);
    const found: string[] = [];
    for (const [name, [path, body]] of Object.entries(requestByMethod)) {
      const { body: answer } = await new TestVisitor(server, shop).post(path, body(shop.slug));
      if (isEnabled(answer)) found.push(name);
    }
    expect(found.toSorted()).toEqual(expected.toSorted());
  });
});

test("uses passwords by default", async () => {
  const shop = await createLoginShop(server, "password", { seller: { configuration: "{}" } });
  const caller = new TestVisitor(server, shop);
  expect((await caller.post("/login", { username: email, password })).status).toBe(401);
});

test("enables links to members in addition to the mode if link_needs is set", async () => {
  const shop = await createLoginShop(server, "password", { configuration: { login: { link_needs: "zip_code" } } });
  expect((await new TestVisitor(server, shop).post("/login/by_link", { scan_code: "7K3M2QXW9A" })).status).toBe(401);
  const none = await createLoginShop(server, "none", { configuration: { login: { link_needs: "zip_code" } } });
  expect((await new TestVisitor(server, none).post("/login/by_link", { scan_code: "7K3M2QXW9A" })).status).toBe(404);
});
