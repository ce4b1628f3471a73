import { createHmac, generateKeyPairSync, type KeyObject } from "node:crypto";
import { SignJWT, UnsecuredJWT, type JWTHeaderParameters, type JWTPayload } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { openSsoTestApp, ssoOutcome, locationOf, type SsoTestApp } from "../../../../test/accounts/ssoApp.ts";
import { TestVisitor, createLoginShop, responseCode } from "../../../../test/accounts/login.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import { letCachesExpire } from "../../../../test/app/letCachesExpire.ts";

const issuer = "https://members.example";
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });
const publicKey = rsa.publicKey.export({ type: "spki", format: "pem" }) as string;
const secret = "of-the-sellers-own-system-0123456789";

let server: SsoTestApp;
let shop: TestShop;
let minutes = 0;
const makeOwnShop = async (keys: Readonly<Record<string, string>>): Promise<TestShop> => {
  const web = JSON.stringify({ external_urls: { login: "https://members.example/login?from=shop" } });
  const made = await createLoginShop(server, "external", { seller: { web } });
  server.setKeys(made, "jwt", { issuer, ...keys });
  return made;
};
beforeAll(async () => {
  server = await openSsoTestApp({}, { clock: () => Temporal.Now.instant().add({ minutes }) });
  shop = await makeOwnShop({ algorithm: "RS256", public_key: publicKey });
});
afterEach(() => {
  minutes = 0;
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const visitor = (of: TestShop = shop) => new TestVisitor(server, of);
/** Starts a login. Returns the state that the seller's system gets. */
const startLogin = async (caller: TestVisitor, redirect = "/events"): Promise<{ state: string; url: URL }> => {
  const url = new URL(locationOf(await caller.get(`/sso/start?${new URLSearchParams({ redirect })}`)));
  return { state: url.searchParams.get("state") ?? "", url };
};
const seconds = () => Math.floor(Temporal.Now.instant().epochMilliseconds / 1000);
let nth = 0;
const validPayload = (nonce: string, of: TestShop = shop): JWTPayload => ({
  iss: issuer,
  aud: `http://localhost/${of.slug}`,
  sub: `member-${(nth += 1)}`,
  iat: seconds(),
  exp: seconds() + 120,
  jti: `token-${nth}`,
  nonce,
  given_name: "Grace",
  family_name: "Hopper",
});
const sign = (
  payload: JWTPayload,
  { key = rsa.privateKey, header = {} }: { key?: KeyObject | Uint8Array; header?: Partial<JWTHeaderParameters> } = {},
): Promise<string> => new SignJWT(payload).setProtectedHeader({ alg: "RS256", ...header }).sign(key);
const whoIs = async (caller: TestVisitor) => (await caller.get("/my/user")).body.user._data[0];

describe("the seller's own login", () => {
  test("the seller's own login gets a URL to return to and a state", async () => {
    const { url, state } = await startLogin(visitor(), "/events?category=Tours");
    expect(url.origin + url.pathname).toBe("https://members.example/login");
    expect(url.searchParams.get("from")).toBe("shop");
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(url.searchParams.get("return_to")).toBe(
      `http://localhost/${shop.slug}/login/external-callback?auth_callback=1&redirect=%2Fevents%3Fcategory%3DTours`,
    );
  });
  test("returns to the storefront only", async () => {
    const { url } = await startLogin(visitor(), "//evil.example");
    expect(new URL(url.searchParams.get("return_to") ?? "").searchParams.get("redirect")).toBe("/");
  });
  test("logs in with a token, in a new session and as the same user each time", async () => {
    const ids: string[] = [];
    for (let time = 0; time < 2; time++) {
      const caller = visitor();
      const { state } = await startLogin(caller);
      const before = caller.session;
      const answer = await caller.post("/login", { jwt: await sign({ ...validPayload(state), sub: "member-of-old" }) });
      expect(answer.status).toBe(200);
      expect(answer.body.user._data[0]).toMatchObject({ strength: "full", identity: { first_name: "Grace" } });
      expect(caller.session).not.toBe(before);
      ids.push(answer.body.user._data[0].id);
    }
    expect(ids[0]).toBe(ids[1]);
  });
  test("the seller's own login has a logout URL", async () => {
    const web = JSON.stringify({
      external_urls: { login: "https://members.example/login", logout: "https://members.example/bye" },
    });
    const own = await createLoginShop(server, "external", { seller: { web } });
    server.setKeys(own, "jwt", { issuer, algorithm: "RS256", public_key: publicKey });
    const caller = visitor(own);
    const { state } = await startLogin(caller);
    expect((await caller.post("/login", { jwt: await sign(validPayload(state, own)) })).status).toBe(200);
    expect((await caller.post("/logout", {})).body.logout_url).toBe("https://members.example/bye");
  });
  test("the seller's own login is a plain link without keys, and tokens are refused", async () => {
    const web = JSON.stringify({ external_urls: { login: "https://members.example/login" } });
    const own = await createLoginShop(server, "external", { seller: { web } });
    const caller = visitor(own);
    expect(locationOf(await caller.get("/sso/start"))).toBe("https://members.example/login");
    expect(responseCode(await caller.post("/login", { jwt: await sign(validPayload("x", own)) }))).toBe(
      "not_found:general",
    );
  });
  test("leads to the callback page if it has no URL", async () => {
    expect(ssoOutcome(await visitor(await createLoginShop(server, "external")).get("/sso/start"))).toBe(
      "no not_configured /",
    );
  });
});

const without = (payload: JWTPayload, name: string): JWTPayload =>
  Object.fromEntries(Object.entries(payload).filter(([key]) => key !== name));
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
/** Tokens with one fault each. */
const invalidTokens: Readonly<Record<string, (nonce: string) => Promise<string> | string>> = {
  "alg none": (nonce) => new UnsecuredJWT(validPayload(nonce)).encode(),
  "alg none in other letters": (nonce) => `${part({ alg: "nOnE" })}.${part(validPayload(nonce))}.`,
  "the public key taken for a secret (RS for HS)": (nonce) => {
    const text = `${part({ alg: "HS256" })}.${part(validPayload(nonce))}`;
    return `${text}.${createHmac("sha256", publicKey).update(text).digest("base64url")}`;
  },
  "another algorithm of the same key": (nonce) => sign(validPayload(nonce), { header: { alg: "PS256" } }),
  "a longer hash": (nonce) => sign(validPayload(nonce), { header: { alg: "RS512" } }),
  "a stranger's signature": (nonce) => sign(validPayload(nonce), { key: stranger.privateKey }),
  "a key that it brings along": (nonce) =>
    sign(validPayload(nonce), {
      key: stranger.privateKey,
      header: { jwk: stranger.publicKey.export({ format: "jwk" }) },
    }),
  "a URL for its key": (nonce) =>
    sign(validPayload(nonce), { key: stranger.privateKey, header: { jku: "https://evil.example/jwks.json" } }),
  "a path for its key": (nonce) =>
    sign(validPayload(nonce), { key: stranger.privateKey, header: { kid: "../../../dev/null" } }),
  "an unknown critical header": async (nonce) => {
    const [, payload = "", signature = ""] = (await sign(validPayload(nonce))).split(".");
    return `${part({ alg: "RS256", crit: ["x"], x: 1 })}.${payload}.${signature}`;
  },
  "another type": (nonce) => sign(validPayload(nonce), { header: { typ: "at+jwt" } }),
  "a changed subject": async (nonce) => {
    const [header = "", , signature = ""] = (await sign(validPayload(nonce))).split(".");
    return `${header}.${part({ ...validPayload(nonce), sub: "admin" })}.${signature}`;
  },
  "no signature": async (nonce) => (await sign(validPayload(nonce))).replace(/[^.]*$/, ""),
  "no end": (nonce) => sign(without(validPayload(nonce), "exp")),
  "an end in the past": (nonce) => sign({ ...validPayload(nonce), iat: seconds() - 200, exp: seconds() - 60 }),
  "no beginning": (nonce) => sign(without(validPayload(nonce), "iat")),
  "a beginning in the future": (nonce) => sign({ ...validPayload(nonce), iat: seconds() + 60 }),
  "a beginning long ago": (nonce) => sign({ ...validPayload(nonce), iat: seconds() - 3600 }),
  "a lifetime of a day": (nonce) => sign({ ...validPayload(nonce), exp: seconds() + 86_400 }),
  "not before later": (nonce) => sign({ ...validPayload(nonce), nbf: seconds() + 60 }),
  "no audience": (nonce) => sign(without(validPayload(nonce), "aud")),
  "another shop's audience": (nonce) => sign({ ...validPayload(nonce), aud: "http://localhost/another" }),
  "additional audiences": (nonce) => sign({ ...validPayload(nonce), aud: [`http://localhost/${shop.slug}`, "x"] }),
  "no issuer": (nonce) => sign(without(validPayload(nonce), "iss")),
  "another issuer": (nonce) => sign({ ...validPayload(nonce), iss: "https://evil.example" }),
  "no subject": (nonce) => sign(without(validPayload(nonce), "sub")),
  "an empty subject": (nonce) => sign({ ...validPayload(nonce), sub: "" }),
  "no id": (nonce) => sign(without(validPayload(nonce), "jti")),
  "no nonce": (nonce) => sign(without(validPayload(nonce), "nonce")),
  "an unknown nonce": () => sign(validPayload("x".repeat(43))),
  "text that is no token": () => "abc",
  "only dots": () => "...",
};

describe("an invalid token is refused without details", () => {
  test.each(Object.entries(invalidTokens))("a token with %s is refused", async (_, make) => {
    const caller = visitor();
    const { state } = await startLogin(caller);
    const answer = await caller.post("/login", { jwt: await make(state) });
    expect([answer.status, responseCode(answer)]).toEqual([401, "not_authorized:login"]);
    expect(JSON.stringify(answer.body)).not.toMatch(/algorithm|signature|audience|expired|nonce/);
    expect((await whoIs(caller)) ?? null).toBeNull();
    // The login can still be completed with a valid token.
    expect((await caller.post("/login", { jwt: await sign(validPayload(state)) })).status).toBe(200);
  });

  test("unlike a valid one with key hints, which are ignored", async () => {
    const caller = visitor();
    const { state } = await startLogin(caller);
    const jwt = await sign(validPayload(state), { header: { kid: "../../../dev/null", jku: "https://evil.example/" } });
    expect((await caller.post("/login", { jwt })).status).toBe(200);
  });

  test("if its id was used in another token", async () => {
    const once = async () => {
      const caller = visitor();
      const { state } = await startLogin(caller);
      return (await caller.post("/login", { jwt: await sign({ ...validPayload(state), jti: "the-same" }) })).status;
    };
    expect(await once()).toBe(200);
    expect(await once()).toBe(401);
  });

  test("if it was used before, concurrently, or in another browser", async () => {
    const [caller, other] = [visitor(), visitor()];
    const { state } = await startLogin(caller);
    await startLogin(other);
    const jwt = await sign(validPayload(state));
    expect((await other.post("/login", { jwt })).status).toBe(401);
    const tabs = [caller, new TestVisitor(server, shop, { cookie: `foyer.${shop.slug}=${caller.session}` })];
    const both = await Promise.all(tabs.map((tab) => tab.post("/login", { jwt })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect((await visitor().post("/login", { jwt })).status).toBe(401);
  });

  test("if it has expired by the server's clock", async () => {
    const caller = visitor();
    const { state } = await startLogin(caller);
    const jwt = await sign(validPayload(state));
    minutes = 3;
    expect((await caller.post("/login", { jwt })).status).toBe(401);
  });

  test("if it is for another seller", async () => {
    const other = await makeOwnShop({ algorithm: "RS256", public_key: publicKey });
    const [here, there] = [visitor(), visitor(other)];
    const { state } = await startLogin(here);
    const { state: stateThere } = await startLogin(there);
    expect((await there.post("/login", { jwt: await sign(validPayload(state)) })).status).toBe(401);
    // Nor is it accepted with a state of the other seller.
    expect((await there.post("/login", { jwt: await sign(validPayload(state, other)) })).status).toBe(401);
    expect((await there.post("/login", { jwt: await sign(validPayload(stateThere, other)) })).status).toBe(200);
  });
});

describe("a signer that changes during a login", () => {
  const oldSigner = { algorithm: "RS256", public_key: publicKey };
  const newSigner = {
    issuer: "https://new.example",
    algorithm: "RS256",
    public_key: stranger.publicKey.export({ type: "spki", format: "pem" }) as string,
  };
  const startAtOldSigner = async () => {
    const own = await makeOwnShop(oldSigner);
    const caller = visitor(own);
    const { state } = await startLogin(caller);
    return { own, caller, state };
  };
  const submit = async (caller: TestVisitor, jwt: string) => responseCode(await caller.post("/login", { jwt }));
  const wrong = "not_authorized:login";
  const signByNewSigner = (state: string, own: TestShop) =>
    sign({ ...validPayload(state, own), iss: newSigner.issuer }, { key: stranger.privateKey });

  test("refuses the old signer's token, and allows a new login at once", async () => {
    const { own, caller, state } = await startAtOldSigner();
    const jwt = await sign(validPayload(state, own));
    server.setKeys(own, "jwt", newSigner);
    expect(await submit(caller, jwt)).toBe(wrong);
    expect((await whoIs(caller)) ?? null).toBeNull();
    const again = await startLogin(caller);
    expect(await submit(caller, await signByNewSigner(again.state, own))).toBe(200);
  });
  test("refuses the new signer's token for a login that started at the old one", async () => {
    const { own, caller, state } = await startAtOldSigner();
    server.setKeys(own, "jwt", newSigner);
    expect(await submit(caller, await signByNewSigner(state, own))).toBe(wrong);
    // The state is used up.
    expect(await submit(caller, await signByNewSigner(state, own))).toBe(wrong);
    const again = await startLogin(caller);
    expect(await submit(caller, await signByNewSigner(again.state, own))).toBe(200);
  });
  test("refuses a token of the old key in the new issuer's name", async () => {
    const { own, caller, state } = await startAtOldSigner();
    server.setKeys(own, "jwt", newSigner);
    expect(await submit(caller, await sign({ ...validPayload(state, own), iss: newSigner.issuer }))).toBe(wrong);
  });
  test("accepts the new key of the same issuer, and refuses the old key", async () => {
    const { own, caller, state } = await startAtOldSigner();
    const before = await sign(validPayload(state, own));
    server.setKeys(own, "jwt", { ...newSigner, issuer });
    expect(await submit(caller, before)).toBe(wrong);
    expect(await submit(caller, await sign(validPayload(state, own), { key: stranger.privateKey }))).toBe(200);
  });
  test("keeps equal subjects of both issuers apart", async () => {
    const { own, caller, state } = await startAtOldSigner();
    const claims = { sub: "member-1", email: `grace-${own.slug}@example.org`, email_verified: true };
    expect(await submit(caller, await sign({ ...validPayload(state, own), ...claims, email_verified: false }))).toBe(
      200,
    );
    const before = await whoIs(caller);
    server.setKeys(own, "jwt", newSigner);
    const other = visitor(own);
    const again = await startLogin(other);
    const jwt = await sign(
      { ...validPayload(again.state, own), ...claims, iss: newSigner.issuer },
      { key: stranger.privateKey },
    );
    expect(await submit(other, jwt)).toBe(200);
    expect((await whoIs(other)).id).not.toBe(before.id);
  });
  test("refuses tokens after the seller changed the authentication mode", async () => {
    const { own, caller, state } = await startAtOldSigner();
    const jwt = await sign(validPayload(state, own));
    const method = (authentication: string) =>
      server.db
        .updateTable("seller")
        .set({ configuration: JSON.stringify({ authentication }) })
        .where("id", "=", own.seller_id)
        .execute();
    await method("password");
    letCachesExpire();
    expect(await submit(caller, jwt)).toBe("not_found:general");
    expect((await whoIs(caller)) ?? null).toBeNull();
  });
});

describe("other algorithms", () => {
  const ed = generateKeyPairSync("ed25519");
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = (key: KeyObject) => key.export({ type: "spki", format: "pem" }) as string;
  test.each<[string, Readonly<Record<string, string>>, KeyObject | Uint8Array]>([
    ["HS256", { secret }, Buffer.from(secret)],
    ["PS256", { public_key: publicKey }, rsa.privateKey],
    ["ES256", { public_key: pem(ec.publicKey) }, ec.privateKey],
    ["EdDSA", { public_key: pem(ed.publicKey) }, ed.privateKey],
  ])("a token signed with %s logs in", async (alg, keys, key) => {
    const own = await makeOwnShop({ algorithm: alg, ...keys });
    const caller = visitor(own);
    const { state } = await startLogin(caller);
    expect((await caller.post("/login", { jwt: await sign(validPayload(state, own)) })).status).toBe(401);
    expect(
      (await caller.post("/login", { jwt: await sign(validPayload(state, own), { key, header: { alg } }) })).status,
    ).toBe(200);
  });
  test.each([
    ["a secret that is a public key", { algorithm: "HS256", secret: publicKey }],
    ["a short secret", { algorithm: "HS256", secret: "short" }],
    ["a key of another kind", { algorithm: "ES256", public_key: publicKey }],
    ["none", { algorithm: "none" }],
  ])("refuse keys with %s", async (_, keys) => {
    const own = await makeOwnShop(keys);
    const caller = visitor(own);
    const { state } = await startLogin(caller);
    const text = `${part({ alg: "HS256" })}.${part(validPayload(state, own))}`;
    const jwt = `${text}.${createHmac("sha256", publicKey).update(text).digest("base64url")}`;
    expect((await caller.post("/login", { jwt })).status).toBeGreaterThan(400);
  });
});

describe("linking a signed login to a user", () => {
  const logInAs = async (claims: JWTPayload) => {
    const caller = visitor();
    const { state } = await startLogin(caller);
    await caller.post("/login", { jwt: await sign({ ...validPayload(state), ...claims }) });
    return whoIs(caller);
  };
  test("linking a signed login to a user does not take over the user of an unverified address", async () => {
    const { email, identity_id } = await createTestUser(server.db, shop, {});
    const user = await logInAs({ email });
    expect(user).toMatchObject({ needs_email: true });
    expect(user.id).not.toBe(identity_id);
  });
  test("finds the user of a verified address", async () => {
    const { email, identity_id } = await createTestUser(server.db, shop, {});
    expect((await logInAs({ email, email_verified: true })).id).toBe(identity_id);
  });
});
