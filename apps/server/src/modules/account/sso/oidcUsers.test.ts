import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { ssoRegistry } from "../../../providers/sso/ssoRegistry.ts";
import {
  registerClient,
  logInWithSso,
  openSsoTestApp,
  ssoOutcome,
  callbackPathFor,
  type SsoTestApp,
} from "../../../../test/accounts/ssoApp.ts";
import { retentionJob } from "../../../jobs/retention/deleteOldRows.ts";
import { TestVisitor, createLoginShop, responseCode } from "../../../../test/accounts/login.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import { setUpSsoShop } from "../../../../test/accounts/setUpSsoShop.ts";
import { TestOidcProvider, type OidcClaims } from "../../../../test/accounts/oidcProvider.ts";

let server: SsoTestApp;
let provider: TestOidcProvider;
let shop: TestShop;
const { clock, lines, visitor, person, whoIs } = setUpSsoShop((opened) => {
  ({ server, provider, shop } = opened);
});
let nth = 0;

describe("linking an external login to a user", () => {
  const localUser = (email: string, more: Parameters<typeof createTestUser>[2] = {}) =>
    createTestUser(server.db, shop, { email, ...more });
  const unverify = (id: string) =>
    server.db.updateTable("user_login").set({ email_verified_at: null }).where("identity_id", "=", id).execute();

  test.each<[string, OidcClaims]>([
    ["of unknown verification", { email_verified: undefined }],
    ["not verified", { email_verified: false }],
    ["verified as a string", { email_verified: "true" }],
    ["verified as a number", { email_verified: 1 }],
  ])("linking an external login to a user does not take over an existing user by an address %s", async (_, claims) => {
    const { email, identity_id } = await localUser(`ada${(nth += 1)}@example.org`);
    const caller = visitor();
    await logInWithSso(caller, person({ email, ...claims }));
    const user = await whoIs(caller);
    expect(user.id).not.toBe(identity_id);
    // The address is not stored either, until it is verified by e-mail.
    expect(user).toMatchObject({ needs_email: true, identity: { email: null } });
  });
  test("linking an external login to a user does not store an unverified address", async () => {
    const caller = visitor();
    await logInWithSso(caller, person({ email: "free@id.example", email_verified: false }));
    expect(await whoIs(caller)).toMatchObject({ needs_email: true, identity: { email: null } });
  });
  test("finds the user of a verified address, who keeps password and sessions", async () => {
    const { email, identity_id, cookie } = await localUser(`Ada${(nth += 1)}@Example.org`, {
      password: "Lantern-Quay-7",
    });
    const caller = visitor();
    await logInWithSso(caller, person({ email: email.toLowerCase() }));
    expect(await whoIs(caller)).toMatchObject({ id: identity_id, has_password: true });
    expect((await whoIs(visitor(shop, cookie))).id).toBe(identity_id);
  });
  test("locks out an attacker who registered that address without verifying it", async () => {
    const { email, identity_id, cookie } = await localUser(`eve${(nth += 1)}@example.org`, {
      password: "Lantern-Quay-7",
    });
    await unverify(identity_id);
    const caller = visitor();
    await logInWithSso(caller, person({ email }));
    expect(await whoIs(caller)).toMatchObject({ id: identity_id, has_password: false });
    expect((await whoIs(visitor(shop, cookie))) ?? null).toBeNull();
  });
  test("creates another user for a second subject with the same address", async () => {
    const { email, identity_id } = await localUser(`ada${(nth += 1)}@example.org`);
    const [first, second] = [visitor(), visitor()];
    await logInWithSso(first, person({ email }));
    await logInWithSso(second, person({ email }));
    expect((await whoIs(first)).id).toBe(identity_id);
    expect(await whoIs(second)).toMatchObject({ needs_email: true });
    expect((await whoIs(second)).id).not.toBe(identity_id);
  });
  test("stores an address once it is verified, unless another user has it by then", async () => {
    const [lucky, late] = [person({ email_verified: false }), person({ email_verified: false })];
    for (const subject of [lucky, late]) await logInWithSso(visitor(), subject);
    const email = `proved${(nth += 1)}@id.example`;
    for (const subject of [lucky, late]) provider.setClaims(subject, { email, email_verified: true });
    const [first, second] = [visitor(), visitor()];
    await logInWithSso(first, lucky);
    await logInWithSso(second, late);
    expect((await whoIs(first)).identity.email).toBe(email);
    expect((await whoIs(second)).identity.email).toBeNull();
  });
  test("ignores a placeholder address", async () => {
    const caller = visitor();
    await logInWithSso(caller, person({ email: "noemail-7@id.example" }));
    expect(await whoIs(caller)).toMatchObject({ needs_email: true, identity: { email: null } });
  });
  test("keeps equal subjects of different sellers apart", async () => {
    const other = await createLoginShop(server, "auth0");
    registerClient(server, provider, other);
    const subject = person();
    const [here, there] = [visitor(), visitor(other)];
    await logInWithSso(here, subject);
    await logInWithSso(there, subject);
    expect((await whoIs(there)).id).not.toBe((await whoIs(here)).id);
  });
});

describe("logging out of the provider", () => {
  test("uses a link that works once and reveals no token", async () => {
    const caller = visitor();
    await logInWithSso(caller, person());
    const { body } = await caller.post("/logout", {});
    expect(body).toEqual({
      logged_out: true,
      logout_url: expect.stringMatching(/^\/api\/sso\/leave\?_seller=\w+&trip=[\w-]{43}$/),
    });
    const leave = () => server.app.inject({ method: "GET", url: body.logout_url });
    const url = new URL(String((await leave()).headers.location));
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/session/end`);
    expect(url.searchParams.get("post_logout_redirect_uri")).toBe(`http://localhost/${shop.slug}`);
    expect(url.searchParams.get("id_token_hint")).toMatch(/^ey/);
    expect((await leave()).headers.location).toBe(`/${shop.slug}`);
    expect((await whoIs(caller)) ?? null).toBeNull();
  });
  test("uses the seller's own logout URL if there is one", async () => {
    const web = JSON.stringify({ external_urls: { logout: "https://id.example/bye" } });
    const own = await createLoginShop(server, "sso", { seller: { web } });
    registerClient(server, provider, own);
    const caller = visitor(own);
    await logInWithSso(caller, person());
    expect((await caller.post("/logout", {})).body.logout_url).toBe("https://id.example/bye");
  });
  test("ends the session even if the provider is unusable", async () => {
    const own = await createLoginShop(server, "sso");
    registerClient(server, provider, own);
    const caller = visitor(own);
    await logInWithSso(caller, person());
    server.setKeys(own, "oidc", { issuer: "https://id.example", client_id: "x" });
    expect((await caller.post("/logout", {})).body).toEqual({ logged_out: true, logout_url: null });
    expect((await whoIs(caller)) ?? null).toBeNull();
  });
});

describe("clients and providers", () => {
  test.each([
    ["client_secret_basic", { client_auth: "basic" }],
    ["none", { client_secret: "" }],
  ])("support the client authentication %s", async (method, keys) => {
    const own = await createLoginShop(server, "auth0");
    const client = provider.addClient(`http://localhost/api/sso/callback/${own.slug}`, "http://localhost/", method);
    const { client_secret, ...rest } = { ...client, ...keys };
    server.setKeys(own, "oidc", { issuer: provider.issuer, ...rest, ...(client_secret && { client_secret }) });
    const caller = visitor(own);
    expect(ssoOutcome(await logInWithSso(caller, person()))).toBe("ok /events");
  });
  test("log a wrong client secret as an error", async () => {
    const own = await createLoginShop(server, "sso");
    registerClient(server, provider, own, { client_secret: "of-somebody-else" });
    lines.length = 0;
    expect(ssoOutcome(await logInWithSso(visitor(own), person()))).toBe("no invalid_client /events");
    expect(lines.join("")).toContain("SSO provider failed");
  });
  test("use Auth0's own logout URL where the tenant announces none", async () => {
    const old = createServer((_, response) => {
      const { port } = old.address() as AddressInfo;
      const issuer = `http://127.0.0.1:${port}/`;
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(
          JSON.stringify({ issuer, authorization_endpoint: `${issuer}authorize`, token_endpoint: `${issuer}token` }),
        );
    });
    old.listen(0, "127.0.0.1");
    await once(old, "listening");
    const issuer = `http://127.0.0.1:${(old.address() as AddressInfo).port}/`;
    const { findOidcProvider } = ssoRegistry(async () => ({ issuer, client_id: "shop" }), { isDevelopment: true });
    expect(await (await findOidcProvider("x", "auth0"))?.logoutUrl("token", "http://localhost/shop")).toBe(
      `${issuer}v2/logout?client_id=shop&returnTo=http%3A%2F%2Flocalhost%2Fshop`,
    );
    expect(await (await findOidcProvider("x", "sso"))?.logoutUrl("token", "http://localhost/shop")).toBeUndefined();
    old.close();
  });
});

describe("an unavailable provider", () => {
  const failing = async (issuer: string): Promise<TestVisitor> => {
    const own = await createLoginShop(server, "sso");
    server.setKeys(own, "oidc", { issuer, client_id: "x", client_secret: "y" });
    return visitor(own);
  };
  test("leads to the callback page soon, with its reason", async () => {
    const gone = await TestOidcProvider.open();
    await gone.close();
    const caller = await failing(gone.issuer);
    expect(ssoOutcome(await caller.get("/sso/start?redirect=/events"))).toBe("no provider_unavailable /events");
    expect(ssoOutcome(await caller.get("/sso/start?redirect=//evil.example"))).toBe("no provider_unavailable /");
    expect(lines.join("")).toContain("SSO provider failed");
    // No session is created for it.
    expect(caller.session).toBeUndefined();
  });
  test("an unavailable provider is requested once while it is slow", async () => {
    const slow = await TestOidcProvider.open();
    slow.delay = 3000;
    const caller = await failing(slow.issuer);
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 5 }, () => caller.get("/sso/start")));
    expect(new Set(answers.map(ssoOutcome))).toEqual(new Set(["no provider_unavailable /"]));
    expect(performance.now() - began).toBeLessThan(2500);
    expect(slow.requestedPaths).toHaveLength(1);
    await slow.close();
  });
  test("fails a login halfway, and the next one works", async () => {
    const own = await TestOidcProvider.open();
    const there = await createLoginShop(server, "sso");
    registerClient(server, own, there);
    const caller = visitor(there);
    const address = await callbackPathFor(caller, own.addPerson());
    own.delay = 3000;
    expect(ssoOutcome(await caller.get(address))).toBe("no provider_unavailable /events");
    own.delay = 0;
    expect(ssoOutcome(await logInWithSso(caller, own.addPerson()))).toBe("ok /events");
    await own.close();
  });
  test("an unavailable provider is one that announces another issuer", async () => {
    const caller = await failing(`${provider.issuer.replace("127.0.0.1", "localhost")}`);
    expect(ssoOutcome(await caller.get("/sso/start"))).toBe("no oauth_json_attribute_comparison_failed /");
  });
  test("an unavailable provider is one without keys, or with plain HTTP in production", async () => {
    const own = await createLoginShop(server, "sso");
    expect(ssoOutcome(await visitor(own).get("/sso/start"))).toBe("no not_configured /");
    const live = await openSsoTestApp({ isDevelopment: false });
    const shop = await createLoginShop(live, "sso");
    registerClient(live, provider, shop);
    expect(ssoOutcome(await new TestVisitor(live, shop).get("/sso/start"))).toBe("no not_configured /");
    await live.close();
  });
});

test("the provider's metadata is fetched once", async () => {
  const own = await TestOidcProvider.open();
  const there = await createLoginShop(server, "auth0");
  registerClient(server, own, there);
  for (let time = 0; time < 3; time++) await visitor(there).get("/sso/start");
  expect(own.requestedPaths).toEqual(["/.well-known/openid-configuration"]);
  await own.close();
});

test("other authentication modes have no redirects", async () => {
  for (const method of ["password", "otp", "scan_code_zip", "none"]) {
    const own = await createLoginShop(server, method);
    registerClient(server, provider, own);
    expect(responseCode(await visitor(own).get("/sso/start")), method).toBe("not_found:general");
    expect(responseCode(await visitor(own).get(`/sso/callback/${own.slug}?code=x&state=y`)), method).toBe(
      "not_found:general",
    );
  }
});

test("the log contains no personal data or secrets of an external login", async () => {
  lines.length = 0;
  const caller = visitor();
  const subject = person({ email: "canary@id.example", given_name: "Cannarina" });
  const address = await callbackPathFor(caller, subject);
  await caller.get(address);
  await caller.post("/logout", {});
  const text = lines.join("");
  expect(text).toContain("logged_in");
  const secrets = [...new URLSearchParams(address.split("?")[1])]
    .filter(([name]) => name !== "iss")
    .map(([, value]) => value);
  expect(secrets).toHaveLength(2);
  for (const secret of [...secrets, subject, "canary@", "Cannarina", "eyJ"]) expect(text).not.toContain(secret);
});

test("retention deletes expired states and the provider data of ended sessions", async () => {
  const caller = visitor();
  await logInWithSso(caller, person());
  await caller.post("/logout", {});
  const kept = async () => {
    const { rows } = await sql<{ states: number; sessions: number }>`
      select (select count(*)::int from oauth_state) as states,
        (select count(*)::int from visitor_session where external is not null and ended_at is not null) as sessions`.execute(
      server.db,
    );
    return rows[0];
  };
  expect((await kept())?.sessions).toBeGreaterThan(0);
  clock.minutes = 20;
  await retentionJob({ connections: server.connections, log: server.app.log, retentionDays: {} }, 0)();
  expect(await kept()).toEqual({ states: 0, sessions: 0 });
});
