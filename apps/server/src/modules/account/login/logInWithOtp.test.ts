import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { removeGuard, restoreGuards } from "../../../db/faultPoints.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestVisitor, emailsTo, createLoginShop, responseCode } from "../../../../test/accounts/login.ts";
import { createTestUser, type TestUser } from "../../../../test/accounts/members.ts";

let server: TestApp;
let shop: TestShop;
let seconds = 0;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createLoginShop(server, "otp");
  // Every statement is said at the second that the test has come to.
  server.connections.pool.on("acquire", (client) => void client.query(`set app.clock = '${seconds} seconds'`));
});
afterEach(() => {
  restoreGuards();
  seconds = 0;
});
afterAll(() => server.close());

const newUser = (): Promise<TestUser> => createTestUser(server.db, shop);
const request = (email: string) => ({ email, state: shop.slug, provider: "ecomm" });
/** Asks for a code, and lets the two seconds pass that its letter takes. */
const requestCode = async (email: string, caller = new TestVisitor(server, shop)) => {
  const { body } = await caller.post("/login/request_otp", { ...request(email), state: caller.shop.slug });
  seconds += 3;
  const code = async () => /Your code: (\w{6})/.exec((await emailsTo(server, email))[0]?.text ?? "")?.[1] ?? "";
  return { caller, token: String(body.token), code };
};
const wrongCodeFor = (code: string): string => (code === "000000" ? "000001" : "000000");

describe("a one-time code", () => {
  test("of six digits comes with a letter and its link, and lets in once", async () => {
    const { email, identity_id } = await newUser();
    const { caller, token, code } = await requestCode(email);
    const [letter] = await emailsTo(server, email);
    const otp = await code();
    expect(otp).toMatch(/^\d{6}$/);
    expect(letter?.kind).toBe("login_code");
    expect(letter?.text).toContain(`http://localhost/${shop.slug}/login?otp=${otp}`);
    expect(letter?.text).toContain("good for 10 minutes");
    expect(letter?.text).not.toContain(token);
    const { status, body } = await caller.post("/login/submit_otp", { token, otp: ` ${otp} ` });
    expect([status, body.user._data[0].id]).toEqual([200, identity_id]);
    // The session is another one: the code is nobody's any more.
    expect(responseCode(await caller.post("/login/submit_otp", { token, otp }))).toBe("otp_token_expired:login");
  });

  test("of letters and digits where the seller wants it, typed in any case", async () => {
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

  test("is not there before its letter can be, known or not", async () => {
    const { email } = await newUser();
    for (const address of [email, "nobody@example.org"]) {
      const { caller, token } = await requestCode(address);
      seconds -= 3;
      expect(responseCode(await caller.post("/login/submit_otp", { token, otp: "123456" }))).toBe(
        "not_available_yet:login",
      );
      seconds += 3;
      // It has cost no attempt.
      const { body } = await caller.post("/login/submit_otp", { token, otp: "12345A" });
      expect(body._data[0]._extra).toEqual({ attempts_left: 2 });
    }
  });

  test("can be tried three times (T89)", async () => {
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

  test.each(["12345", "1234567", "12 456", "12345é", ""])("%j is no code and costs nothing", async (otp) => {
    const { email } = await newUser();
    const { caller, token, code } = await requestCode(email);
    for (let nth = 0; nth < 4; nth++)
      expect(responseCode(await caller.post("/login/submit_otp", { token, otp }))).toMatch(/^validation_failed/);
    expect((await caller.post("/login/submit_otp", { token, otp: await code() })).status).toBe(200);
  });

  test("is over after ten minutes", async () => {
    const { email } = await newUser();
    const { caller, token, code } = await requestCode(email);
    const otp = await code();
    seconds = 601;
    expect(responseCode(await caller.post("/login/submit_otp", { token, otp }))).toBe("otp_token_expired:login");
    seconds = 598;
    expect((await caller.post("/login/submit_otp", { token, otp })).status).toBe(200);
  });

  describe("is bound (T90): nothing comes of it", () => {
    test("in another browser", async () => {
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
    test("with the token of another address", async () => {
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
    test("at another seller's", async () => {
      const { email } = await newUser();
      const { caller, token, code } = await requestCode(email);
      const other = await createLoginShop(server, "otp");
      const there = new TestVisitor(server, other, { cookie: `foyer.${other.slug}=${caller.session}` });
      expect(responseCode(await there.post("/login/submit_otp", { token, otp: await code() }))).toBe(
        "otp_token_expired:login",
      );
    });
    test("with an older request: the newer one takes its place", async () => {
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

  test.each([
    [["otp_good"], "otp_token_expired:login"],
    [["token_once"], "otp_token_expired:login"],
    [["otp_good", "token_once"], 200],
  ])("that is over is asked twice, and either is enough: without %j %s", async (guards, expected) => {
    const { email } = await newUser();
    const { caller, token, code } = await requestCode(email);
    const old = await code();
    await requestCode(email, caller);
    for (const guard of guards) removeGuard(guard);
    expect(responseCode(await caller.post("/login/submit_otp", { token, otp: old }))).toBe(expected);
  });
  test("whose time is over is kept out by a constraint as well", async () => {
    const { email } = await newUser();
    const { caller, token, code } = await requestCode(email);
    const otp = await code();
    removeGuard("otp_good");
    removeGuard("token_once");
    seconds = 601;
    await expect(caller.post("/login/submit_otp", { token, otp })).rejects.toThrow("A bug");
  });

  test("puts out whoever registered under its address before and never read a letter to it (pre-hijacking)", async () => {
    const both = await createLoginShop(server, "otp_or_password");
    const laidInWait = async () => {
      const eve = await createTestUser(server.db, both, { password: "Lantern-Quay-7" });
      await server.db
        .updateTable("user_login")
        .set({ email_proved_at: null })
        .where("identity_id", "=", eve.identity_id)
        .execute();
      const owner = new TestVisitor(server, both);
      const { token, code } = await requestCode(eve.email, owner);
      const entered = await owner.post("/login/submit_otp", { token, otp: await code() });
      const still = await new TestVisitor(server, both, { cookie: eve.cookie }).get("/my/user");
      const password = { username: eve.email, password: "Lantern-Quay-7" };
      return [
        entered.body.user._data[0].has_password,
        still.body.user._data.length,
        responseCode(await new TestVisitor(server, both).post("/login", password)),
        (await owner.get("/my/user")).body.user._data[0]?.id === eve.identity_id,
      ];
    };
    expect(await laidInWait()).toEqual([false, 0, "not_authorized:login", true]);
    removeGuard("unverified_users");
    expect(await laidInWait()).toEqual([true, 1, 200, true]);
  });

  test("is asked for five times in an hour for one address, whoever asks (T89)", async () => {
    for (const email of [(await newUser()).email, "somebody@example.org"]) {
      const statuses: number[] = [];
      for (let nth = 0; nth < 6; nth++)
        statuses.push((await new TestVisitor(server, shop).post("/login/request_otp", request(email))).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
    seconds = 3601;
    expect(
      (await new TestVisitor(server, shop).post("/login/request_otp", request("somebody@example.org"))).status,
    ).toBe(200);
  });

  test("of an address that nobody has: the same answer and the same rows but the letter", async () => {
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

  test("is not sent to what is no address, or for another seller", async () => {
    const caller = new TestVisitor(server, shop);
    expect(responseCode(await caller.post("/login/request_otp", request("ada")))).toBe("validate_not_email:login");
    expect(responseCode(await caller.post("/login/request_otp", { ...request("a@example.org"), state: "other" }))).toBe(
      "validation_failed:login",
    );
    expect(responseCode(await caller.post("/login/request_otp", { ...request("a@example.org"), provider: "x" }))).toBe(
      "validation_failed:general",
    );
  });

  test("and what opens with it are kept as hashes, the code's under the house's own key", async () => {
    const { email } = await newUser();
    const { token, code } = await requestCode(email);
    const otp = await code();
    const { rows } = await sql<{
      all: string;
    }>`select row_to_json(t)::text as all from login_token t where email = ${email}`.execute(server.db);
    const kept = rows[0]?.all ?? "";
    for (const secret of [token, otp]) {
      expect(kept).not.toContain(secret);
      // Bytes are shown as such: neither the secret itself nor, of a code, what anybody could make of each of a million.
      expect(kept).not.toContain(Buffer.from(secret).toString("hex"));
    }
    expect(kept).not.toContain(createHash("sha256").update(otp).digest("hex"));
    expect(kept).toContain(createHash("sha256").update(token).digest("hex"));
  });
});
