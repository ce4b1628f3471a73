import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import type { TestShop } from "../../test/shop/createTestShop.ts";
import { openStripeTestApp, StripeTestBuyer, type StripeTestApp } from "../../test/payments/stripeApp.ts";
import { applePayFileName } from "./applePayFile.ts";
import { builtAssets } from "./assets.ts";
import { buildStorefront } from "../../test/page/buildStorefront.ts";
import { sellerFinder } from "../http/sellerFinder.ts";
import { checkPaymentPage } from "./security/checkPaymentPage.ts";
import { paymentScripts } from "./security/paymentScripts.ts";
import { scriptAt } from "../../test/page/scriptAt.ts";
import { cspReportsPath } from "./security/cspReports.ts";

const secrets = { secret_key: "sk_test_canaryInTheMine", webhook_secret: "whsec_canaryInTheMine" };
const anySecret = /\b(?:[sr]k_(?:test|live)_|whsec_)\w+/;

let built: Awaited<ReturnType<typeof buildStorefront>>;
let app: StripeTestApp;
let applePayFile: string;
let shop: TestShop;
const logged: string[] = [];
beforeAll(async () => {
  built = await buildStorefront();
  applePayFile = join(built.dist, applePayFileName);
  app = await openStripeTestApp(undefined, {
    assets: (fastify) => builtAssets(fastify, built.dist),
    applePayFile,
    logger: { level: "warn", stream: { write: (line: string) => void logged.push(line) } },
  });
  shop = await app.createShop({ ...secrets, payment_method_configuration: "pmc_ofThisShop" });
}, 120_000);
afterAll(async () => {
  await app.close();
  await built.remove();
});

const openPage = async (path: string, { slug } = shop) => {
  const { payload, headers } = await app.server.app.inject({ method: "GET", url: `/${slug}${path}` });
  const directives = new Map(
    String(headers["content-security-policy"])
      .split("; ")
      .map((rule): [string, string[]] => {
        const [name = "", ...values] = rule.split(" ");
        return [name, values];
      }),
  );
  return { html: payload, headers, words: directives };
};
const stripeSources = (words: readonly string[] = []) => words.filter((word) => word.includes("stripe"));

describe("the payment page", () => {
  test("allows Stripe only, and each of its scripts is in the inventory", async () => {
    const { html, headers, words } = await openPage("/checkout");
    const scripts = words.get("script-src") ?? [];
    const kinds = new Set(scripts.map((word) => (word.startsWith("'sha256-") ? "sha256" : word)));
    const theirs = paymentScripts.filter(({ owner }) => owner === "ours" || owner === "Stripe");
    expect([...kinds].toSorted()).toEqual(theirs.map(({ allowed_by }) => allowed_by).toSorted());
    expect(words.get("frame-src")).toEqual([
      "https://js.stripe.com",
      "https://*.js.stripe.com",
      "https://hooks.stripe.com",
      "https://link.com",
      "https://*.link.com",
    ]);
    expect(words.get("connect-src")).toEqual([
      "'self'",
      "https://api.stripe.com",
      "https://link.com",
      "https://*.link.com",
    ]);
    expect(words.get("img-src")).toEqual(["'self'", "data:", "https://*.stripe.com", "https://*.link.com"]);
    expect(words.get("report-uri")).toEqual([cspReportsPath]);
    expect(String(headers["content-security-policy"])).not.toContain("unsafe");
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
    expect(headers["permissions-policy"]).toContain('payment=(self "https://js.stripe.com")');
    expect(headers["referrer-policy"]).toBe("strict-origin");
    const ran = [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(([, src]) => src ?? "");
    expect(ran.length).toBeGreaterThan(0);
    for (const src of ran) expect(scriptAt(src, "")).toMatchObject({ owner: "ours" });
    // The provider's script is loaded with the buyer's cart, not with the page.
    expect(html).not.toContain("js.stripe.com");
  });

  test.each(["/events", "/checkout/complete", "/checkout/pending/00000000-0000-4000-8000-000000000000"])(
    "%s allows no other host",
    async (path) => {
      const { headers, words } = await openPage(path);
      expect([...words.values()].flatMap((response) => stripeSources(response))).toEqual([]);
      expect(words.has("report-uri")).toBe(false);
      expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
      expect(headers["permissions-policy"]).not.toContain("payment=");
    },
  );

  test("the payment page of a seller without keys allows no other host", async () => {
    const { words } = await openPage("/checkout", await app.createShop({ keys: false }));
    expect([...words.values()].flatMap((response) => stripeSources(response))).toEqual([]);
  });

  test.each([
    ["recaptcha", "https://www.google.com/recaptcha/"],
    ["hcaptcha", "https://*.hcaptcha.com"],
    ["turnstile", "https://challenges.cloudflare.com"],
  ])("allows %s where the seller uses it, and no other page does", async (provider, source) => {
    const own = await app.createShop({ keys: false });
    await app.server.db
      .updateTable("seller")
      .set({ configuration: JSON.stringify({ captcha: { provider, site_key: "public" } }) })
      .where("id", "=", own.seller_id)
      .execute();
    const { words } = await openPage("/checkout", own);
    expect(words.get("script-src")).toContain(source);
    expect(words.get("frame-src")).toContain(source);
    const listing = await openPage("/events", own);
    expect([...listing.words.values()].flat().filter((word) => word.includes("://"))).toEqual([]);
  });
  test("allows nothing for the built-in captcha", async () => {
    const own = await app.createShop({ keys: false });
    await app.server.db
      .updateTable("seller")
      .set({ configuration: JSON.stringify({ captcha: { provider: "altcha" } }) })
      .where("id", "=", own.seller_id)
      .execute();
    const { words } = await openPage("/checkout", own);
    expect([...words.values()].flat().filter((word) => word.includes("://"))).toEqual([]);
  });

  test("never allows a seller's analytics, while every other page does", async () => {
    const own = await app.createShop(secrets);
    await app.server.db
      .updateTable("seller")
      .set({ web: JSON.stringify({ analytics: { container_id: "GTM-QUAY01" } }) })
      .where("id", "=", own.seller_id)
      .execute();
    const externalSources = async (path: string) =>
      [...(await openPage(path, own)).words].flatMap(([rule, words]) =>
        words.filter((word) => word.includes("google")).map((word) => `${rule} ${word}`),
      );
    expect(await externalSources("/checkout")).toEqual([]);
    expect(await externalSources(`/checkout/00000000-0000-4000-8000-000000000000`)).toEqual([]);
    const everywhere = [
      "https://*.google-analytics.com",
      "https://*.analytics.google.com",
      "https://*.googletagmanager.com",
    ];
    for (const path of ["/events", "/checkout/complete"])
      expect(await externalSources(path)).toEqual([
        "script-src https://www.googletagmanager.com",
        ...everywhere.map((source) => `img-src ${source}`),
        ...everywhere.map((source) => `connect-src ${source}`),
      ]);
  });

  test.each([
    ["https://js.stripe.com/endive/stripe.js", "Stripe"],
    ["https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit", "Turnstile"],
    ["https://js.hcaptcha.com/1/api.js?render=explicit", "hCaptcha"],
    ["https://www.google.com/recaptcha/api.js?render=explicit", "reCAPTCHA"],
    ["https://b.js.stripe.com/x/y.js", "Stripe"],
    ["https://shop.example/assets/files/abc.js", "ours"],
    ["https://evil.example/assets/files/abc.js", undefined],
    ["https://js.stripe.com.evil.example/endive/stripe.js", undefined],
    ["https://js.stripe.com/endive/other.js", undefined],
  ])("the inventory lists %s as %s", (address, owner) => {
    expect(scriptAt(address, "https://shop.example")?.owner).toBe(owner);
  });
});

describe("a report of a policy violation", () => {
  const sendReport = (payload: string, more: { type?: string; from?: string } = {}) =>
    app.server.app.inject({
      method: "POST",
      url: cspReportsPath,
      headers: { "content-type": more.type ?? "application/csp-report" },
      remoteAddress: more.from ?? "192.0.2.1",
      payload,
    });
  const report = (more: object = {}) =>
    JSON.stringify({
      "csp-report": {
        "document-uri":
          "https://shop.example/harbor/checkout/7?payment_intent_client_secret=pi_1_secret_2&email=a@b.example",
        "effective-directive": "script-src-elem",
        "blocked-uri": "https://evil.example/skim.js?card=4242",
        "script-sample": "stolen words",
        ...more,
      },
    });

  test("a report of a policy violation is logged as one line without personal data", async () => {
    logged.length = 0;
    expect((await sendReport(report())).statusCode).toBe(204);
    expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
      {
        event: "csp_violation",
        seller: "harbor",
        directive: "script-src-elem",
        blocked: "https://evil.example",
      },
    ]);
    expect(logged.join()).not.toMatch(/secret|a@b|4242|stolen|checkout/);
    expect((await sendReport(report({ "blocked-uri": "inline" }))).statusCode).toBe(204);
  });

  test.each([
    ["invalid JSON", "{"],
    ["an empty object", "{}"],
    ["null", "null"],
    ["line breaks", report({ "effective-directive": "a\nb", "violated-directive": "c\nd" })],
    ["a URL that is not of the web", report({ "blocked-uri": "javascript:alert(1)//" })],
  ])("a report of a policy violation with %s is refused", async (_, payload) => {
    logged.length = 0;
    expect((await sendReport(payload, { from: "192.0.2.2" })).statusCode).toBe(400);
    expect(logged).toEqual([]);
  });

  test("a report of a policy violation is refused when a network sends too many", async () => {
    const response = await Promise.all(Array.from({ length: 25 }, () => sendReport(report(), { from: "192.0.2.3" })));
    expect(response.filter(({ statusCode }) => statusCode === 204)).toHaveLength(20);
    expect(response.at(-1)?.headers["retry-after"]).toBe("60");
    expect((await sendReport(report(), { from: "192.0.2.4" })).statusCode).toBe(204);
  });
});

test("serves the file of Apple Pay once it exists", async () => {
  const look = async () => {
    const { statusCode, payload } = await app.server.app.inject({ url: `/.well-known/${applePayFileName}` });
    return [statusCode, statusCode === 200 ? payload : ""];
  };
  expect(await look()).toEqual([404, ""]);
  await writeFile(applePayFile, "7B2276657273696F6E");
  expect(await look()).toEqual([200, "7B2276657273696F6E"]);
});

test("only fonts may be fetched by the provider's frames", async () => {
  const files = await readdir(join(built.dist, "client/files"));
  const allowed = async (ending: RegExp) => {
    const url = `/assets/files/${files.find((name) => ending.test(name))}`;
    const { statusCode, headers } = await app.server.app.inject({ method: "GET", url });
    return [statusCode, headers["access-control-allow-origin"]];
  };
  expect(await allowed(/\.woff2$/)).toEqual([200, "*"]);
  expect(await allowed(/\.js$/)).toEqual([200, undefined]);
});

describe("secret keys", () => {
  test("would be found by the pattern", () => {
    for (const secret of Object.values(secrets)) expect(`{"key":"${secret}"}`).toMatch(anySecret);
  });

  test("secret keys are in no file of the storefront", async () => {
    const files = await readdir(built.dist, { recursive: true, withFileTypes: true });
    const texts = files.filter((file) => file.isFile() && /\.(?:js|css|json|map)$/.test(file.name));
    expect(texts.length).toBeGreaterThan(10);
    for (const { parentPath, name } of texts)
      expect(anySecret.exec(await readFile(join(parentPath, name), "utf8")), name).toBeNull();
  });

  test("secret keys are in no page and in no reply of a whole purchase", async () => {
    const buyer = new StripeTestBuyer(app.server, shop);
    const cart = await buyer.hold();
    const response = [
      cart,
      (await buyer.payCard(cart, "chargeDeclined")).body,
      (await buyer.payCard(cart, "visa")).body,
      (await buyer.checkOut(cart)).body,
      ...(await Promise.all(
        ["", "/events", `/events/${shop.event.id}`, "/checkout", `/checkout/${cart.id}`].map(
          async (path) => (await openPage(path)).html,
        ),
      )),
    ];
    expect(JSON.stringify(response[0])).toContain("pk_test_ofThisShop");
    for (const text of response) expect(anySecret.exec(JSON.stringify(text))).toBeNull();
    const { rows } = await sql<{
      sealed: Buffer;
    }>`select sealed from payment_keys where seller_id = ${shop.seller_id}`.execute(app.server.db);
    expect(rows.map(({ sealed }) => sealed.toString("latin1")).join()).not.toMatch(anySecret);
  });
});

describe("the check of the payment page", () => {
  /** Fetches from the shop through a proxy that may change the response. */
  const through =
    (change: (answer: { url: string; text: string; headers: Record<string, string> }) => void = () => undefined) =>
    async (address: string): Promise<Response> => {
      const url = address.slice("https://tickets.example".length);
      const response = await app.server.app.inject({ method: "GET", url, headers: { "accept-encoding": "identity" } });
      const answer = { url, text: response.payload, headers: response.headers as Record<string, string> };
      change(answer);
      return new Response(answer.text, { status: response.statusCode, headers: answer.headers });
    };
  const checked = async (change?: Parameters<typeof through>[0]) => {
    const seller = await sellerFinder(app.server.db, 0)(shop.slug);
    if (!seller) throw new Error("There is a seller.");
    const get = through(change);
    // The test's server has no TLS, although its URL says https.
    return checkPaymentPage(seller, { origin: "https://tickets.example", secure: false, get, dist: built.dist });
  };

  test("finds no difference, and returns the same fingerprint each time", async () => {
    const first = await checked();
    expect(first.differences).toEqual([]);
    expect(first.scripts).toBeGreaterThan(20);
    expect((await checked()).fingerprint).toBe(first.fingerprint);
  });

  test.each<[string, Parameters<typeof through>[0], RegExp]>([
    [
      "a policy that allows another host",
      ({ headers }) =>
        void (headers["content-security-policy"] = String(headers["content-security-policy"]).replace(
          "script-src",
          "script-src https://evil.example",
        )),
      /^header content-security-policy is '.*evil/,
    ],
    ["a missing policy", ({ headers }) => void delete headers["content-security-policy"], /policy is missing$/],
    [
      "a weakened header",
      ({ headers }) => void (headers["referrer-policy"] = "unsafe-url"),
      /^header referrer-policy is 'unsafe-url' instead of 'strict-origin'$/,
    ],
    [
      "an injected inline script",
      (answer) => void (answer.text = answer.text.replace("</head>", "<script >steal()</script></head>")),
      /^the page contains an inline script that is not from this build: steal\(\)$/,
    ],
    [
      "a foreign script",
      (answer) => void (answer.text = answer.text.replace("</body>", "<script async src=//evil.example/x></script>")),
      /^the page references a script that is not from this build: \/\/evil\.example\/x$/,
    ],
    [
      "a changed script of ours",
      (answer) => void (answer.text += answer.url.endsWith(".js") ? "\n" : ""),
      /^script \/assets\/files\/.+\.js differs from the built one$/,
    ],
  ])("reports %s", async (_, change, fault) => {
    const { differences } = await checked(change);
    expect(differences.length).toBeGreaterThan(0);
    for (const found of differences) expect(found).toMatch(fault);
    expect((await checked(change)).fingerprint).not.toBe((await checked()).fingerprint);
  });
});
