import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { TestVisitor, emailsTo, createLoginShop, responseCode } from "../../../../test/accounts/login.ts";
import { createTestUser, type TestUser } from "../../../../test/accounts/members.ts";
import { passwordHashCount } from "../../identity/password/hashPassword.ts";

let server: TestApp;
let shop: TestShop;
let user: TestUser;
const password = "Lantern-Quay-7";
beforeAll(async () => {
  server = await openTestApp();
  shop = await createLoginShop(server, "password");
  user = await createTestUser(server.db, shop, { password });
});
afterAll(() => server.close());

let nth = 0;
/** Each caller has a client address of its own, so that attempts are counted separately. */
const caller = () => new TestVisitor(server, shop, { from: `203.0.113.${(nth += 1)}` });
const right = () => ({ username: user.email, password });

describe("a login with a password", () => {
  test("opens a full session and returns the user's details", async () => {
    const ada = caller();
    const { status, body, headers } = await ada.post("/login", right());
    expect(status).toBe(200);
    expect(body.user._data[0]).toMatchObject({
      id: user.identity_id,
      strength: "full",
      has_password: true,
      needs_email: false,
      identity: { first_name: "Ada", last_name: "Lovelace", email: user.email },
    });
    expect(body.membership._data).toEqual([]);
    expect(headers["cache-control"]).toBe("no-store");
    expect(ada.cookies.get(`foyer-in.${shop.slug}`)).toBe("full");
    expect((await ada.get("/my/user")).body.user._data[0].id).toBe(user.identity_id);
    expect(JSON.stringify(body)).not.toContain("argon2");
  });

  test.each([
    [
      "accepts an address in capitals and surrounding spaces",
      () => ({ username: `  ${user.email.toUpperCase()} `, password: ` ${password}  ` }),
      200,
    ],
    ["refuses a wrong password", () => ({ username: user.email, password: "Lantern-Quay-8" }), "not_authorized:login"],
    [
      "refuses other capitals",
      () => ({ username: user.email, password: password.toLowerCase() }),
      "not_authorized:login",
    ],
    ["refuses an unknown user", () => ({ username: "nobody@example.org", password }), "not_authorized:login"],
    ["refuses an empty password", () => ({ username: user.email, password: "" }), "validation_failed:general"],
    [
      "refuses a huge password",
      () => ({ username: user.email, password: "x".repeat(60_000) }),
      "validation_failed:general",
    ],
    [
      "refuses 255 characters",
      () => ({ username: user.email, password: "x".repeat(255) }),
      "validation_failed:general",
    ],
  ])("a login with a password %s", async (_, sent, expected) =>
    expect(responseCode(await caller().post("/login", sent()))).toBe(expected),
  );

  test("refuses a user without a password", async () => {
    const none = await createTestUser(server.db, shop);
    expect(responseCode(await caller().post("/login", { username: none.email, password }))).toBe(
      "not_authorized:login",
    );
  });

  test("refuses another seller's user", async () => {
    const other = await createLoginShop(server, "password");
    const theirs = await createTestUser(server.db, other, { password });
    expect(responseCode(await caller().post("/login", { username: theirs.email, password }))).toBe(
      "not_authorized:login",
    );
  });

  test("a login with a password takes the same work and answer for known and unknown users and those without a password", async () => {
    const none = await createTestUser(server.db, shop);
    const attempt = async (username: string) => {
      const before = passwordHashCount();
      const { status, body } = await caller().post("/login", { username, password: "Lantern-Quay-8" });
      const { request_id: _, ...words } = body;
      return { status, words, hashes: passwordHashCount() - before };
    };
    const known = await attempt(user.email);
    expect(known.hashes).toBe(1);
    expect(await attempt("nobody@example.org")).toEqual(known);
    expect(await attempt(none.email)).toEqual(known);
  });
});

describe("a session", () => {
  test("a session gets a new token at a login, and the old one ends", async () => {
    const guest = new TestBuyer(server, shop);
    await guest.hold(1);
    const ada = new TestVisitor(server, shop, { from: "198.51.100.1", cookie: guest.cookie });
    const before = ada.session;
    await ada.post("/login", right());
    expect(ada.session).not.toBe(before);
    const thief = new TestVisitor(server, shop, { cookie: guest.cookie });
    expect((await thief.get("/my/user")).body.user._data).toEqual([]);
    const left = await server.db
      .selectFrom("visitor_session")
      .select("ended_at")
      .where(
        "token_hash",
        "=",
        createHash("sha256")
          .update(before ?? "")
          .digest(),
      )
      .executeTakeFirstOrThrow();
    expect(left.ended_at).not.toBeNull();
    const row = await server.db
      .selectFrom("visitor_session")
      .select(["strength", "ended_at"])
      .where("identity_id", "=", user.identity_id)
      .orderBy("created_at", "desc")
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ strength: "full", ended_at: null });
  });

  test("ends on the server at a logout, which clears the browser's data", async () => {
    const ada = caller();
    await ada.post("/login", right());
    const stolen = new TestVisitor(server, shop, { cookie: `foyer.${shop.slug}=${ada.session}` });
    expect((await stolen.get("/my/user")).body.user._data).toHaveLength(1);
    const { status, body, headers } = await ada.post("/logout", {});
    expect({ status, body }).toEqual({ status: 200, body: { logged_out: true, logout_url: null } });
    expect(headers["clear-site-data"]).toBe('"cache", "storage"');
    expect(ada.cookies.size).toBe(0);
    expect((await stolen.get("/my/user")).body.user._data).toEqual([]);
    expect((await ada.post("/logout", {})).body).toEqual({ logged_out: false, logout_url: null });
  });

  test("a session does not work at another seller", async () => {
    const ada = caller();
    await ada.post("/login", right());
    const other = await createLoginShop(server, "password");
    const there = new TestVisitor(server, other, { cookie: `foyer.${other.slug}=${ada.session}` });
    expect((await there.get("/my/user")).body.user._data).toEqual([]);
  });
});

describe("a login at the checkout", () => {
  const at = "/login?at=checkout";

  test("requires a captcha before it reveals anything", async () => {
    expect(responseCode(await caller().post(at, right()))).toBe("captcha_required:captcha");
    expect(responseCode(await caller().post(at, { username: "nobody@example.org", password }))).toBe(
      "captcha_required:captcha",
    );
  });
  test.each(["recaptcha", "hcaptcha", "turnstile"])(
    "requires the built-in captcha where the payment page has %s",
    async (provider) => {
      const there = await createLoginShop(server, "password", {
        configuration: { captcha: { provider, site_key: "public" } },
      });
      const guest = await createTestUser(server.db, there, { password });
      const ada = new TestVisitor(server, there);
      const refused = await ada.post(at, { username: guest.email, password });
      expect(refused.body._data[0]).toMatchObject({ _code: "captcha_required", _extra: { provider: "altcha" } });
      expect(responseCode(await ada.postWithCaptcha(at, { username: guest.email, password }))).toBe(200);
    },
  );
  test("reveals what was wrong after a captcha", async () => {
    const none = await createTestUser(server.db, shop);
    const wrong = { username: user.email, password: "Lantern-Quay-8" };
    expect(responseCode(await caller().postWithCaptcha(at, wrong))).toBe("incorrect_password:login");
    expect(responseCode(await caller().postWithCaptcha(at, { username: "nobody@example.org", password }))).toBe(
      "incorrect_password:login",
    );
    const { body } = await caller().postWithCaptcha(at, { username: none.email, password });
    expect(body._data[0]).toMatchObject({
      _code: "guest_account",
      _description: "You have not set a password yet. Please check your email inbox for a link to set one.",
    });
    expect(responseCode(await caller().postWithCaptcha(at, { username: none.email, password }))).toBe(
      "guest_account:login",
    );
    // One e-mail per hour, however often it is tried.
    expect((await emailsTo(server, none.email)).map(({ kind }) => kind)).toEqual(["password_reset"]);
    expect((await caller().postWithCaptcha(at, right())).status).toBe(200);
  });
  test("sends a guest who has bought a link to set a password", async () => {
    const there = await createLoginShop(server, "password");
    const attempt = (path: string) =>
      new TestVisitor(server, there, { from: `203.0.113.${(nth += 1)}` }).postWithCaptcha(path, {
        username: "Ada@example.org",
        password,
      });
    expect(responseCode(await attempt("/login?at=checkout"))).toBe("incorrect_password:login");
    await new TestBuyer(server, there).buy(1);
    expect(responseCode(await attempt("/login?at=checkout"))).toBe("guest_account:login");
    const [message] = (await emailsTo(server, "ada@example.org")).filter(({ kind }) => kind === "password_reset");
    const token = /reset-password\?token=([\w-]+)/.exec(message?.text ?? "")?.[1];
    const browser = new TestVisitor(server, there);
    expect((await browser.post("/password_reset/validate", { token })).body).toEqual({ email: "ada@example.org" });
    expect((await browser.post("/password_reset/reset", { token, password })).body).toEqual({ reset: true });
    expect((await browser.post("/login", { username: "ada@example.org", password })).status).toBe(200);
    expect((await browser.get("/my/user")).body.user._data[0].identity).toMatchObject({
      first_name: "Ada",
      last_name: "Lovelace",
    });
    const users = await server.db
      .selectFrom("identity")
      .select("id")
      .where("email", "=", "ada@example.org")
      .where("kind", "=", "user")
      .execute();
    expect(users).toHaveLength(1);
    expect(responseCode(await browser.post("/password_reset/reset", { token, password }))).toBe(
      "validate_failed:login",
    );
  });
  test("allows five attempts for one address", async () => {
    const prober = caller();
    const wrong = { username: "somebody@example.org", password };
    for (let nth = 0; nth < 5; nth++) expect((await prober.postWithCaptcha(at, wrong)).status).toBe(401);
    const { status, headers } = await prober.postWithCaptcha(at, wrong);
    expect(status).toBe(429);
    expect(Number(headers["retry-after"])).toBeGreaterThan(800);
  });
});
