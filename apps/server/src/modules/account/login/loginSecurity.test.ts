import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Refused } from "../../../errors/refused.ts";
import { userSessionDays } from "../../../http/session/sessionLifetimes.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestVisitor, emailsTo, createLoginShop } from "../../../../test/accounts/login.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import { retentionJob } from "../../../jobs/retention/deleteOldRows.ts";
import { passwordHashCount, verifyPassword } from "../../identity/password/hashPassword.ts";
import { moveClock } from "../../../../test/database/moveClock.ts";

let server: TestApp;
let secure: TestApp;
let shop: TestShop;
let days = 0;
const lines: string[] = [];
const password = "Lantern-Quay-7";
beforeAll(async () => {
  server = await openTestApp({ logger: { level: "info", stream: { write: (line: string) => void lines.push(line) } } });
  secure = await openTestApp({ secureCookies: true }, server);
  shop = await createLoginShop(server, "otp_or_password", {
    configuration: { login: { link_needs: "zip_code" } },
    seller: { web: JSON.stringify({ external_urls: { logout: "https://id.example/logout" } }) },
  });
  moveClock(server.connections, () => `${days} days`);
});
afterEach(() => {
  days = 0;
});
afterAll(async () => {
  await secure.close();
  await server.close();
});

let nth = 0;
const caller = (of = server) => new TestVisitor(of, shop, { from: `203.0.113.${(nth += 1)}` });

test("the log contains nothing that visitors typed when logging in", async () => {
  const email = "canary-bird@secret-place.example";
  const user = await createTestUser(server.db, shop, {
    email,
    password,
    first_name: "Cannarina",
    last_name: "Birdsong",
  });
  lines.length = 0;
  const ada = caller();
  await ada.post("/login", { username: email, password: "Wrong-Canary-99" });
  await ada.post("/login", { username: email, password });
  await ada.post("/login", { jwt: "canary.jwt.signature" });
  await ada.post("/login/by_link?zip_code=90210", { scan_code: "CANARY7777", zip_code: "90210" });
  await ada.post("/login/by_link", { scan_code: "CANARY7777", zip_code: "90210" });
  const otp = await ada.post("/login/request_otp", {
    email,
    state: shop.slug,
    provider: "ecomm",
    redirect_path: "/canary-path",
  });
  await ada.post("/login/submit_otp", { token: otp.body.token, otp: "777777" });
  await ada.post("/password_reset/request", { email });
  const token = /token=([\w-]{43})/.exec((await emailsTo(server, email)).map(({ text }) => text).join("\n"))?.[1] ?? "";
  await ada.post("/password_reset/validate", { token });
  await ada.post("/password_reset/reset", { token, password: "Canary-Kettle-31" });
  await ada.postWithCaptcha("/user", {
    first_name: "Cannarina",
    last_name: "Birdsong",
    email,
    password: "Canary-Kettle-31",
  });
  await ada.post("/giftee", { first_name: "Cannarina", last_name: "Birdsong", email });
  const log = lines.join("");
  for (const event of ["login_failed", "logged_in", "password_reset"]) expect(log).toContain(event);
  for (const secret of [
    "canary",
    "Cannarina",
    "Birdsong",
    "90210",
    "777777",
    token,
    String(otp.body.token),
    ada.session ?? "no session",
    "argon2",
  ])
    expect(log.toLowerCase(), secret).not.toContain(secret.toLowerCase());
  expect(log).toContain(user.identity_id);
});

describe("the cookies of a login", () => {
  test("the cookies of a login are bound to the site, and scripts cannot read the session's", async () => {
    const { email } = await createTestUser(server.db, shop, { password });
    const of = async (app: TestApp) => {
      const { headers } = await caller(app).post("/login", { username: email, password });
      return (headers["set-cookie"] as readonly string[]).map((cookie) => cookie.replace(/=[^;]*/, "=…"));
    };
    const age = 180 * 24 * 3600;
    expect(await of(server)).toEqual([
      `foyer.${shop.slug}=…; Max-Age=${age}; Path=/; HttpOnly; SameSite=Lax`,
      `foyer-in.${shop.slug}=…; Max-Age=${age}; Path=/; SameSite=Lax`,
    ]);
    expect(await of(secure)).toEqual([
      `__Host-foyer.${shop.slug}=…; Max-Age=${age}; Path=/; HttpOnly; Secure; SameSite=Lax`,
      `foyer-in.${shop.slug}=…; Max-Age=${age}; Path=/; Secure; SameSite=Lax`,
    ]);
  });
  test("the cookies of a login do not log in by the readable cookie alone", async () => {
    const liar = new TestVisitor(server, shop, { cookie: `foyer-in.${shop.slug}=full` });
    expect((await liar.get("/my/user")).body.user._data).toEqual([]);
  });
});

describe("a user stays logged in", () => {
  const logInAda = async () => {
    const { email } = await createTestUser(server.db, shop, { password });
    const ada = caller();
    await ada.post("/login", { username: email, password });
    return async (day: number) => {
      days = day;
      return (await ada.get("/my/user")).body.user._data.length === 1;
    };
  };
  test("a user stays logged in for fourteen days after their last visit", async () => {
    const isLoggedIn = await logInAda();
    expect(await isLoggedIn(userSessionDays.idle - 1)).toBe(true);
    expect(await isLoggedIn(2 * userSessionDays.idle - 2)).toBe(true);
    expect(await isLoggedIn(3 * userSessionDays.idle)).toBe(false);
  });
  test("a user stays logged in for sixty days at most", async () => {
    const isLoggedIn = await logInAda();
    for (let day = 10; day < userSessionDays.absolute; day += 10)
      expect(await isLoggedIn(day), `day ${day}`).toBe(true);
    expect(await isLoggedIn(userSessionDays.absolute + 1)).toBe(false);
  });
});

test("a logout returns the external logout URL after an external login only", async () => {
  const { email, identity_id } = await createTestUser(server.db, shop, { password });
  const ada = caller();
  await ada.post("/login", { username: email, password });
  expect((await ada.post("/logout", {})).body.logout_url).toBeNull();
  await ada.post("/login", { username: email, password });
  await server.db
    .updateTable("visitor_session")
    .set({ external: JSON.stringify({ id_token: "x" }) })
    .where("identity_id", "=", identity_id)
    .execute();
  expect((await ada.post("/logout", {})).body).toEqual({ logged_out: true, logout_url: "https://id.example/logout" });
});

test("retention deletes expired secrets and attempts, and no others", async () => {
  const deleteOldRows = retentionJob({ connections: server.connections, log: server.app.log, retentionDays: {} }, 0);
  const { email } = await createTestUser(server.db, shop, { password });
  const ask = () => caller().post("/password_reset/request", { email });
  const kept = async () => {
    const tokens = await server.db.selectFrom("login_token").select("id").where("email", "=", email).execute();
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from login_attempt where seller_id = ${shop.seller_id}::uuid and action = 'reset'`.execute(
      server.db,
    );
    return { tokens: tokens.length, tries: rows[0]?.count };
  };
  await server.db.deleteFrom("login_attempt").execute();
  await ask();
  await deleteOldRows();
  expect(await kept()).toEqual({ tokens: 1, tries: 1 });
  days = 1.5;
  await deleteOldRows();
  expect(await kept()).toEqual({ tokens: 0, tries: 0 });
});

test("passwords are hashed two at a time, and beyond thirty waiting they are refused", async () => {
  const before = passwordHashCount();
  const refusals: unknown[] = [];
  const flood = Array.from({ length: 40 }, () =>
    verifyPassword(password, null).catch((error: unknown) => void refusals.push(error)),
  );
  await turn();
  expect(passwordHashCount() - before).toBe(2);
  expect(refusals.map((error) => (error instanceof Refused ? error.code : error))).toEqual(
    Array(8).fill("unavailable"),
  );
  await Promise.all(flood);
});
