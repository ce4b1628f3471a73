import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { pauseAt } from "../../../db/faultPoints.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import {
  registerClient,
  locationOf,
  logInWithSso,
  ssoOutcome,
  callbackPathFor,
  type SsoTestApp,
} from "../../../../test/accounts/ssoApp.ts";
import { type TestVisitor, createLoginShop } from "../../../../test/accounts/login.ts";
import { rendezvous } from "../../../../test/database/raceServers.ts";
import { setUpSsoShop } from "../../../../test/accounts/setUpSsoShop.ts";
import type { TestOidcProvider, OidcClaims } from "../../../../test/accounts/oidcProvider.ts";
import { letCachesExpire } from "../../../../test/app/letCachesExpire.ts";

let server: SsoTestApp;
let provider: TestOidcProvider;
let shop: TestShop;
const { clock, visitor, person, whoIs } = setUpSsoShop((opened) => {
  ({ server, provider, shop } = opened);
});

describe("logging in at the provider", () => {
  test("opens a new session, redirects to the requested path, and exposes no token", async () => {
    const grace = visitor();
    const subject = person({ email: "grace@id.example" });
    const address = await callbackPathFor(grace, subject, "/events?category=Tours");
    const before = grace.session;
    const back = await grace.get(address);
    expect(locationOf(back)).toBe(`/${shop.slug}/login/callback?auth_callback=1&redirect=%2Fevents%3Fcategory%3DTours`);
    expect(back.headers["cache-control"]).toBe("private, no-store");
    expect(back.headers["referrer-policy"]).toBe("no-referrer");
    expect(grace.session).not.toBe(before);
    // The session that started the login has ended.
    expect((await whoIs(visitor(shop, `foyer.${shop.slug}=${before}`))) ?? null).toBeNull();
    const user = await whoIs(grace);
    expect(user).toMatchObject({
      strength: "full",
      has_password: false,
      needs_email: false,
      identity: { first_name: "Grace", last_name: "Hopper", email: "grace@id.example" },
    });
    const row = await server.db
      .selectFrom("external_login")
      .select(["issuer", "subject"])
      .where("identity_id", "=", user.id)
      .executeTakeFirst();
    expect(row).toEqual({ issuer: provider.issuer, subject });
  });

  test("finds the same user each time, whatever their claims are", async () => {
    const subject = person();
    const [first, again] = [visitor(), visitor()];
    await logInWithSso(first, subject);
    provider.setClaims(subject, { given_name: "Amazing", email: "other@id.example", email_verified: true });
    await logInWithSso(again, subject);
    expect((await whoIs(again)).id).toBe((await whoIs(first)).id);
    expect((await whoIs(again)).identity.email).not.toBe("other@id.example");
  });

  test("moves the guest's own cart, and nobody else's", async () => {
    const [guest, other] = [new TestBuyer(server, shop), new TestBuyer(server, shop)];
    const [cart, foreign] = [await guest.hold(2), await other.hold(1)];
    const grace = visitor(shop, guest.cookie);
    const started = await grace.get(`/sso/start?redirect=/checkout&cart_id=${foreign.id}`);
    expect(started.status).toBe(302);
    await logInWithSso(grace, person());
    const member = new TestBuyer(server, shop, `foyer.${shop.slug}=${grace.session}`);
    expect((await member.get(`/my/cart/${cart.id}`)).body.cart._data[0]).toMatchObject({
      id: cart.id,
      owned_by_public_identity: false,
    });
    expect((await guest.get(`/my/cart/${cart.id}`)).status).toBe(404);
    expect((await member.get(`/my/cart/${foreign.id}`)).status).toBe(404);
    expect((await other.get(`/my/cart/${foreign.id}`)).status).toBe(200);
  });

  test("creates one user for concurrent first logins of one subject", async () => {
    const subject = person();
    const callers = [visitor(), visitor()];
    const paths = await Promise.all(callers.map((caller) => callbackPathFor(caller, subject)));
    // Each waits until both have looked for the user, but not for long, because the lock blocks the second one.
    pauseAt("external_identity_read", rendezvous(300));
    const logins = await Promise.allSettled(callers.map((caller, index) => caller.get(paths[index] ?? "")));
    expect(logins.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    const rows = await server.db
      .selectFrom("external_login")
      .select("identity_id")
      .where("subject", "=", subject)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test("drops links, line breaks and control characters from names", async () => {
    const grace = visitor();
    await logInWithSso(grace, person({ given_name: "https://evil.example", family_name: "Ho\npp\u202eer" }));
    expect((await whoIs(grace)).identity).toMatchObject({ first_name: null, last_name: "Ho pp er" });
  });
});

describe("a callback is refused, with a redirect to the callback page,", () => {
  const refused = async (caller: TestVisitor, address: string): Promise<string> => {
    const answer = await caller.get(address);
    expect((await whoIs(caller)) ?? null).toBeNull();
    return ssoOutcome(answer);
  };

  test("a callback is refused, with a redirect to the callback page, with an unknown state, or without one", async () => {
    const caller = visitor();
    const address = await callbackPathFor(caller, person());
    expect(await refused(caller, address.replace(/state=[^&]*/, `state=${"x".repeat(43)}`))).toBe("no state /");
    expect(await refused(caller, address.replace(/&?state=[^&]*/, ""))).toBe("no state /");
    // The correct callback still works.
    expect(ssoOutcome(await caller.get(address))).toBe("ok /events");
  });

  test("a callback is refused, with a redirect to the callback page, from another browser than the one that started the login", async () => {
    const [attacker, victim] = [visitor(), visitor()];
    const address = await callbackPathFor(attacker, person());
    await victim.get("/sso/start");
    expect(await refused(victim, address)).toBe("no state /");
    expect(await refused(visitor(), address)).toBe("no state /");
  });

  test("a second time", async () => {
    const caller = visitor();
    const address = await callbackPathFor(caller, person());
    const before = `foyer.${shop.slug}=${caller.session}`;
    await caller.get(address);
    expect(ssoOutcome(await visitor(shop, before).get(address))).toBe("no state /");
    // Two simultaneous callbacks in one session, as after a double click: one of them logs in.
    const other = visitor();
    const again = await callbackPathFor(other, person());
    const cookie = `foyer.${shop.slug}=${other.session}`;
    const both = await Promise.all([visitor(shop, cookie), visitor(shop, cookie)].map((tab) => tab.get(again)));
    expect(both.map(ssoOutcome).toSorted()).toEqual(["no state /", "ok /events"]);
  });

  test("a callback is refused, with a redirect to the callback page, with a code that was used, even if the state could be used again", async () => {
    const caller = visitor();
    const address = await callbackPathFor(caller, person());
    const cookie = `foyer.${shop.slug}=${caller.session}`;
    expect(ssoOutcome(await caller.get(address))).toBe("ok /events");
    // Restores the session and the state.
    for (const statement of [
      sql`update visitor_session set ended_at = null where seller_id = ${shop.seller_id}`,
      sql`update oauth_state set used_at = null where seller_id = ${shop.seller_id}`,
    ])
      await statement.execute(server.db);
    expect(ssoOutcome(await visitor(shop, cookie).get(address))).toBe("no invalid_grant /events");
  });

  test("a callback is refused, with a redirect to the callback page, with the code of another login (PKCE)", async () => {
    const [caller, other] = [visitor(), visitor()];
    const [own, foreign] = [await callbackPathFor(caller, person()), await callbackPathFor(other, person())];
    const code = /code=([^&]*)/.exec(foreign)?.[1] ?? "";
    expect(await refused(caller, own.replace(/code=[^&]*/, `code=${code}`))).toBe("no invalid_grant /events");
  });

  test("a callback is refused, with a redirect to the callback page, after ten minutes", async () => {
    const caller = visitor();
    const address = await callbackPathFor(caller, person());
    clock.minutes = 11;
    expect(await refused(caller, address)).toBe("no state /");
    // The database refuses to mark an expired state as used, too.
    const markUsed = sql`update oauth_state set used_at = app_now() where used_at is null and expires_at < app_now()`;
    await expect(markUsed.execute(server.db)).rejects.toThrow(/check constraint/);
  });

  test("a callback is refused, with a redirect to the callback page, at another seller", async () => {
    const other = await createLoginShop(server, "sso");
    registerClient(server, provider, other);
    const caller = visitor();
    const address = await callbackPathFor(caller, person());
    const there = visitor(other, `foyer.${other.slug}=${caller.session}`);
    const wrongPath = await server.app.inject({
      method: "GET",
      url: `/api${address.replace(shop.slug, other.slug)}`,
      headers: { cookie: there.cookie },
    });
    expect(wrongPath.headers.location).toBe(`/${other.slug}/login/callback?auth_error=state&redirect=%2F`);
    // A seller in the query is ignored: the path names the seller.
    const wrongQuery = await server.app.inject({
      method: "GET",
      url: `/api${address}&_seller=${other.slug}`,
      headers: { cookie: caller.cookie },
    });
    expect(wrongQuery.headers.location).toContain(`/${shop.slug}/login/callback?auth_callback=1`);
  });

  test("a callback is refused, with a redirect to the callback page, after the seller changed the provider", async () => {
    const own = await createLoginShop(server, "sso");
    registerClient(server, provider, own);
    const caller = visitor(own);
    const address = await callbackPathFor(caller, person());
    server.setKeys(own, "oidc", { issuer: "https://id.example", client_id: "x", client_secret: "y" });
    expect(await refused(caller, address)).toBe("no other_issuer /events");
  });

  test("a callback is refused, with a redirect to the callback page, after the seller changed the authentication mode", async () => {
    const own = await createLoginShop(server, "sso");
    registerClient(server, provider, own);
    const [caller, stranger] = [visitor(own), visitor(own)];
    const address = await callbackPathFor(caller, person());
    await server.db
      .updateTable("seller")
      .set({ configuration: JSON.stringify({ authentication: "password" }) })
      .where("id", "=", own.seller_id)
      .execute();
    letCachesExpire();
    // A visitor who did not start a login gets a missing page.
    expect((await stranger.get(address)).status).toBe(404);
    expect(await refused(caller, address)).toBe("no other_issuer /events");
    expect((await caller.get(address)).status).toBe(404);
  });

  const without = (claims: OidcClaims, name: string): OidcClaims =>
    Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
  const now = () => Math.floor(Date.now() / 1000);
  test.each<[string, Partial<TestOidcProvider["nextFaults"]>, string]>([
    [
      "another nonce",
      { claims: (claims) => ({ ...claims, nonce: "x".repeat(43) }) },
      "oauth_jwt_claim_comparison_failed",
    ],
    ["no nonce", { claims: (claims) => without(claims, "nonce") }, "oauth_invalid_response"],
    [
      "another issuer",
      { claims: (claims) => ({ ...claims, iss: "https://id.example" }) },
      "oauth_jwt_claim_comparison_failed",
    ],
    [
      "another audience",
      { claims: (claims) => ({ ...claims, aud: "another-shop" }) },
      "oauth_jwt_claim_comparison_failed",
    ],
    [
      "several audiences, and another party",
      { claims: ({ aud, ...claims }) => ({ ...claims, aud: [String(aud), "x"], azp: "x" }) },
      "oauth_jwt_claim_comparison_failed",
    ],
    [
      "an end in the past",
      { claims: (claims) => ({ ...claims, iat: now() - 700, exp: now() - 100 }) },
      "oauth_jwt_timestamp_check_failed",
    ],
    ["no end", { claims: (claims) => without(claims, "exp") }, "oauth_invalid_response"],
    [
      "a beginning to come",
      { claims: (claims) => ({ ...claims, nbf: now() + 300 }) },
      "oauth_jwt_timestamp_check_failed",
    ],
    ["no subject", { claims: (claims) => without(claims, "sub") }, "oauth_invalid_response"],
    [
      "a subject of another",
      { claims: (claims) => ({ ...claims, sub: "somebody-else" }) },
      "oauth_json_attribute_comparison_failed",
    ],
    ["a stranger's signature", { signedBy: "a stranger" }, "oauth_invalid_response"],
    ["no signature", { signedBy: "nobody" }, "oauth_invalid_response"],
  ])(
    "a callback is refused, with a redirect to the callback page, with a token that has %s",
    async (_, wrong, reason) => {
      const caller = visitor();
      const address = await callbackPathFor(caller, person());
      Object.assign(provider.nextFaults, wrong);
      expect(await refused(caller, address)).toBe(`no ${reason} /events`);
    },
  );
  test("a callback is accepted with a clock that differs by less than half a minute", async () => {
    const caller = visitor();
    const address = await callbackPathFor(caller, person());
    Object.assign(provider.nextFaults, {
      claims: (claims: object) => ({ ...claims, iat: now() + 20, exp: now() - 20 }),
    });
    expect(ssoOutcome(await caller.get(address))).toBe("ok /events");
  });

  test("when the provider reports an error, whose text is not shown", async () => {
    const caller = visitor();
    expect(await refused(caller, await callbackPathFor(caller, "nobody-known"))).toBe("no access_denied /events");
    for (const error of ["<script>alert(1)</script>", "https://evil.example", "x".repeat(300)]) {
      const started = await caller.get("/sso/start?redirect=/events");
      const state = new URL(locationOf(started)).searchParams.get("state") ?? "";
      const query = new URLSearchParams({ error, error_description: error, state, iss: provider.issuer });
      expect(await refused(caller, `/sso/callback/${shop.slug}?${query}`)).toBe("no refused /events");
    }
  });
  test("a callback is accepted with additional parameters", async () => {
    const caller = visitor();
    const address = await callbackPathFor(caller, person());
    expect(ssoOutcome(await caller.get(`${address}&session_state=abc&authuser=0&prompt=none`))).toBe("ok /events");
  });
});

describe("redirects", () => {
  test.each([
    ["//evil.example"],
    ["/\\evil.example"],
    ["https://evil.example/"],
    ["javascript:alert(1)"],
    ["/\t/evil.example"],
    ["events"],
  ])("never lead to %s", async (redirect) => {
    const caller = visitor();
    expect(ssoOutcome(await logInWithSso(caller, person(), redirect))).toBe("ok /");
  });
  test("redirects are not started by another site's page", async () => {
    const start = (site: string) =>
      server.app.inject({
        method: "GET",
        url: `/api/sso/start?_seller=${shop.slug}`,
        headers: { "sec-fetch-site": site },
      });
    expect((await start("same-origin")).statusCode).toBe(302);
    expect((await start("none")).statusCode).toBe(302);
    for (const site of ["cross-site", "same-site"]) {
      const response = await start(site);
      expect([response.statusCode, response.headers.location, response.cookies]).toEqual([403, undefined, []]);
    }
  });
  test("return to the shop's own origin, whatever the headers say", async () => {
    const { headers } = await server.app.inject({
      method: "GET",
      url: `/api/sso/start?_seller=${shop.slug}`,
      headers: { host: "evil.example", "x-forwarded-host": "evil.example", forwarded: "host=evil.example" },
    });
    const sent = new URL(String(headers.location)).searchParams;
    expect(sent.get("redirect_uri")).toBe(`http://localhost/api/sso/callback/${shop.slug}`);
    expect(sent.get("code_challenge_method")).toBe("S256");
  });
  test("redirects are limited for one browser", async () => {
    const caller = visitor();
    await caller.get("/sso/start");
    const sent: string[] = [];
    for (let time = 0; time < 61; time++) sent.push(locationOf(await caller.get("/sso/start")));
    expect(sent.slice(0, 5).every((location) => location.startsWith(provider.issuer))).toBe(true);
    expect(sent.at(-1)).toBe(`/${shop.slug}/login/callback?auth_error=too_many_requests&redirect=%2F`);
  });
});
