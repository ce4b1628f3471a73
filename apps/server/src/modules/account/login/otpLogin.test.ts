import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestVisitor, emailsTo, createLoginShop, responseCode } from "../../../../test/accounts/login.ts";
import { createTestUser, type TestUser } from "../../../../test/accounts/members.ts";
import { moveClock } from "../../../../test/database/moveClock.ts";

let server: TestApp;
let shop: TestShop;
let seconds = 0;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createLoginShop(server, "otp");
  // The database clock runs `seconds` ahead.
  moveClock(server.connections, () => `${seconds} seconds`);
});
afterEach(() => {
  seconds = 0;
});
afterAll(() => server.close());

const newUser = (): Promise<TestUser> => createTestUser(server.db, shop);
const request = (email: string) => ({ email, state: shop.slug, provider: "ecomm" });
/** Requests a code, and skips the two seconds in which it cannot be used yet. */
const requestCode = async (email: string, caller = new TestVisitor(server, shop)) => {
  const { body } = await caller.post("/login/request_otp", { ...request(email), state: caller.shop.slug });
  seconds += 3;
  const code = async () => /Your code: (\w{6})/.exec((await emailsTo(server, email))[0]?.text ?? "")?.[1] ?? "";
  return { caller, token: String(body.token), code };
};
const wrongCodeFor = (code: string): string => (code === "000000" ? "000001" : "000000");

describe("a one-time code", () => {
  test("a one-time code has six digits, comes by e-mail with a link, and works once", async () => {
    const { email, identity_id } = await newUser();
    const { caller, token, code } = await requestCode(email);
    const [message] = await emailsTo(server, email);
    const otp = await code();
    expect(otp).toMatch(/^\d{6}$/);
    expect(message?.kind).toBe("login_code");
    expect(message?.text).toContain(`http://localhost/${shop.slug}/login?otp=${otp}`);
    expect(message?.text).toContain("expires in 10 minutes");
    expect(message?.text).not.toContain(token);
    const { status, body } = await caller.post("/login/submit_otp", { token, otp: ` ${otp} ` });
    expect([status, body.user._data[0].id]).toEqual([200, identity_id]);
    // The login opened another session, so the code is no longer bound to this browser.
    expect(responseCode(await caller.post("/login/submit_otp", { token, otp }))).toBe("otp_token_expired:login");
  });

  test("a one-time code has letters and digits if the seller wants it, in any case", async () => {
    const letters = await createLoginShop(server, "otp_or_password", {
      configuration: { login: { otp_alphanumeric: true } },
    });
    const codes: string[] = [];
    for (let nth = 0; nth < 3; nth++) {
      const { email } = await createTestUser(server.db, letters);
      const caller = new TestVisitor(server, letters);
      const { body } = await caller.post("/login/request_otp", { ...request(email), state: letters.slug });
      const otp = /Your code: (\w{6})/.exec((await emailsTo(server, email))[0]?.text ?? "")?.[1] ?? "";
      codes.push(otp);
      seconds += 3;
      expect((await caller.post("/login/submit_otp", { token: body.token, otp: otp.toLowerCase() })).status).toBe(200);
    }
    expect(codes.join("")).toMatch(/^[2-9A-HJ-NP-TV-Z]{18}$/);
    expect(codes.join("")).toMatch(/[A-Z]/);
  });

  test("a one-time code cannot be tried before its e-mail can have arrived, known address or not", async () => {
    const { email } = await newUser();
    for (const address of [email, "nobody@example.org"]) {
      const { caller, token } = await requestCode(address);
      seconds -= 3;
      expect(responseCode(await caller.post("/login/submit_otp", { token, otp: "123456" }))).toBe(
        "not_available_yet:login",
      );
      seconds += 3;
      // No attempt was counted.
      const { body } = await caller.post("/login/submit_otp", { token, otp: "12345A" });
      expect(body._data[0]._extra).toEqual({ attempts_left: 2 });
    }
  });

  test("allows three attempts", async () => {
    const { email } = await newUser();
    const { caller, token, code } = await requestCode(email);
    const right = await code();
    const otp = wrongCodeFor(right);
    for (const left of [2, 1, 0]) {
      const { body } = await caller.post("/login/submit_otp", { token, otp });
      expect(body._data[0]).toMatchObject({
        _code: "otp_incorrect",
        _description: "The passcode you entered is invalid.",
        _extra: { attempts_left: left },
      });
    }
    expect(responseCode(await caller.post("/login/submit_otp", { token, otp: right }))).toBe("otp_token_expired:login");
  });

  test.each(["12345", "1234567", "12 456", "12345é", ""])(
    "refuses the malformed code %j without counting an attempt",
    async (otp) => {
      const { email } = await newUser();
      const { caller, token, code } = await requestCode(email);
      for (let nth = 0; nth < 4; nth++)
        expect(responseCode(await caller.post("/login/submit_otp", { token, otp }))).toMatch(/^validation_failed/);
      expect((await caller.post("/login/submit_otp", { token, otp: await code() })).status).toBe(200);
    },
  );

  test("expires after ten minutes", async () => {
    const { email } = await newUser();
    const { caller, token, code } = await requestCode(email);
    const otp = await code();
    seconds = 601;
    expect(responseCode(await caller.post("/login/submit_otp", { token, otp }))).toBe("otp_token_expired:login");
    seconds = 598;
    expect((await caller.post("/login/submit_otp", { token, otp })).status).toBe(200);
  });

  describe("is bound to its request: it is refused", () => {
    test("a one-time code is bound to its request: it is refused in another browser", async () => {
      const { email } = await newUser();
      const { token, code, caller } = await requestCode(email);
      const thief = new TestVisitor(server, shop);
      await thief.post("/login/request_otp", request("thief@example.org"));
      const otp = await code();
      expect(responseCode(await thief.post("/login/submit_otp", { token, otp }))).toBe("otp_token_expired:login");
      expect(responseCode(await new TestVisitor(server, shop).post("/login/submit_otp", { token, otp }))).toBe(
        "otp_token_expired:login",
      );
      expect((await caller.post("/login/submit_otp", { token, otp })).status).toBe(200);
    });
    test("a one-time code is bound to its request: it is refused with the token of another address", async () => {
      const [one, two] = [await newUser(), await newUser()];
      const caller = new TestVisitor(server, shop);
      const first = await requestCode(one.email, caller);
      const second = await requestCode(two.email, caller);
      const otp = await first.code();
      expect(responseCode(await caller.post("/login/submit_otp", { token: second.token, otp }))).toMatch(/^otp_/);
      expect((await caller.post("/login/submit_otp", { token: first.token, otp })).body.user._data[0].id).toBe(
        one.identity_id,
      );
    });
    test("a one-time code is bound to its request: it is refused at another seller", async () => {
      const { email } = await newUser();
      const { caller, token, code } = await requestCode(email);
      const other = await createLoginShop(server, "otp");
      const there = new TestVisitor(server, other, { cookie: `foyer.${other.slug}=${caller.session}` });
      expect(responseCode(await there.post("/login/submit_otp", { token, otp: await code() }))).toBe(
        "otp_token_expired:login",
      );
    });
    test("a one-time code is bound to its request: it is refused after a newer request", async () => {
      const { email } = await newUser();
      const { caller, token, code } = await requestCode(email);
      const old = await code();
      const newer = await requestCode(email, caller);
      expect(responseCode(await caller.post("/login/submit_otp", { token, otp: old }))).toBe("otp_token_expired:login");
      expect((await caller.post("/login/submit_otp", { token: newer.token, otp: await newer.code() })).status).toBe(
        200,
      );
    });
  });

  test("a one-time code cannot be marked as used after it expired: the database refuses it", async () => {
    const { email } = await newUser();
    await requestCode(email);
    seconds = 601;
    const markUsed = sql`update login_token set uses = 1, used_at = app_now() where email = ${email}`;
    await expect(markUsed.execute(server.db)).rejects.toThrow(/check constraint/);
  });

  test("locks out an attacker who registered its address without verifying it (pre-hijacking)", async () => {
    const both = await createLoginShop(server, "otp_or_password");
    const eve = await createTestUser(server.db, both, { password: "Lantern-Quay-7" });
    await server.db
      .updateTable("user_login")
      .set({ email_verified_at: null })
      .where("identity_id", "=", eve.identity_id)
      .execute();
    const owner = new TestVisitor(server, both);
    const { token, code } = await requestCode(eve.email, owner);
    const login = await owner.post("/login/submit_otp", { token, otp: await code() });
    expect(login.body.user._data[0].has_password).toBe(false);
    const session = new TestVisitor(server, both, { cookie: eve.cookie });
    expect((await session.get("/my/user")).body.user._data).toEqual([]);
    const withPassword = { username: eve.email, password: "Lantern-Quay-7" };
    expect(responseCode(await new TestVisitor(server, both).post("/login", withPassword))).toBe("not_authorized:login");
    expect((await owner.get("/my/user")).body.user._data[0]?.id).toBe(eve.identity_id);
  });

  test("a one-time code can be requested five times in an hour for one address, known or not, and then with a captcha", async () => {
    for (const email of [(await newUser()).email, "somebody@example.org"]) {
      const answers: (string | number)[] = [];
      for (let nth = 0; nth < 6; nth++)
        answers.push(responseCode(await new TestVisitor(server, shop).post("/login/request_otp", request(email))));
      expect(answers).toEqual([200, 200, 200, 200, 200, "captcha_required:captcha"]);
      const owner = new TestVisitor(server, shop);
      expect((await owner.postWithCaptcha("/login/request_otp", request(email))).status).toBe(200);
    }
    seconds = 3601;
    expect(
      (await new TestVisitor(server, shop).post("/login/request_otp", request("somebody@example.org"))).status,
    ).toBe(200);
  });

  test("a one-time code can be requested with a captcha twenty times a day from one network, and sixty times in all", async () => {
    const { email } = await newUser();
    const from = "203.0.113.20";
    const answers: number[] = [];
    for (let nth = 0; nth < 22; nth++)
      answers.push(
        (await new TestVisitor(server, shop, { from }).postWithCaptcha("/login/request_otp", request(email))).status,
      );
    expect(answers).toEqual([...Array(20).fill(200), 429, 429]);
    const elsewhere = (network: number) =>
      new TestVisitor(server, shop, { from: `198.51.100.${network}` }).postWithCaptcha(
        "/login/request_otp",
        request(email),
      );
    for (let network = 0; network < 40; network++) expect((await elsewhere(network)).status).toBe(200);
    expect(responseCode(await elsewhere(99))).toBe("too_many_requests:login");
    expect(await emailsTo(server, email)).toHaveLength(60);
    seconds = 24 * 3600 + 1;
    expect((await elsewhere(99)).status).toBe(200);
  });

  test("a one-time code is not invalidated by a stranger's requests for the same address", async () => {
    const { email } = await newUser();
    const { caller, token, code } = await requestCode(email);
    const otp = await code();
    const stranger = new TestVisitor(server, shop);
    for (let nth = 0; nth < 8; nth++) await stranger.post("/login/request_otp", request(email));
    expect((await caller.post("/login/submit_otp", { token, otp })).status).toBe(200);
    // A second browser of the owner.
    const second = new TestVisitor(server, shop);
    const asked = await second.postWithCaptcha("/login/request_otp", request(email));
    seconds += 3;
    const newer = /Your code: (\w{6})/.exec((await emailsTo(server, email))[0]?.text ?? "")?.[1];
    expect((await second.post("/login/submit_otp", { token: asked.body.token, otp: newer })).status).toBe(200);
  });

  test("a one-time code is not sent to an unknown address, with the same answer and rows otherwise", async () => {
    const { email } = await newUser();
    const rowsOf = async (address: string) => {
      const { body, status } = await new TestVisitor(server, shop).post("/login/request_otp", request(address));
      const tokens = await server.db
        .selectFrom("login_token")
        .select(["purpose", "attempts"])
        .where("email", "=", address)
        .execute();
      return { keys: Object.keys(body), length: String(body.token).length, status, tokens };
    };
    expect(await rowsOf("unknown@example.org")).toEqual(await rowsOf(email));
    expect(await emailsTo(server, "unknown@example.org")).toEqual([]);
  });

  test("a one-time code is refused for an invalid address or another seller", async () => {
    const caller = new TestVisitor(server, shop);
    expect(responseCode(await caller.post("/login/request_otp", request("ada")))).toBe("validate_not_email:login");
    expect(responseCode(await caller.post("/login/request_otp", { ...request("a@example.org"), state: "other" }))).toBe(
      "validation_failed:login",
    );
    expect(responseCode(await caller.post("/login/request_otp", { ...request("a@example.org"), provider: "x" }))).toBe(
      "validation_failed:general",
    );
  });

  test("a one-time code is stored as a hash like its token, signed with the application's key", async () => {
    const { email } = await newUser();
    const { token, code } = await requestCode(email);
    const otp = await code();
    const { rows } = await sql<{
      all: string;
    }>`select row_to_json(t)::text as all from login_token t where email = ${email}`.execute(server.db);
    const kept = rows[0]?.all ?? "";
    for (const secret of [token, otp]) {
      expect(kept).not.toContain(secret);
      // bytea columns appear as hex.
      expect(kept).not.toContain(Buffer.from(secret).toString("hex"));
    }
    expect(kept).not.toContain(createHash("sha256").update(otp).digest("hex"));
    expect(kept).toContain(createHash("sha256").update(token).digest("hex"));
  });
});
