import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bootElementId, queriesElementId } from "@foyer/contract/boot.ts";
import { createSeatedShop } from "../../test/shop/createSeatedShop.ts";
import { createTestEvent, createTestShop, type SellerOverrides } from "../../test/shop/createTestShop.ts";
import { openFlags } from "../providers/flags/openFlags.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { builtAssets } from "./assets.ts";
import { buildStorefront } from "../../test/page/buildStorefront.ts";

let built: Awaited<ReturnType<typeof buildStorefront>>;
let server: TestApp;
beforeAll(async () => {
  built = await buildStorefront();
  server = await openTestApp({ origin: "https://tickets.example", assets: (app) => builtAssets(app, built.dist) });
}, 120_000);
afterAll(async () => {
  await server.close();
  await built.remove();
});

const openPage = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await server.app.inject({
    method: "GET",
    url,
    headers: { "accept-encoding": "identity", ...headers },
  });
  return {
    status: answer.statusCode,
    html: answer.payload,
    headers: answer.headers,
    to: answer.headers.location,
    raw: answer.rawPayload,
  };
};
const withWeb = (web: object, more: SellerOverrides = {}): { seller: SellerOverrides } => ({
  seller: { ...more, web: JSON.stringify(web) },
});
const jsonIn = (html: string, attribute: string): unknown =>
  JSON.parse(new RegExp(`<script[^>]*${attribute}[^>]*>(.*?)</script>`, "s").exec(html)?.[1] ?? "null");
const textBetween = (html: string, tag: string) => new RegExp(`<${tag}>(.*?)</${tag}>`, "s").exec(html)?.[1] ?? "";
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

describe("flags", () => {
  test("switch routes per seller and reach the page", async () => {
    const [newer, older] = [await createTestShop(server.db), await createTestShop(server.db)];
    const folder = await mkdtemp(join(tmpdir(), "flags-"));
    const file = join(folder, "flags.json");
    await writeFile(
      file,
      JSON.stringify({
        flags: {
          newer_manage: {
            state: "ENABLED",
            variants: { on: true, off: false },
            defaultVariant: "off",
            targeting: { if: [{ "==": [{ var: "seller" }, newer.slug] }, "on", "off"] },
          },
        },
      }),
    );
    const flags = await openFlags({ file }, { warn: () => undefined });
    await flags.refresh([newer.slug, older.slug]);
    const other = await openTestApp({ flags, assets: (app) => builtAssets(app, built.dist) }, server);
    const look = async (slug: string) => {
      const { statusCode, payload } = await other.app.inject({ url: `/${slug}/manage/x/reschedule/y` });
      return { status: statusCode, boot: jsonIn(payload, `id="${bootElementId}"`) };
    };
    try {
      expect(await look(newer.slug)).toMatchObject({ status: 200, boot: { flags: { newer_manage: true } } });
      expect(await look(older.slug)).toMatchObject({ status: 404, boot: { flags: { newer_manage: false } } });
    } finally {
      await other.close();
      await flags.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe("a page", () => {
  test("contains its text, data, description, canonical URL and link preview", async () => {
    const shop = await createTestShop(server.db, { event: { name: "Whales & Tides", summary: "Giants of the deep" } });
    const { status, html } = await openPage(`/${shop.slug}/events?utm_source=mail`);
    expect(status).toBe(200);
    expect(html).toContain("Whales &amp; Tides</a>");
    expect(html).toContain("<title>Events – Harbor Museum</title>");
    expect(html).toContain(`<link rel="canonical" href="https://tickets.example/${shop.slug}/events">`);
    expect(html).toContain('<meta property="og:site_name" content="Harbor Museum">');
    expect(html).toContain('<body class="route-events">');
    expect(jsonIn(html, `id="${bootElementId}"`)).toMatchObject({
      base: `/${shop.slug}`,
      shown: { route: "events", path: "/events", search: "" },
    });
    expect(jsonIn(html, `id="${queriesElementId}"`)).toMatchObject({ queries: [{ state: { status: "success" } }] });
  });

  test("a page of an event shows the date, the time and the next step of its link in the panel beside the form", async () => {
    const sessions = [
      { inDays: 7, at: "10:00" },
      { inDays: 7, at: "14:00" },
      { inDays: 8, at: "10:00" },
    ];
    const shop = await createTestShop(server.db, { event: { sessions } });
    const panelOf = async (query: string) => {
      const { html } = await openPage(`/${shop.slug}/events/${shop.event.id}${query}`);
      const [, panel = ""] = html.split("data-order-panel");
      return panel.split("</aside>")[0]?.replaceAll(/<[^>]*>/g, "|");
    };
    expect(await panelOf("")).toContain("|Choose a date|");
    const dated = await panelOf(`?date=${shop.session.local_day}`);
    expect(dated).toMatch(/\|\w+day, \w+ \d+, 20\d\d\|/);
    expect(dated).toContain("|Choose a time|");
    const linked = await panelOf(`?session=${shop.session.id}`);
    expect(linked).toMatch(/\|\w+day, \w+ \d+, 20\d\d\s· 10:00/);
    expect(linked).toContain("|Choose tickets|");
    const withTickets = await panelOf(`?session=${shop.session.id}&quantity=${shop.type.id}:2`);
    expect(withTickets).toContain("|Reserve|");
  });

  test("a page of an event is complete at the first request for tickets with seats", async () => {
    const shop = await createSeatedShop(server.db);
    const query = `session=${shop.session.id}&quantity=${shop.type.id}:2`;
    const { html } = await openPage(`/${shop.slug}/events/${shop.event.id}?${query}`);
    expect(html).toContain("Choose seats<");
    // React's marker of a part that the server could not finish.
    expect(html).not.toContain("<!--$!-->");
  });

  test("a page of an event has structured data with dates, place and prices", async () => {
    const shop = await createTestShop(server.db, {
      event: { name: "Whales </script><script>alert(1)</script>", category: "Exhibitions", summary: "Giants" },
    });
    const { html } = await openPage(`/${shop.slug}/events/${shop.event.id}`);
    expect(html).not.toContain("<script>alert(1)");
    expect(html).toContain(
      "<title>Whales &lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; – Harbor Museum</title>",
    );
    expect(html).toContain('<meta name="description" content="Giants">');
    expect(jsonIn(html, 'type="application/ld\\+json"')).toMatchObject({
      "@context": "https://schema.org",
      "@type": "ExhibitionEvent",
      name: "Whales </script><script>alert(1)</script>",
      startDate: shop.session.start_datetime,
      location: { name: "Main House", address: "1 Pier Road" },
      offers: { lowPrice: "10.00", priceCurrency: "USD", availability: "https://schema.org/InStock" },
      url: `https://tickets.example/${shop.slug}/events/${shop.event.id}`,
    });
  });

  test("allows only its own scripts and inline texts by hash", async () => {
    const shop = await createTestShop(server.db);
    const { html, headers } = await openPage(`/${shop.slug}/events`);
    const policy = String(headers["content-security-policy"]);
    expect(policy).not.toContain("unsafe");
    expect(policy).toContain(`script-src 'self' ${hashOf(textBetween(html, "script"))};`);
    expect(policy).toContain(`style-src 'self' ${hashOf(textBetween(html, "style"))};`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(html).not.toMatch(/<[^>]+\s(?:style|on\w+)=/);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "strict-transport-security": expect.stringContaining("max-age"),
    });
  });

  test("a page is the same for every visitor and sets no cookie", async () => {
    const shop = await createTestShop(server.db);
    const path = `/${shop.slug}/events`;
    const plain = await openPage(path);
    const known = await openPage(`${path}?gclid=1`, { cookie: `__Host-foyer.${shop.slug}=${"a".repeat(43)}; other=1` });
    expect(known.html).toBe(plain.html);
    expect([plain.headers["set-cookie"], known.headers["set-cookie"]]).toEqual([undefined, undefined]);
    const again = await openPage(path, { "if-none-match": String(plain.headers.etag) });
    expect([again.status, again.html]).toEqual([304, ""]);
  });

  test("a page is cached for seconds, separately for each seller", async () => {
    const [shop, other] = [
      await createTestShop(server.db),
      await createTestShop(server.db, { seller: { name: "Opal Hall" } }),
    ];
    const before = await openPage(`/${shop.slug}/events`);
    await createTestEvent(server.db, shop, { name: "Added meanwhile" });
    expect((await openPage(`/${shop.slug}/events`)).html).toBe(before.html);
    expect((await openPage(`/${other.slug}/events`)).html).toContain("<title>Events – Opal Hall</title>");
  });

  test("a page is compressed", async () => {
    const { slug } = await createTestShop(server.db);
    const plain = await openPage(`/${slug}/events`);
    const brotli = await openPage(`/${slug}/events`, { "accept-encoding": "gzip, br" });
    const zipped = await openPage(`/${slug}/events`, { "accept-encoding": "gzip, br;q=0" });
    expect([brotli.headers["content-encoding"], zipped.headers["content-encoding"]]).toEqual(["br", "gzip"]);
    expect(brotliDecompressSync(brotli.raw).toString()).toBe(plain.html);
    expect(gunzipSync(zipped.raw).toString()).toBe(plain.html);
  });

  test("contains the seller's theme and sanitised HTML", async () => {
    const blocks = [
      {
        id: "a",
        slot: "top",
        html: '<p onclick="x()">Closed on <em>Monday</em><img src=x onerror=y></p>',
        routes: ["events"],
      },
      { id: "b", slot: "top", html: "<p>Not here</p>", routes: ["home"] },
      { id: "c", slot: "bottom", html: "<p>For members</p>", roles: ["member"] },
    ];
    const { slug } = await createTestShop(
      server.db,
      withWeb(
        { content_blocks: blocks },
        { theme: JSON.stringify({ tier: 3, mode: "dark", radius: 7, dark: { brand: "#7dff9b", paper: "#0b1026" } }) },
      ),
    );
    const { html } = await openPage(`/${slug}/events`);
    const words = html.slice(html.indexOf('id="root"'), html.indexOf(`id="${bootElementId}"`));
    expect(html).toContain('<html lang="en" data-tier="newer" data-mode="dark">');
    expect(textBetween(html, "style")).toContain("--seller-dark-color-brand:#7dff9b;");
    expect(textBetween(html, "style")).toContain("--seller-radius:7px;");
    expect(words).toContain("<p>Closed on <em>Monday</em></p>");
    expect(html).not.toMatch(/onclick|onerror/);
    expect(words).not.toMatch(/Not here|For members/);
  });
});

describe("a URL", () => {
  test.each([
    ["of no route", "/no/such/thing", "Oops! We could not find anything at this URL."],
    [
      "of an unknown event",
      "/events/00000000-0000-4000-8000-000000000000",
      "Oops! We could not find anything at this URL.",
    ],
    ["of an invalid event id", "/events/42", "Oops! We could not find anything at this URL."],
    ["that cannot be decoded", "/100%", "Oops! We could not find anything at this URL."],
    ["that ends within a letter", "/events/caf%C3", "Oops! We could not find anything at this URL."],
    ["of a confirmation without an order", "/checkout/complete", "Oops! We could not find anything at this URL."],
    ["of a confirmation with no id", "/checkout/complete?orderIds=", "Oops! We could not find anything at this URL."],
  ])("%s replies 404 in the seller's theme, with a link home", async (_, path, words) => {
    const { slug } = await createTestShop(server.db);
    const { status, html } = await openPage(`/${slug}${path}`);
    expect(status).toBe(404);
    expect(html).toContain(words);
    expect(html).toContain(`href="/${slug}"`);
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('rel="canonical"');
  });

  test("a URL of a confirmation with an order is answered before anybody knows whose it is", async () => {
    const { slug } = await createTestShop(server.db);
    const { status } = await openPage(
      `/${slug}/checkout/complete?orderIds=${crypto.randomUUID()}&token=${"t".repeat(32)}`,
    );
    expect(status).toBe(200);
  });

  test("a URL of no seller replies 404 without a theme", async () => {
    const { status, html } = await openPage("/nobody/events");
    expect([status, html.includes("Oops! We could not find anything at this URL.")]).toEqual([404, true]);
  });

  test("a URL of the API is not rendered as a page", async () => {
    const { status, headers } = await openPage("/api/nothing");
    expect([status, headers["content-type"]]).toEqual([404, "application/json; charset=utf-8"]);
  });

  test.each(["/checkout", "/my", "/manage/1", "/resend"])("%s is not indexed", async (path) => {
    const { slug } = await createTestShop(server.db, {
      seller: {
        configuration: JSON.stringify({
          my_account_pages: { my_profile: true, upcoming_events: false, recent_orders: false },
        }),
      },
    });
    const { status, html } = await openPage(`/${slug}${path}`);
    expect([status, html.includes('content="noindex"')]).toEqual([200, true]);
  });
});

describe("the referrer policy", () => {
  const cart = "00000000-0000-4000-8000-0000000000cc";
  const shopWith = (configuration: object = {}) =>
    createTestShop(server.db, {
      seller: {
        configuration: JSON.stringify(configuration),
        web: JSON.stringify({ membership_event_id: "00000000-0000-4000-8000-0000000000aa" }),
      },
    });
  let usual: Awaited<ReturnType<typeof shopWith>>;
  beforeAll(async () => {
    usual = await shopWith();
  });
  const policyOf = async (path: string, { slug } = usual) =>
    (await openPage(`/${slug}${path}`)).headers["referrer-policy"];
  test.each([
    "/login?otp=123456",
    "/login/callback?code=abc&state=def",
    "/login/external-callback?token=abc",
    "/user/reset-password?token=abc",
    "/user/set-email-address?token=abc",
    "/membership/redeem?gift_code=AB12CD34EF",
    "/checkout/complete?orderIds=1&token=abc",
    `/checkout/pending/${cart}`,
    `/checkout/${cart}`,
    `/checkout?cartId=${cart}`,
    `/transfer-cart/${cart}`,
    `/manage/${cart}?token=abc`,
    `/manage/${cart}/cancel-auto-renew?token=abc`,
    "/my/membership",
    // On public pages, the query can contain a secret.
    "/events?member_code=KX7M2PQ9RT&login.last_name=Byron",
    "/events?zip_code=10001",
    "/events?login=true&otp=123456",
  ])("hides the whole URL of %s", async (path) => expect(await policyOf(path)).toBe("no-referrer"));

  test("reveals only the origin of a public page", async () => {
    expect(await policyOf("/events?category=Tours&date=today")).toBe("strict-origin-when-cross-origin");
  });
  test("the referrer policy of a cached page depends on the requested URL", async () => {
    const { slug } = await createTestShop(server.db);
    const ask = async (query: string, etag?: unknown) =>
      await openPage(`/${slug}/events${query}`, typeof etag === "string" ? { "if-none-match": etag } : {});
    const first = await ask("");
    const again = await ask("?member_code=KX7M2PQ9RT", first.headers.etag);
    expect([again.status, again.headers["referrer-policy"]]).toEqual([304, "no-referrer"]);
    expect((await ask("")).headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
  });
  test.each(["recaptcha", "hcaptcha", "turnstile"])(
    "reveals the origin of the checkout to %s, which needs it",
    async (provider) => {
      const own = await shopWith({ captcha: { provider, site_key: "public" } });
      expect(await policyOf(`/checkout/${cart}`, own)).toBe("strict-origin");
      expect(await policyOf("/login?otp=123456", own)).toBe("no-referrer");
    },
  );
});

test("a page contains the countries with post codes, and not their codes", async () => {
  const { slug } = await createTestShop(server.db, {
    seller: { configuration: JSON.stringify({ zip_codes: { us: "RESIDENTS-ONLY" } }) },
  });
  const { html } = await openPage(`/${slug}/events`);
  expect([html.includes('"zip_codes":{"us":""}'), html.includes("RESIDENTS-ONLY")]).toEqual([true, false]);
});

describe("redirects", () => {
  const event = "00000000-0000-4000-8000-0000000000aa";
  test.each([
    ["a trailing slash", {}, "/events/?date=today", "/SLUG/events?date=today"],
    ["the home page's slash", {}, "/?a=1", "/SLUG?a=1"],
    ["home to the listing", {}, "", "/SLUG/events"],
    ["home to the admission event", { admission_event_id: event }, "?a=1", `/SLUG/events/${event}?a=1`],
    ["membership to its event", { membership_event_id: event }, "/membership/renew", `/SLUG/events/${event}/renew`],
    [
      "membership to another site",
      { external_membership_url: "https://members.example/join" },
      "/membership",
      "https://members.example/join",
    ],
    [
      "membership to a part of another page, with the query",
      { external_membership_url: "https://members.example/#join" },
      "/membership?a=1",
      "https://members.example/?a=1#join",
    ],
    ["redeem without memberships", {}, "/membership/redeem", "/SLUG/membership"],
    [
      "a disabled home route",
      { redirects: { disable_home_route: true, target: "https://museum.example/visit" } },
      "/events?date=today",
      "https://museum.example/visit?date=today",
    ],
  ])("an address redirects: %s", async (_, web, path, to) => {
    const { slug } = await createTestShop(server.db, withWeb(web));
    const answer = await openPage(`/${slug}${path}`);
    expect([answer.status, answer.to]).toEqual([302, to.replace("SLUG", slug)]);
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test.each([
    "//evil.example/",
    "//evil.example/%2e%2e/",
    "/SLUG//evil.example/",
    "/SLUG/\\evil.example/",
    "/SLUG/%2F%2Fevil.example/",
  ])("%s is never redirected to another host", async (path) => {
    const { slug } = await createTestShop(server.db);
    const { to } = await openPage(path.replace("SLUG", slug));
    expect(to ?? `/${slug}`).toMatch(new RegExp(`^/${slug}(?:/(?![/\\\\])|$)`));
  });

  test("no combination of slashes and hosts is redirected to another host", async () => {
    const { slug } = await createTestShop(server.db);
    const starts = [
      "",
      "/",
      "//",
      "///",
      "/\\",
      "/%5c",
      "/%5C%5C",
      "/%2f",
      "/%2F%2F",
      "/.//",
      "/..//",
      "/%2e%2e//",
      "/;//",
      "/%09/",
    ];
    const hosts = [
      "evil.example",
      "evil.example/%2e%2e",
      "user@evil.example",
      "evil.example:443",
      "evil%E3%80%82example",
    ];
    const ends = ["/", "//", "/%2f", "/\\"];
    const requested = starts.flatMap((start) =>
      hosts.flatMap((host) => ends.flatMap((end) => [`${start}${host}${end}`, `/${slug}${start}${host}${end}`])),
    );
    expect(requested.length).toBeGreaterThan(500);
    let redirected = 0;
    for (const path of requested) {
      const { to } = await openPage(path.startsWith("/") ? path : `/${path}`);
      if (to === undefined) continue;
      redirected += 1;
      expect([path, new URL(to, "https://tickets.example/").origin]).toEqual([path, "https://tickets.example"]);
    }
    expect(redirected).toBeGreaterThan(20);
  });

  test("home with a presale offers its three choices", async () => {
    const { slug } = await createTestShop(
      server.db,
      withWeb({ membership_presell: true, membership_event_id: event, home_options: ["guest", "nonsense", "login"] }),
    );
    const { html } = await openPage(`/${slug}`);
    expect(html).toContain("Continue as a guest");
    expect(html.indexOf("Continue as a guest")).toBeLessThan(html.indexOf("Already a member"));
    expect(html).toContain("Already have tickets? Resend confirmation link");
    expect(html).not.toContain("Become a member");
  });
});

test("a sitemap lists public events only", async () => {
  const shop = await createTestShop(server.db);
  const hidden = await createTestEvent(server.db, shop, { hidden_type: "public_link_only" });
  const { html, headers } = await openPage(`/${shop.slug}/sitemap.xml`);
  expect(headers["content-type"]).toContain("application/xml");
  expect(html).toContain(`<loc>https://tickets.example/${shop.slug}/events/${shop.event.id}</loc>`);
  expect(html).not.toContain(hidden.id);
  expect((await openPage("/robots.txt")).html).toContain("User-agent: *");
});

test("files are compressed and immutable", async () => {
  const { slug } = await createTestShop(server.db);
  const { html } = await openPage(`/${slug}/events`);
  const script = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1] ?? "";
  const { status, headers } = await openPage(script, { "accept-encoding": "br" });
  expect([status, headers["content-encoding"]]).toEqual([200, "br"]);
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect((await openPage("/assets/files/../../server/entry.server.js")).status).toBe(404);
  for (const href of [...html.matchAll(/ href="(\/assets\/[^"]+)"/g)].map(([, found]) => found ?? ""))
    expect((await openPage(href)).status).toBe(200);
});

describe("a seller whose login method this version does not know", () => {
  test("a seller whose login method this version does not know has its pages and its API, and logs nobody in", async () => {
    const { slug } = await createTestShop(server.db, {
      seller: { configuration: JSON.stringify({ authentication: "telepathy" }) },
    });
    expect((await openPage(`/${slug}/events`)).status).toBe(200);
    expect((await server.get(slug, "/api/events/available")).status).toBe(200);
    const { status, html } = await openPage(`/${slug}/login`);
    // The browser shows 'Unknown auth method' for it (features/login/panel/LoginPanel.test.tsx).
    expect([status, html.includes('"authentication":"unknown"')]).toEqual([200, true]);
    const credentials = { username: "ada@example.org", password: "Lantern-Quay-7" };
    expect((await server.post(slug, "/api/login", credentials)).status).toBe(404);
  });
});

test.each([
  ["/sign-in", "/sign-in"],
  ["/events", undefined],
  ["sign-in", undefined],
])("a seller's login is at %s if no other page is: %s", async (login_path, used) => {
  const { slug } = await createTestShop(server.db, { seller: { configuration: JSON.stringify({ login_path }) } });
  const { status, html } = await openPage(`/${slug}${used ?? "/login"}`);
  expect([status, html.includes(`"login_path":"${login_path}"`)]).toEqual([200, used !== undefined]);
});

test("with several sellers in production / is not found, and does not lead to itself", async () => {
  await createTestShop(server.db);
  await createTestShop(server.db);
  const production = await openTestApp(
    { production: true, origin: "https://tickets.example", assets: (app) => builtAssets(app, built.dist) },
    server,
  );
  for (const url of ["/", "/no-such-seller/events"]) {
    const { statusCode, payload } = await production.app.inject({ url });
    expect([url, statusCode, payload.includes("<a ")]).toEqual([url, 404, false]);
    expect(payload).toContain("We could not find anything at this URL.");
  }
  await production.close();
});
