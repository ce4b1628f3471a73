import { sql } from "kysely";
import { readerHeader, unattendedHeader } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import {
  auditOf,
  createStaff,
  forgetProof,
  mailsTo,
  OfficeBrowser,
  signedIn,
  staffPassword,
  tokenIn,
} from "../../../test/office/testStaff.ts";
import { totpCode } from "../../../test/office/totp.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { passwordHashCount } from "../../modules/identity/password/hashPassword.ts";

let server: TestApp;
let shop: TestShop;
let now = Temporal.Now.instant();
beforeAll(async () => {
  server = await openTestApp({ clock: () => now });
  shop = await createTestShop(server.db);
});
beforeEach(() => void (now = Temporal.Now.instant()));
afterAll(() => server.close());

const codeOf = (secret: string, step = 0): string => totpCode(secret, step, now.epochMilliseconds);

/** An account with an authenticator app, and the browser that set it up. */
const withFactor = async () => {
  const browser = await signedIn(server, shop, ["manager"]);
  const begun = await browser.post("/me/second_factor");
  const secret = begun.body.secret as string;
  const confirmed = await browser.post("/me/second_factor/confirm", { code: codeOf(secret, -1) });
  expect(confirmed.status).toBe(200);
  return { browser, secret, person: browser.person, codes: confirmed.body.recovery_codes as string[] };
};

describe("signing in", () => {
  test("answers a wrong password, an unknown address and an account of the demo in production alike", async () => {
    const person = await createStaff(server.db, shop.seller_id, ["manager"]);
    const browser = new OfficeBrowser(server);
    const hashes = passwordHashCount();
    const wrong = await browser.post("/sign_in", { email: person.email, password: "nothing of the kind" });
    const unknown = await browser.post("/sign_in", { email: "nobody@staff.example", password: staffPassword });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect({ ...unknown.body, request_id: "" }).toEqual({ ...wrong.body, request_id: "" });
    expect(passwordHashCount() - hashes).toBe(2);
    expect(browser.cookie).toBeUndefined();
  });

  test("works for an account whose address is from before the rule for addresses, which invitations refuse", async () => {
    const email = `a..${crypto.randomUUID().slice(0, 8)}@x.example`;
    const owner = await signedIn(server, shop, ["owner"], { email });
    expect((await owner.get("/me")).body).toMatchObject({ email });
    const refused = await owner.post("/staff/invite", { email: `b${email}`, roles: ["scanner"] });
    expect([refused.status, refused.body._data[0]._code]).toEqual([422, "validation_failed"]);
  });

  test("sets a cookie that scripts cannot read and other sites cannot send", async () => {
    const person = await createStaff(server.db, shop.seller_id, ["manager"]);
    const { headers } = await new OfficeBrowser(server).signIn(person);
    expect(String(headers["set-cookie"])).toMatch(/^foyer-office=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    const { rows } = await server.connections.pool.query("select length(token_hash) as n from staff_sign_in limit 1");
    expect(rows).toEqual([{ n: 32 }]);
  });

  test("asks for a code where there is a second factor, and takes each code once", async () => {
    const { person, secret } = await withFactor();
    const browser = new OfficeBrowser(server);
    expect((await browser.signIn(person)).body).toEqual({ state: "code_needed" });
    expect((await browser.signIn(person, { code: "000000" })).status).toBe(401);
    const code = codeOf(secret);
    const [one, other] = await Promise.all([
      browser.signIn(person, { code }),
      new OfficeBrowser(server).signIn(person, { code }),
    ]);
    expect([one.status, other.status].toSorted()).toEqual([200, 401]);
    expect((await new OfficeBrowser(server).signIn(person, { code })).status).toBe(401);
  });

  test.each([
    ["the step after", 1, 200],
    ["two steps after", 2, 401],
    ["two steps before", -2, 401],
  ])("replies to a code of %s with %i: %i", async (_, step, status) => {
    const { person, secret } = await withFactor();
    expect((await new OfficeBrowser(server).signIn(person, { code: codeOf(secret, step) })).status).toBe(status);
  });

  test("accepts a recovery code once, and notifies its owner", async () => {
    const { person, codes } = await withFactor();
    expect(new Set(codes).size).toBe(10);
    const [code = ""] = codes;
    expect((await new OfficeBrowser(server).signIn(person, { code: code.toLowerCase() })).status).toBe(200);
    expect((await new OfficeBrowser(server).signIn(person, { code })).status).toBe(401);
    const kinds = (await mailsTo(server.db, person.email)).map(({ message }) => message.subject);
    expect(kinds).toContainEqual(expect.stringContaining("A recovery code was used"));
    const stored = JSON.stringify(await server.db.selectFrom("staff_recovery_code").selectAll().execute());
    expect(stored).not.toContain(code.replace("-", ""));
  });

  test("notifies its owner of a recovery code that confirms a change, and records it", async () => {
    const { browser, person, codes } = await withFactor();
    expect((await browser.post("/step_up", { code: codes[1] })).status).toBe(200);
    expect((await browser.post("/step_up", { code: codes[1] })).status).toBe(422);
    const mails = (await mailsTo(server.db, person.email)).filter(({ message }) =>
      message.subject.startsWith("A recovery code was used"),
    );
    expect(mails.map(({ message }) => message.text)).toEqual([expect.stringContaining("You have 9 left.")]);
    const entries = await auditOf(server.db, shop.seller_id);
    const own = entries.filter(({ staff_id }) => staff_id === person.id).map(({ action }) => action);
    expect(own).toContain("staff.recovery_code_used");
  });

  test("refuses the sixth wrong attempt for an account, known or not, whatever is typed then", async () => {
    const person = await createStaff(server.db, shop.seller_id, ["manager"]);
    for (const email of [person.email, "stranger@staff.example"]) {
      const browser = new OfficeBrowser(server);
      for (const _ of [1, 2, 3, 4, 5])
        expect((await browser.post("/sign_in", { email, password: "wrong wrong wrong" })).status).toBe(401);
      const refused = await browser.signIn({ email });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(600);
    }
  });

  test("counts parallel attempts before it compares anything", async () => {
    const person = await createStaff(server.db, shop.seller_id, ["manager"]);
    const tries = Array.from({ length: 12 }, () =>
      new OfficeBrowser(server).post("/sign_in", { email: person.email, password: "wrong wrong wrong" }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  test("refuses a network after twenty wrong attempts; the right password in between changes nothing", async () => {
    const browser = new OfficeBrowser(server);
    browser.address = "203.0.113.77";
    const person = await createStaff(server.db, shop.seller_id, ["manager"]);
    for (let n = 0; n < 20; n++) {
      if (n === 10) expect((await browser.signIn(person)).status).toBe(200);
      const wrong = { email: `guess${n}@staff.example`, password: "wrong wrong wrong" };
      expect((await browser.post("/sign_in", wrong)).status).toBe(401);
    }
    expect((await browser.signIn(person)).status).toBe(429);
    expect((await new OfficeBrowser(server).signIn(person)).status).toBe(200);
  });

  test("a right password without its code does not give more attempts at the code", async () => {
    const { person } = await withFactor();
    const browser = new OfficeBrowser(server);
    for (const _ of [1, 2, 3, 4, 5]) {
      expect((await browser.signIn(person, { code: "000000" })).status).toBe(401);
      if (_ < 5) expect((await browser.signIn(person)).body).toEqual({ state: "code_needed" });
    }
    expect((await browser.signIn(person, { code: "000000" })).status).toBe(429);
  });

  test("is in the audit log, and so is a failed attempt", async () => {
    const person = await createStaff(server.db, shop.seller_id, ["manager"]);
    const browser = new OfficeBrowser(server);
    await browser.post("/sign_in", { email: person.email, password: "wrong wrong wrong" });
    await browser.signIn(person);
    await browser.post("/sign_out");
    const actions = async () =>
      (await auditOf(server.db, shop.seller_id))
        .filter(({ staff_id }) => staff_id === person.id)
        .map(({ action }) => action);
    await vi.waitFor(async () =>
      expect((await actions()).toSorted()).toEqual(["staff.sign_in_failed", "staff.signed_in", "staff.signed_out"]),
    );
  });

  test("with a browser that the account has not used before sends an e-mail", async () => {
    const person = await createStaff(server.db, shop.seller_id, ["manager"]);
    const subjects = async () => (await mailsTo(server.db, person.email)).map(({ message }) => message.subject);
    const browser = new OfficeBrowser(server);
    await browser.signIn(person);
    await browser.signIn(person);
    expect(await subjects()).toHaveLength(1);
    browser.userAgent = "Mozilla/5.0 (iPhone) AppleWebKit/605 Version/19.0 Safari/604";
    await browser.signIn(person);
    expect(await subjects()).toHaveLength(2);
  });
});

describe("a sign-in", () => {
  test("is listed, ended by its owner and refused at its next call", async () => {
    const first = await signedIn(server, shop, ["manager"]);
    const second = new OfficeBrowser(server, shop.slug);
    await second.signIn(first.person);
    const { body } = await second.get("/me/sign_ins");
    expect(body._data).toMatchObject([{ is_this_one: true }, { is_this_one: false, browser: "Firefox on Windows" }]);
    const other = body._data[1].id as string;
    const stranger = await signedIn(server, shop, ["owner"]);
    expect((await stranger.post(`/me/sign_ins/${other}/end`)).status).toBe(404);
    expect((await second.post(`/me/sign_ins/${other}/end`)).status).toBe(200);
    expect((await first.get("/me")).status).toBe(401);
    expect((await second.get("/me")).status).toBe(200);
  });

  test.each([
    ["12 hours without use", { seen_at: "app_now() - interval '12 hours 1 second'" }],
    ["7 days at the latest", { created_at: "app_now() - interval '7 days 1 second'" }],
  ])("ends after %s", async (_, change) => {
    const browser = await signedIn(server, shop, ["manager"]);
    const [[column, value] = ["", ""]] = Object.entries(change);
    await server.runAsOwner(`update staff_sign_in set ${column} = ${value} where staff_id = '${browser.person.id}'`);
    expect((await browser.get("/me")).status).toBe(401);
  });

  test("is kept by what somebody does, and not by what a screen asks by itself", async () => {
    const browser = await signedIn(server, shop, ["manager"]);
    const setSeen = (ago: string) =>
      server.runAsOwner(
        `update staff_sign_in set seen_at = app_now() - interval '${ago}' where staff_id = '${browser.person.id}'`,
      );
    const secondsUnseen = async (): Promise<number> => {
      const { rows } = await sql<{ seconds: number }>`select extract(epoch from app_now() - seen_at)::int as seconds
        from staff_sign_in where staff_id = ${browser.person.id}::uuid`.execute(server.db);
      return rows[0]?.seconds ?? 0;
    };
    const unattended = { headers: { [unattendedHeader.name]: unattendedHeader.value } };
    await setSeen("11 hours 59 minutes");
    for (const path of ["/board", "/me"]) expect((await browser.get(path, unattended)).status).toBe(200);
    expect(await secondsUnseen()).toBeGreaterThan(11 * 3600);
    await setSeen("12 hours 1 second");
    expect((await browser.get("/board", unattended)).status).toBe(401);
    // A change is always made by a person, whatever the page claims.
    await setSeen("11 hours");
    const view = { screen: "orders", name: "Mine", filters: { state: "valid" }, is_shared: false };
    expect((await browser.post("/saved_views", view, unattended)).status).toBe(200);
    expect(await secondsUnseen()).toBeLessThan(60);
    await setSeen("11 hours");
    expect((await browser.get("/board")).status).toBe(200);
    expect(await secondsUnseen()).toBeLessThan(60);
  });

  test("refuses a screen of somebody else, who was signed in before in the same browser", async () => {
    const browser = await signedIn(server, shop, ["manager"]);
    const other = await signedIn(server, shop, ["manager"]);
    const screenOf = (id: string) => ({ headers: { [readerHeader]: id } });
    const view = { screen: "orders", name: "Theirs", filters: { state: "valid" }, is_shared: false };
    for (const { status, body } of [
      await browser.post("/saved_views", view, screenOf(other.person.id)),
      await browser.get("/me", screenOf(other.person.id)),
    ]) {
      expect(status).toBe(401);
      expect(body).toMatchObject({ _data: [{ _code: "not_authorized" }] });
    }
    expect((await browser.get("/saved_views?screen=orders")).body).toMatchObject({ views: [] });
    expect((await browser.post("/saved_views", view, screenOf(browser.person.id))).status).toBe(200);
  });

  test("gets a new token with each proof; the old one no longer works", async () => {
    const browser = await signedIn(server, shop, ["manager"]);
    const old = browser.cookie;
    expect((await browser.post("/step_up", { password: "something else here" })).status).toBe(401);
    expect((await browser.post("/step_up", { password: staffPassword })).status).toBe(200);
    expect(browser.cookie).not.toBe(old);
    expect((await browser.get("/me")).status).toBe(200);
    browser.cookie = old;
    expect((await browser.get("/me")).status).toBe(401);
  });
});

describe("a password", () => {
  test.each([
    ["eleven chars", "short"],
    ["password1234", "common"],
    ["my-ownaddress-99x", "address"],
  ])("%s is refused as %s", async (password, problem) => {
    const browser = await signedIn(server, shop, ["manager"], { email: `ownaddress@x${Math.random()}.example` });
    const reply = await browser.post("/me/password", {
      current: staffPassword,
      password: password.slice(0, problem === "short" ? 11 : 99),
    });
    expect(reply.status).toBe(422);
    expect(reply.body._data[0]._extra.problems).toEqual([{ field: "password", message: problem }]);
  });

  test("that is changed ends all other sign-ins and sends an e-mail", async () => {
    const browser = await signedIn(server, shop, ["manager"]);
    const other = new OfficeBrowser(server, shop.slug);
    await other.signIn(browser.person);
    const change = { current: staffPassword, password: "another quiet river 31" };
    expect((await browser.post("/me/password", { ...change, current: "not the right one" })).status).toBe(422);
    expect((await browser.post("/me/password", change)).status).toBe(200);
    expect((await other.get("/me")).status).toBe(401);
    expect((await browser.get("/me")).status).toBe(200);
    expect((await mailsTo(server.db, browser.person.email)).at(-1)?.message.subject).toContain("password was changed");
  });

  test("that is forgotten is set again by a link that works once; the second factor stays", async () => {
    const { person, browser: signed } = await withFactor();
    const stranger = new OfficeBrowser(server);
    const known = await stranger.post("/forgot_password", { email: person.email });
    const unknown = await stranger.post("/forgot_password", { email: "nobody@staff.example" });
    expect([known.status, known.body, unknown.status, unknown.body]).toEqual([200, {}, 200, {}]);
    const mail = await vi.waitFor(async () => {
      const found = (await mailsTo(server.db, person.email)).find(({ kind }) => kind === "staff_password_link");
      expect(found).toBeDefined();
      return found;
    });
    const token = mail ? tokenIn(mail.message) : "";
    const request = { token, password: "quite another river 32" };
    expect((await stranger.post("/new_password", { token, password: "short" })).status).toBe(422);
    const both = await Promise.all([stranger.post("/new_password", request), stranger.post("/new_password", request)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    expect((await stranger.post("/new_password", request)).status).toBe(410);
    expect((await signed.get("/me")).status).toBe(401);
    expect((await stranger.post("/sign_in", { email: person.email, password: request.password })).body).toEqual({
      state: "code_needed",
    });
  });

  test("link ends after 30 minutes", async () => {
    const person = await createStaff(server.db, shop.seller_id, ["manager"]);
    await new OfficeBrowser(server).post("/forgot_password", { email: person.email });
    const mail = await vi.waitFor(async () => {
      const [found] = await mailsTo(server.db, person.email);
      expect(found).toBeDefined();
      return found;
    });
    await server.runAsOwner(
      `update staff_password_link set expires_at = app_now() - interval '1 second' where staff_id = '${person.id}'`,
    );
    const request = { token: mail ? tokenIn(mail.message) : "", password: "quite another river 32" };
    expect((await new OfficeBrowser(server).post("/new_password", request)).status).toBe(410);
  });
});

describe("a second factor", () => {
  test("is stored encrypted and confirmed by one of its own codes", async () => {
    const browser = await signedIn(server, shop, ["manager"]);
    const { body } = await browser.post("/me/second_factor");
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Foyer:/);
    const { secret } = await server.db
      .selectFrom("staff_totp")
      .select("secret")
      .where("staff_id", "=", browser.person.id)
      .executeTakeFirstOrThrow();
    expect(secret.toString("latin1")).not.toContain(body.secret);
    const wrong = await browser.post("/me/second_factor/confirm", { code: codeOf(body.secret, 5) });
    expect([wrong.status, wrong.body._data[0]._code]).toEqual([422, "second_factor_incorrect"]);
    expect((await browser.post("/me/second_factor/confirm", { code: codeOf(body.secret) })).status).toBe(200);
    expect((await browser.get("/me")).body.second_factor).toMatchObject({ recovery_codes_left: 10 });
  });

  test("is replaced with step-up only, and the earlier one then no longer works", async () => {
    const { browser, secret, person } = await withFactor();
    await forgetProof(server.db, person.id);
    expect((await browser.post("/me/second_factor")).body._data[0]._code).toBe("step_up_required");
    expect((await browser.post("/step_up", { password: staffPassword })).status).toBe(422);
    expect((await browser.post("/step_up", { code: codeOf(secret) })).status).toBe(200);
    const { body } = await browser.post("/me/second_factor");
    const confirmed = await browser.post("/me/second_factor/confirm", { code: codeOf(body.secret) });
    expect(confirmed.body).toEqual({ recovery_codes: [] });
    const fresh = new OfficeBrowser(server);
    expect((await fresh.signIn(person, { code: codeOf(secret, 1) })).status).toBe(401);
    expect((await fresh.signIn(person, { code: codeOf(body.secret, 1) })).status).toBe(200);
  });
});
