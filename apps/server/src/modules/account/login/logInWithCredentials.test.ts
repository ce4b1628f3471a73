import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { restoreGuards } from "../../../db/faultPoints.ts";
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
afterEach(restoreGuards);
afterAll(() => server.close());

let nth = 0;
/** Each from an address of their own, so that nobody pays for another's tries. */
const caller = () => new TestVisitor(server, shop, { from: `203.0.113.${(nth += 1)}` });
const right = () => ({ username: user.email, password });

describe("a password", () => {
  test("lets in: the user with their details, and a session that is full", async () => {
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
      "in capitals, with spaces around",
      () => ({ username: `  ${user.email.toUpperCase()} `, password: ` ${password}  ` }),
      200,
    ],
    ["that is wrong", () => ({ username: user.email, password: "Lantern-Quay-8" }), "not_authorized:login"],
    ["in other capitals", () => ({ username: user.email, password: password.toLowerCase() }), "not_authorized:login"],
    ["of nobody", () => ({ username: "nobody@example.org", password }), "not_authorized:login"],
    ["of no length", () => ({ username: user.email, password: "" }), "validation_failed:general"],
    ["of a megabyte", () => ({ username: user.email, password: "x".repeat(60_000) }), "validation_failed:general"],
    ["of 255 signs", () => ({ username: user.email, password: "x".repeat(255) }), "validation_failed:general"],
  ])("%s", async (_, sent, expected) => expect(responseCode(await caller().post("/login", sent()))).toBe(expected));

  test("of a user who has none opens nothing", async () => {
    const none = await createTestUser(server.db, shop);
    expect(responseCode(await caller().post("/login", { username: none.email, password }))).toBe(
      "not_authorized:login",
    );
  });

  test("of another seller's user opens nothing here", async () => {
    const other = await createLoginShop(server, "password");
    const theirs = await createTestUser(server.db, other, { password });
    expect(responseCode(await caller().post("/login", { username: theirs.email, password }))).toBe(
      "not_authorized:login",
    );
  });

  test("known, unknown and without a password are the same work and the same words (T88)", async () => {
    const none = await createTestUser(server.db, shop);
    const ask = async (username: string) => {
      const before = passwordHashCount();
      const { status, body } = await caller().post("/login", { username, password: "Lantern-Quay-8" });
      const { request_id: _, ...words } = body;
      return { status, words, hashes: passwordHashCount() - before };
    };
    const known = await ask(user.email);
    expect(known.hashes).toBe(1);
    expect(await ask("nobody@example.org")).toEqual(known);
    expect(await ask(none.email)).toEqual(known);
  });

  test("is kept as Argon2id with 19 MiB, twice", async () => {
    const { password: kept } = await server.db
      .selectFrom("user_login")
      .select("password")
      .where("identity_id", "=", user.identity_id)
      .executeTakeFirstOrThrow();
    expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  });
});

describe("a session (T100)", () => {
  test("begins anew with a login; the one before is over", async () => {
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

  test("ends on the server with a logout, and the browser is told to forget (T109)", async () => {
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

  test("of one seller is none of another's", async () => {
    const ada = caller();
    await ada.post("/login", right());
    const other = await createLoginShop(server, "password");
    const there = new TestVisitor(server, other, { cookie: `foyer.${other.slug}=${ada.session}` });
    expect((await there.get("/my/user")).body.user._data).toEqual([]);
  });
});

describe("at the checkout (D2)", () => {
  const at = "/login?at=checkout";

  test("nobody is told anything before they have shown that they are a person", async () => {
    expect(responseCode(await caller().post(at, right()))).toBe("captcha_required:captcha");
    expect(responseCode(await caller().post(at, { username: "nobody@example.org", password }))).toBe(
      "captcha_required:captcha",
    );
  });
  test.each(["recaptcha", "hcaptcha", "turnstile"])(
    "where the till has %s the built-in one is asked: no page with a login lets others' scripts in",
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
  test("a person is told which it was", async () => {
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
    // One letter an hour, however often it is tried.
    expect((await emailsTo(server, none.email)).map(({ kind }) => kind)).toEqual(["password_reset"]);
    expect((await caller().postWithCaptcha(at, right())).status).toBe(200);
  });
  test("five times for one address, and then not for a while", async () => {
    const curious = caller();
    const wrong = { username: "somebody@example.org", password };
    for (let nth = 0; nth < 5; nth++) expect((await curious.postWithCaptcha(at, wrong)).status).toBe(401);
    const { status, headers } = await curious.postWithCaptcha(at, wrong);
    expect(status).toBe(429);
    expect(Number(headers["retry-after"])).toBeGreaterThan(800);
  });
});
