import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { maxPasskeys } from "@foyer/contract/office/staff/passkeys.ts";
import { openTestApp, testSealer, type TestApp } from "../../../test/app/testApp.ts";
import { insertPasskeyRow } from "../../../test/office/repeatedCalls.ts";
import { TestAuthenticator, type Deviation } from "../../../test/office/testAuthenticator.ts";
import { auditOf, createStaff, forgetProof, mailsTo, OfficeBrowser, signedIn } from "../../../test/office/testStaff.ts";
import { totpCode } from "../../../test/office/totp.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
});
afterAll(() => server.close());

const codeOf = ({ body }: { readonly body: { readonly _data?: { readonly _code: string }[] } }) =>
  body._data?.[0]?._code;

/** Adds a passkey to the account of a browser. */
const add = async (browser: OfficeBrowser, key: TestAuthenticator, deviation: Deviation = {}, name?: string) => {
  const begun = await browser.post("/me/passkeys/begin");
  expect(begun.status).toBe(200);
  return browser.post("/me/passkeys", { registration: key.register(begun.body, deviation), ...(name && { name }) });
};

/** An account with one passkey, and the browser that added it. */
const withPasskey = async () => {
  const browser = await signedIn(server, shop, ["manager"]);
  const key = new TestAuthenticator();
  const added = await add(browser, key, {}, "Laptop");
  expect(added.status).toBe(200);
  return { browser, key, person: browser.person, codes: added.body.recovery_codes as string[] };
};

/** Signs in with a passkey, in a new browser. */
const enter = async (key: TestAuthenticator, deviation: Deviation = {}, browser = new OfficeBrowser(server)) => {
  const begun = await browser.post("/sign_in/passkey/begin");
  const reply = await browser.post("/sign_in/passkey", { assertion: key.assert(begun.body, deviation) });
  return Object.assign(reply, { browser });
};

describe("adding a passkey", () => {
  test("is refused at the limit, also if it was begun before", async () => {
    const browser = await signedIn(server, shop, ["manager"]);
    for (let nth = 1; nth < maxPasskeys; nth++) await insertPasskeyRow(server.db, browser.person.id, `Key ${nth}`);
    const begun = [await browser.post("/me/passkeys/begin"), await browser.post("/me/passkeys/begin")];
    const replies = [];
    for (const { body } of begun)
      replies.push(await browser.post("/me/passkeys", { registration: new TestAuthenticator().register(body) }));
    expect(replies.map(({ status }) => status)).toEqual([200, 422]);
    expect((await browser.post("/me/passkeys/begin")).status).toBe(422);
  });

  test("asks for a key of this host that knows its owner and verifies its user", async () => {
    const browser = await signedIn(server, shop, ["manager"]);
    const { body } = await browser.post("/me/passkeys/begin");
    expect(body).toMatchObject({
      rp: { id: "localhost" },
      attestation: "none",
      user: { name: browser.person.email },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
  });

  test("gives recovery codes with the first second factor, ends other sign-ins and notifies its owner", async () => {
    const browser = await signedIn(server, shop, ["manager"]);
    const other = new OfficeBrowser(server, shop.slug);
    await other.signIn(browser.person);
    const added = await add(browser, new TestAuthenticator(), {}, "Laptop");
    expect([added.status, new Set(added.body.recovery_codes).size]).toEqual([200, 10]);
    expect((await other.get("/me")).status).toBe(401);
    const { body } = await browser.get("/me");
    expect(body.second_factor).toMatchObject({ totp_since: null, passkeys: [{ name: "Laptop", used_at: null }] });
    expect((await mailsTo(server.db, browser.person.email)).at(-1)?.message.subject).toContain("A passkey was added");
    const actions = (await auditOf(server.db, shop.seller_id)).filter(({ staff_id }) => staff_id === browser.person.id);
    expect(actions.at(-1)).toMatchObject({ action: "staff.passkey_added", after: { passkey: "Laptop" } });
  });

  test("keeps several under names, and gives no more recovery codes with the second", async () => {
    const { browser } = await withPasskey();
    const second = await add(browser, new TestAuthenticator());
    expect(second.body).toEqual({ recovery_codes: [] });
    const { passkeys } = (await browser.get("/me")).body.second_factor;
    expect(passkeys.map(({ name }: { name: string }) => name)).toEqual(["Laptop", "Firefox on Windows"]);
    expect((await browser.post(`/me/passkeys/${passkeys[1].id}/rename`, { name: "Key ring" })).status).toBe(200);
    const renamed = (await browser.get("/me")).body.second_factor.passkeys;
    expect(renamed[1]).toMatchObject({ name: "Key ring" });
  });

  test("needs step-up where there is a second factor", async () => {
    const { browser, person } = await withPasskey();
    const begun = await browser.post("/me/passkeys/begin");
    await forgetProof(server.db, person.id);
    expect(codeOf(await browser.post("/me/passkeys/begin"))).toBe("step_up_required");
    const registration = new TestAuthenticator().register(begun.body);
    expect(codeOf(await browser.post("/me/passkeys", { registration }))).toBe("step_up_required");
  });

  test.each<[string, Deviation]>([
    ["whose user was not verified", { isVerified: false }],
    ["of another address", { origin: "https://evil.example" }],
    ["for another host", { rpId: "evil.example" }],
    ["with a challenge that nobody made", { challenge: Buffer.from("made up").toString("base64url") }],
    ["that is an answer to something else", { type: "webauthn.get" }],
  ])("refuses a key %s", async (_, deviation) => {
    const browser = await signedIn(server, shop, ["manager"]);
    const refused = await add(browser, new TestAuthenticator(), deviation);
    expect([refused.status, codeOf(refused)]).toEqual([422, "passkey_refused"]);
    expect((await browser.get("/me")).body.second_factor.passkeys).toEqual([]);
  });

  test("refuses somebody else's challenge, and a key that is already registered", async () => {
    const browser = await signedIn(server, shop, ["manager"]);
    const other = await signedIn(server, shop, ["manager"]);
    const begun = await other.post("/me/passkeys/begin");
    const foreign = await browser.post("/me/passkeys", { registration: new TestAuthenticator().register(begun.body) });
    expect(codeOf(foreign)).toBe("passkey_refused");
    const key = new TestAuthenticator();
    expect((await add(browser, key)).status).toBe(200);
    expect(codeOf(await add(other, key))).toBe("passkey_refused");
  });

  test("stores no challenge, and nothing that could be used to sign in", async () => {
    const browser = await signedIn(server, shop, ["manager"]);
    const { body } = await browser.post("/me/passkeys/begin");
    const rows = await server.db.selectFrom("staff_challenge").select("challenge_hash").execute();
    expect(rows.length).toBeGreaterThan(0);
    const stored = rows.map(({ challenge_hash }) => challenge_hash.toString("base64url"));
    expect(stored).not.toContain(body.challenge);
  });
});

describe("signing in with a passkey", () => {
  test("needs no password and no address, and counts as both factors", async () => {
    const { key } = await withPasskey();
    const { status, browser } = await enter(key);
    expect(status).toBe(200);
    const here = new OfficeBrowser(server, shop.slug);
    here.cookie = browser.cookie;
    const me = await here.get("/me");
    expect(me.body.proved_until).not.toBeNull();
    expect(me.body.second_factor.passkeys[0].used_at).not.toBeNull();
    // A call that needs step-up succeeds.
    expect((await here.post("/me/recovery_codes")).status).toBe(200);
  });

  test.each<[string, Deviation]>([
    ["whose user was not verified", { isVerified: false }],
    ["of another address", { origin: "https://evil.example" }],
    ["for another host", { rpId: "evil.example" }],
    ["with a challenge that nobody made", { challenge: Buffer.from("made up").toString("base64url") }],
    ["that signed something else", { isForged: true }],
    ["that names another owner", { userHandle: Buffer.from(crypto.randomUUID()).toString("base64url") }],
    ["that is an answer to something else", { type: "webauthn.create" }],
  ])("refuses an answer %s", async (_, deviation) => {
    const { key } = await withPasskey();
    const { status, browser, body } = await enter(key, deviation);
    expect([status, codeOf({ body })]).toEqual([401, "sign_in_failed"]);
    expect(browser.cookie).toBeUndefined();
  });

  test("gives the same reply to an unknown key and to a wrong answer", async () => {
    const { key } = await withPasskey();
    const [unknown, wrong] = [await enter(new TestAuthenticator()), await enter(key, { isForged: true })];
    expect({ ...unknown.body, request_id: "" }).toEqual({ ...wrong.body, request_id: "" });
  });

  test("takes each challenge once, right or wrong", async () => {
    const { key } = await withPasskey();
    const browser = new OfficeBrowser(server);
    const begun = await browser.post("/sign_in/passkey/begin");
    const forged = { assertion: key.assert(begun.body, { isForged: true }) };
    expect((await browser.post("/sign_in/passkey", forged)).status).toBe(401);
    expect((await browser.post("/sign_in/passkey", { assertion: key.assert(begun.body) })).status).toBe(401);
    const fresh = await browser.post("/sign_in/passkey/begin");
    const [one, other] = await Promise.all([
      new OfficeBrowser(server).post("/sign_in/passkey", { assertion: key.assert(fresh.body) }),
      new OfficeBrowser(server).post("/sign_in/passkey", { assertion: key.assert(fresh.body) }),
    ]);
    expect([one.status, other.status].toSorted()).toEqual([200, 401]);
  });

  test("refuses a challenge that is over or was made for something else", async () => {
    const { key, browser: own } = await withPasskey();
    const browser = new OfficeBrowser(server);
    const late = await browser.post("/sign_in/passkey/begin");
    await server.runAsOwner("update staff_challenge set expires_at = app_now() - interval '1 second'");
    expect((await browser.post("/sign_in/passkey", { assertion: key.assert(late.body) })).status).toBe(401);
    const stepUp = await own.post("/step_up/passkey/begin");
    expect((await browser.post("/sign_in/passkey", { assertion: key.assert(stepUp.body) })).status).toBe(401);
  });

  test("refuses a copy of a key: the counter has to increase, unless it is always zero", async () => {
    const { key } = await withPasskey();
    expect((await enter(key, { counter: 7 })).status).toBe(200);
    expect((await enter(key, { counter: 7 })).status).toBe(401);
    expect((await enter(key, { counter: 3 })).status).toBe(401);
    expect((await enter(key, { counter: 8 })).status).toBe(200);
    const { key: plain } = await withPasskey();
    expect((await enter(plain, { counter: 0 })).status).toBe(200);
    expect((await enter(plain, { counter: 0 })).status).toBe(200);
  });

  test("refuses the sixth wrong answer of a key", async () => {
    const { key } = await withPasskey();
    for (const _ of [1, 2, 3, 4, 5]) expect((await enter(key, { isForged: true })).status).toBe(401);
    const { status, headers } = await enter(key);
    expect([status, Number(headers["retry-after"]) > 600]).toEqual([429, true]);
  });

  test("refuses challenges to a network that asks for a hundred", async () => {
    const browser = new OfficeBrowser(server);
    browser.address = "203.0.113.99";
    const statuses = [];
    for (let n = 0; n < 101; n++) statuses.push((await browser.post("/sign_in/passkey/begin")).status);
    expect([statuses.filter((one) => one === 200).length, statuses.at(-1)]).toEqual([100, 429]);
  });
});

describe("an account whose only second factor is a passkey", () => {
  test("is not opened by the password alone, and by the password with a recovery code", async () => {
    const { person, codes } = await withPasskey();
    const browser = new OfficeBrowser(server);
    expect((await browser.signIn(person)).body).toEqual({ state: "passkey_needed" });
    expect(browser.cookie).toBeUndefined();
    expect((await browser.signIn(person, { code: "000000" })).status).toBe(401);
    expect((await browser.signIn(person, { code: codes[0] })).status).toBe(200);
    expect((await browser.signIn(person, { code: codes[0] })).status).toBe(401);
  });

  test("shows it again for a sensitive change; another's key does not do", async () => {
    const { browser, key, person } = await withPasskey();
    const { key: foreign } = await withPasskey();
    await forgetProof(server.db, person.id);
    expect(codeOf(await browser.post("/me/recovery_codes"))).toBe("step_up_required");
    const begin = () => browser.post("/step_up/passkey/begin").then(({ body }) => body);
    const begun = await begin();
    expect(begun.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([key.id.toString("base64url")]);
    expect(codeOf(await browser.post("/step_up", { assertion: foreign.assert(begun) }))).toBe("passkey_refused");
    const unverified = key.assert(await begin(), { isVerified: false });
    expect(codeOf(await browser.post("/step_up", { assertion: unverified }))).toBe("passkey_refused");
    expect((await browser.post("/step_up", { assertion: key.assert(await begin()) })).status).toBe(200);
    expect((await browser.post("/me/recovery_codes")).status).toBe(200);
  });

  test("keeps it: the last second factor is not removed", async () => {
    const { browser, key } = await withPasskey();
    const [{ id }] = (await browser.get("/me")).body.second_factor.passkeys;
    const refused = await browser.post(`/me/passkeys/${id}/remove`);
    expect([refused.status, codeOf(refused)]).toEqual([409, "last_second_factor"]);
    expect((await enter(key)).status).toBe(200);
  });
});

describe("removing a second factor", () => {
  /** An account with an authenticator app and a passkey. */
  const withBoth = async () => {
    const { browser, key, person } = await withPasskey();
    const { secret } = (await browser.post("/me/second_factor")).body;
    expect((await browser.post("/me/second_factor/confirm", { code: totpCode(secret) })).status).toBe(200);
    const [{ id }] = (await browser.get("/me")).body.second_factor.passkeys;
    return { browser, key, person, remove: () => browser.post(`/me/passkeys/${id}/remove`), id };
  };

  test("needs step-up, ends other sign-ins and notifies its owner, and the key then signs nobody in", async () => {
    const { browser, key, person, remove } = await withBoth();
    const { browser: other } = await enter(key);
    await forgetProof(server.db, person.id);
    expect(codeOf(await remove())).toBe("step_up_required");
    await server.runAsOwner(`update staff_sign_in set proved_at = app_now() where staff_id = '${person.id}'`);
    expect((await remove()).status).toBe(200);
    expect((await other.get("/me")).status).toBe(401);
    expect((await browser.get("/me")).status).toBe(200);
    expect((await enter(key)).status).toBe(401);
    expect((await mailsTo(server.db, person.email)).at(-1)?.message.subject).toContain("A passkey was removed");
  });

  test("removes the app if a passkey stays", async () => {
    const { browser, person } = await withBoth();
    expect((await browser.post("/me/second_factor/remove")).status).toBe(200);
    expect((await new OfficeBrowser(server).signIn(person)).body).toEqual({ state: "passkey_needed" });
    expect((await browser.post("/me/second_factor/remove")).status).toBe(404);
    expect((await mailsTo(server.db, person.email)).at(-1)?.message.subject).toContain("authenticator app was removed");
  });

  test("one of two removals at once that would remove both is refused", async () => {
    const { browser, remove } = await withBoth();
    const replies = await Promise.all([remove(), browser.post("/me/second_factor/remove")]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("another account's key is not found", async () => {
    const { id } = await withBoth();
    const { browser } = await withPasskey();
    expect((await browser.post(`/me/passkeys/${id}/remove`)).status).toBe(404);
    expect((await browser.post(`/me/passkeys/${id}/rename`, { name: "Mine" })).status).toBe(404);
  });

  test("by an owner removes passkeys as well", async () => {
    const { key, person } = await withBoth();
    const owner = await signedIn(server, shop, ["owner"]);
    expect((await owner.post(`/staff/${person.id}/reset_second_factor`)).status).toBe(200);
    expect((await enter(key)).status).toBe(401);
  });
});

test("in production a passkey is enough as a second factor, and the relying party is the host of the back office", async () => {
  const office = "https://office.example";
  const production = await openTestApp(
    {
      production: true,
      secureCookies: true,
      origin: "https://tickets.example",
      office: { origin: office, sealer: testSealer },
    },
    server,
  );
  class ProductionBrowser extends OfficeBrowser {
    override send(method: "GET" | "POST", path: string, body?: object) {
      return super.send(method, path, body, { headers: { host: "office.example" } });
    }
  }
  const person = await createStaff(server.db, shop.seller_id, ["owner"]);
  const browser = new ProductionBrowser(production, shop.slug);
  await browser.signIn(person);
  expect(codeOf(await browser.get("/staff"))).toBe("second_factor_required");
  const key = new TestAuthenticator(office);
  expect((await add(browser, key)).status).toBe(200);
  expect((await browser.get("/staff")).status).toBe(200);
  expect((await enter(key, {}, new ProductionBrowser(production))).status).toBe(200);
  await production.close();
});
