import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestVisitor, emailsTo, createLoginShop, responseCode } from "../../../../test/accounts/login.ts";
import { limitSession, createTestUser, type TestUser } from "../../../../test/accounts/members.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { moveClock } from "../../../../test/database/moveClock.ts";

let server: TestApp;
let shop: TestShop;
let seconds = 0;
const password = "Lantern-Quay-7";
const newPassword = "Kettle.Violet.31";
beforeAll(async () => {
  server = await openTestApp();
  shop = await createLoginShop(server, "password");
  moveClock(server.connections, () => `${seconds} seconds`);
});
afterEach(() => {
  seconds = 0;
});
afterAll(() => server.close());

let nth = 0;
const caller = () => new TestVisitor(server, shop, { from: `203.0.113.${(nth += 1)}` });
const newUser = (): Promise<TestUser> => createTestUser(server.db, shop, { password });
/** Requests a link and returns its token from the e-mail. */
const linkFor = async (email: string): Promise<string> => {
  expect((await caller().post("/password_reset/request", { email })).body).toEqual({ requested: true });
  const [message] = await emailsTo(server, email);
  return /reset-password\?token=([\w-]+)/.exec(message?.text ?? "")?.[1] ?? "";
};
const loginWith = async (email: string, password: string) =>
  (await caller().post("/login", { username: email, password })).status;

describe("a link to set a password", () => {
  test("shows the address, sets the password once, and opens no session", async () => {
    const { email } = await newUser();
    const token = await linkFor(email);
    expect(token).toHaveLength(43);
    const ada = caller();
    expect((await ada.post("/password_reset/validate", { token })).body).toEqual({ email });
    expect((await ada.post("/password_reset/reset", { token, password: newPassword })).body).toEqual({ reset: true });
    expect(ada.session).toBeUndefined();
    expect(await loginWith(email, password)).toBe(401);
    expect(await loginWith(email, newPassword)).toBe(200);
    for (const path of ["validate", "reset"])
      expect(
        responseCode(
          await ada.post(`/password_reset/${path}`, { token, ...(path === "reset" && { password: newPassword }) }),
        ),
      ).toBe("validate_failed:login");
    expect((await emailsTo(server, email))[0]?.kind).toBe("password_changed");
  });

  test("revokes a code that was sent before", async () => {
    const both = await createLoginShop(server, "otp_or_password");
    const { email } = await createTestUser(server.db, both, { password });
    const at = () => new TestVisitor(server, both, { from: `203.0.113.${(nth += 1)}` });
    const reader = at();
    const count = await reader.post("/login/request_otp", { email, state: both.slug, provider: "ecomm" });
    const [message] = await emailsTo(server, email);
    const otp = /Your code: (\w{6})/.exec(message?.text ?? "")?.[1];
    await at().post("/password_reset/request", { email });
    const link = (await emailsTo(server, email)).find(({ kind }) => kind === "password_reset");
    const token = /reset-password\?token=([\w-]+)/.exec(link?.text ?? "")?.[1];
    expect((await at().post("/password_reset/reset", { token, password: newPassword })).status).toBe(200);
    seconds = 3;
    expect(responseCode(await reader.post("/login/submit_otp", { token: count.body.token, otp }))).toBe(
      "otp_token_expired:login",
    );
  });

  test("ends all sessions, including limited ones", async () => {
    const user = await newUser();
    const [one, two] = [caller(), caller()];
    for (const each of [one, two]) await each.post("/login", { username: user.email, password });
    const lim = new TestBuyer(server, shop);
    await lim.hold(1);
    await limitSession(server.db, lim, user.identity_id);
    const stranger = await newUser();
    const theirs = new TestVisitor(server, shop, { cookie: stranger.cookie });
    const token = await linkFor(user.email);
    await caller().post("/password_reset/reset", { token, password: newPassword });
    for (const each of [
      one,
      two,
      new TestVisitor(server, shop, { cookie: user.cookie }),
      new TestVisitor(server, shop, { cookie: lim.cookie }),
    ])
      expect((await each.get("/my/user")).body.user._data).toEqual([]);
    expect((await theirs.get("/my/user")).body.user._data).toHaveLength(1);
  });

  test("verifies the address that it was sent to", async () => {
    const user = await newUser();
    await server.db
      .updateTable("user_login")
      .set({ email_verified_at: null })
      .where("identity_id", "=", user.identity_id)
      .execute();
    await caller().post("/password_reset/reset", { token: await linkFor(user.email), password: newPassword });
    const row = await server.db
      .selectFrom("user_login")
      .select("email_verified_at")
      .where("identity_id", "=", user.identity_id)
      .executeTakeFirstOrThrow();
    expect(row.email_verified_at).not.toBeNull();
  });

  test("sets a first password", async () => {
    const { email } = await createTestUser(server.db, shop);
    await caller().post("/password_reset/reset", { token: await linkFor(email), password: newPassword });
    expect(await loginWith(email, newPassword)).toBe(200);
  });

  test("expires after half an hour", async () => {
    const { email } = await newUser();
    const token = await linkFor(email);
    seconds = 1801;
    expect(responseCode(await caller().post("/password_reset/validate", { token }))).toBe("validate_failed:login");
    expect(responseCode(await caller().post("/password_reset/reset", { token, password: newPassword }))).toBe(
      "validate_failed:login",
    );
    seconds = 1790;
    expect((await caller().post("/password_reset/reset", { token, password: newPassword })).status).toBe(200);
  });

  test("replaces an earlier link of the same browser", async () => {
    const { email } = await newUser();
    const guest = new TestBuyer(server, shop);
    await guest.hold(1);
    const browser = new TestVisitor(server, shop, { from: "203.0.112.9", cookie: guest.cookie });
    const newLink = async () => {
      await browser.post("/password_reset/request", { email });
      return /reset-password\?token=([\w-]+)/.exec((await emailsTo(server, email))[0]?.text ?? "")?.[1] ?? "";
    };
    const [first, second] = [await newLink(), await newLink()];
    const validity = async (token: string) => (await caller().post("/password_reset/validate", { token })).status;
    expect([await validity(first), await validity(second)]).toEqual([422, 200]);
  });

  test.each([
    ["unknown", "x".repeat(43), "not_found:login"],
    ["empty", "", "not_found:login"],
    ["too long", "x".repeat(65), "validation_failed:general"],
  ])("a link to set a password is refused if its token is %s", async (_, token, expected) => {
    const answer = await caller().post("/password_reset/validate", { token });
    expect(responseCode(answer)).toBe(expected);
    if (expected === "not_found:login")
      expect(answer.body._data[0]._description).toBe("This reset link is not valid. It may have expired.");
  });

  test("a link to set a password does not work at another seller", async () => {
    const { email } = await newUser();
    const token = await linkFor(email);
    const other = new TestVisitor(server, await createLoginShop(server, "password"));
    expect(responseCode(await other.post("/password_reset/validate", { token }))).toBe("not_found:login");
  });

  test("a link to set a password is refused if its token has another purpose", async () => {
    const { email } = await newUser();
    const token = await linkFor(email);
    await server.db.updateTable("login_token").set({ purpose: "email" }).where("email", "=", email).execute();
    expect(responseCode(await caller().post("/password_reset/validate", { token }))).toBe("not_found:login");
  });

  test.each([
    ["that is short", "Lant-7", ["short"]],
    ["without capitals and digits", "lantern-quay", ["few_classes"]],
    ["that is common", "Password1!", ["common"]],
    ["with the user's name", "Lovelace1815!", ["common"]],
    ["of 2000 characters", `Aa1-${"x".repeat(1990)}`, ["long"]],
  ])("refuses a password %s, and can be used again", async (_, weak, problems) => {
    const { email } = await newUser();
    const token = await linkFor(email);
    const { status, body } = await caller().post("/password_reset/reset", { token, password: weak });
    expect(status).toBe(422);
    expect(body._data[0]._extra).toEqual({
      fields: ["password"],
      problems: problems.map((message) => ({ field: "password", message })),
    });
    expect(JSON.stringify(body)).not.toContain(weak);
    expect((await caller().post("/password_reset/reset", { token, password: newPassword })).status).toBe(200);
  });
});

describe("requesting a reset link", () => {
  test("gives the same answer for known and unknown addresses", async () => {
    const { email } = await newUser();
    const answer = async (address: string) => {
      const { status, body } = await caller().post("/password_reset/request", { email: address });
      const rows = await server.db
        .selectFrom("login_token")
        .select(["purpose", "uses"])
        .where("email", "=", address)
        .execute();
      return { status, body, rows };
    };
    expect(await answer("unknown@example.org")).toEqual(await answer(email));
    expect(await emailsTo(server, "unknown@example.org")).toEqual([]);
  });

  test("sends three e-mails in an hour for one address, and more with a captcha; each link keeps working", async () => {
    for (const email of [(await newUser()).email, "stranger@example.org"]) {
      const ask = (solved: boolean) =>
        solved
          ? caller().postWithCaptcha("/password_reset/request", { email })
          : caller().post("/password_reset/request", { email });
      for (let count = 0; count < 3; count++) expect((await ask(false)).status).toBe(200);
      expect(responseCode(await ask(false))).toBe("captcha_required:captcha");
      expect((await ask(true)).body).toEqual({ requested: true });
    }
    const { email } = await newUser();
    const token = await linkFor(email);
    for (let stranger = 0; stranger < 4; stranger++)
      await caller().postWithCaptcha("/password_reset/request", { email });
    expect(await emailsTo(server, email)).toHaveLength(5);
    expect((await caller().post("/password_reset/validate", { token })).status).toBe(200);
  });

  test("sends thirty e-mails a day for one address without telling", async () => {
    const { email } = await newUser();
    for (let count = 0; count < 33; count++)
      expect((await caller().postWithCaptcha("/password_reset/request", { email })).body).toEqual({ requested: true });
    expect(await emailsTo(server, email)).toHaveLength(30);
  });

  test("allows twenty requests from one network", async () => {
    const prober = new TestVisitor(server, shop, { from: "198.51.100.7" });
    for (let count = 0; count < 20; count++)
      expect((await prober.post("/password_reset/request", { email: `n${count}@example.org` })).status).toBe(200);
    expect(responseCode(await prober.post("/password_reset/request", { email: "n20@example.org" }))).toBe(
      "captcha_required:captcha",
    );
    expect((await caller().post("/password_reset/request", { email: "n20@example.org" })).status).toBe(200);
  });

  test.each(["ada", "ada@example", "a@example.org, b@example.org", "a@example.org\nBcc: b@example.org"])(
    "refuses %j as an address",
    async (email) =>
      expect(responseCode(await caller().post("/password_reset/request", { email }))).toMatch(/^validat/),
  );

  test.each([
    { host: "evil.example" },
    { "x-forwarded-host": "evil.example" },
    { forwarded: "host=evil.example;proto=https" },
    { host: "localhost@evil.example" },
    { "x-original-host": "evil.example", "x-host": "evil.example" },
    { referer: "https://evil.example/" },
  ])("links to the shop's own origin, whatever the headers %j say", async (headers) => {
    const { email } = await newUser();
    await caller().post("/password_reset/request", { email }, headers as Record<string, string>);
    const [message] = await emailsTo(server, email);
    expect(message?.text.match(/https?:\/\/[^\s/]+/g)).toEqual(["http://localhost"]);
  });
});
