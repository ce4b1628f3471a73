import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createChallenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { captchaHeaders } from "@foyer/contract/shop/captcha.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { captchaRegistry } from "../../../providers/captcha/captchaRegistry.ts";
import { gatewayFinder } from "../../../providers/payments/gatewayRegistry.ts";
import { openTestApp, type TestResponse, type TestApp } from "../../../../test/app/testApp.ts";
import { TestBuyer, cards } from "../../../../test/shop/testBuyer.ts";
import { keylessProviders } from "../../../../test/app/testProviders.ts";
import { markLoggedIn } from "../../../../test/accounts/members.ts";

type Challenge = Awaited<ReturnType<typeof createChallenge>>;
type Parameters = Challenge["parameters"];

let base: TestApp;
let server: TestApp;
let provider: Server;
/** The provider's answer to a request. */
let providerAnswer: (sent: URLSearchParams) => object | "garbage" | "slow" | "off" = () => ({});
const providerRequests: URLSearchParams[] = [];
let keys: Record<string, string> | undefined;

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    const sent = new URLSearchParams(await text(request));
    providerRequests.push(sent);
    const result = providerAnswer(sent);
    if (result === "slow") return;
    if (result === "off") return void response.destroy();
    response.end(result === "garbage" ? "<html>" : JSON.stringify(result));
  });
  await new Promise<void>((resolve) => void provider.listen(0, "127.0.0.1", resolve));
  const { port } = provider.address() as AddressInfo;
  base = await openTestApp();
  const setup = { baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 300 };
  server = await openTestApp(
    {
      providers: {
        ...keylessProviders,
        findCaptcha: captchaRegistry(async () => keys, { ...setup, sign: (about) => `${about} of this server` }),
        sign: (about) => about,
        findGateway: gatewayFinder({ databaseOf: (id) => base.connections.forSeller(id) }, { test: true }),
        mail: undefined,
        origin: "https://tickets.example",
      },
    },
    base,
  );
});
afterAll(async () => {
  await server.close();
  await base.close();
  provider.closeAllConnections();
  provider.close();
});
beforeEach(() => {
  providerRequests.length = 0;
  keys = { secret_key: "secret-of-the-seller" };
});

const shopWith = (captcha: object): Promise<TestShop> =>
  createTestShop(server.db, { seller: { configuration: JSON.stringify({ captcha }) } });
const codeOf = ({ status, body }: TestResponse): string =>
  status === 200 ? "paid" : `${status} ${body._data[0]._code}`;

/** Pays for a new cart, with these captcha headers. */
const payWith = async (shop: TestShop, headers: Record<string, string>, offer?: object): Promise<string> => {
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(1);
  const list = [
    offer ?? {
      gateway_id: "test",
      amount: cart.outstanding_balance,
      gateway_data: { card: { number: cards.good, expiry: "12/40", cvc: "123" } },
    },
  ];
  return codeOf(
    await server.post(shop.slug, `/api/my/cart/${cart.id}/pay`, list, {
      headers: { cookie: buyer.cookie, ...headers },
    }),
  );
};
const answer = (given: string, token: string) => ({ [captchaHeaders.provider]: given, [captchaHeaders.token]: token });

const challengeOf = async (shop: TestShop, purpose = "pay"): Promise<Challenge> =>
  (await server.get(shop.slug, `/api/captcha/challenge?purpose=${purpose}`)).body;
const solved = async (challenge: Challenge): Promise<string> =>
  Buffer.from(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })).toString(
    "base64",
  );
const changed = (token: string, change: (parameters: Parameters) => Partial<Parameters>): string => {
  const payload = JSON.parse(Buffer.from(token, "base64").toString()) as { challenge: Challenge; solution: object };
  Object.assign(payload.challenge.parameters, change(payload.challenge.parameters));
  return Buffer.from(JSON.stringify(payload)).toString("base64");
};

describe("the built-in captcha", () => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await shopWith({ provider: "altcha" });
  });

  test("accepts an answer for one payment only", async () => {
    const token = await solved(await challengeOf(shop));
    expect(await payWith(shop, answer("altcha", token))).toBe("paid");
    expect(await payWith(shop, answer("altcha", token))).toBe("403 captcha_failed");
  });
  test("names the captcha's provider and purpose that a payment needs", async () => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    const refused = (headers = {}) =>
      server.post(shop.slug, `/api/my/cart/${cart.id}/pay`, [{ gateway_id: "free", amount: "0" }], {
        headers: { cookie: buyer.cookie, ...headers },
      });
    for (const { body } of [await refused(), await refused(answer("turnstile", "?"))])
      expect(body._data[0]._extra).toEqual({ provider: "altcha", purpose: "pay" });
  });
  test("accepts an answer once in two concurrent payments", async () => {
    const token = await solved(await challengeOf(shop));
    const codes = await Promise.all([payWith(shop, answer("altcha", token)), payWith(shop, answer("altcha", token))]);
    expect(codes.toSorted()).toEqual(["403 captcha_failed", "paid"]);
  });

  test.each<[string, () => Promise<Record<string, string>>, string]>([
    ["a missing answer", async () => ({}), "403 captcha_required"],
    ["an empty answer", async () => answer("altcha", ""), "403 captcha_required"],
    ["garbage", async () => answer("altcha", "?"), "403 captcha_failed"],
    ["an overlong answer", async () => answer("altcha", "x".repeat(8001)), "403 captcha_required"],
    [
      "an answer to another provider",
      async () => answer("turnstile", await solved(await challengeOf(shop))),
      "403 captcha_failed",
    ],
    [
      "an answer for another purpose",
      async () => answer("altcha", await solved(await challengeOf(shop, "resend"))),
      "403 captcha_failed",
    ],
    [
      "another seller's answer",
      async () => answer("altcha", await solved(await challengeOf(await shopWith({ provider: "altcha" })))),
      "403 captcha_failed",
    ],
    [
      "an answer with a changed purpose",
      async () =>
        answer(
          "altcha",
          changed(await solved(await challengeOf(shop, "resend")), ({ data }) => ({
            data: { ...data, purpose: "pay" },
          })),
        ),
      "403 captcha_failed",
    ],
    [
      "an expired answer",
      async () =>
        answer(
          "altcha",
          changed(await solved(await challengeOf(shop)), () => ({ expiresAt: 1 })),
        ),
      "403 captcha_failed",
    ],
    [
      "a forged challenge",
      async () => {
        const { parameters } = await challengeOf(shop);
        const challenge = await createChallenge({
          algorithm: parameters.algorithm,
          cost: 2000,
          counter: 1,
          deriveKey,
          data: { seller: shop.seller_id, purpose: "pay" },
          expiresAt: Math.floor(Date.now() / 1000) + 600,
          hmacSignatureSecret: "guessed",
          hmacKeySignatureSecret: "guessed",
        });
        return answer("altcha", await solved(challenge));
      },
      "403 captcha_failed",
    ],
    [
      "an answer without the work",
      async () => {
        const challenge = await challengeOf(shop);
        const solution = { counter: 1, derivedKey: challenge.parameters.keyPrefix.padEnd(64, "0"), time: 1 };
        return answer("altcha", Buffer.from(JSON.stringify({ challenge, solution })).toString("base64"));
      },
      "403 captcha_failed",
    ],
  ])("refuses %s", async (_, headers, code) => expect(await payWith(shop, await headers())).toBe(code));

  test("creates no payment for a refused answer", async () => {
    await payWith(shop, {});
    const payments = await server.db
      .selectFrom("payment")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(payments).toEqual([]);
  });
  test("the built-in captcha is not required to resume a payment, which has to exist", async () => {
    const payment_id = crypto.randomUUID();
    const offer = { gateway_id: "test", amount: "20.00", gateway_data: { payment_id } };
    expect(await payWith(shop, {}, offer)).toBe("402 payment_incomplete");
  });
  test("the built-in captcha is required for free orders", async () => {
    expect(await payWith(shop, {}, { gateway_id: "free", amount: "0" })).toBe("403 captcha_required");
  });
  test("the built-in captcha is required by the cart's link", async () => {
    const cart = await new TestBuyer(server, shop).hold(1);
    const response = await new TestBuyer(server, shop).post(`/cart/${cart.id}/pay`, [
      { gateway_id: "test", amount: cart.outstanding_balance, gateway_data: {} },
    ]);
    expect(codeOf(response)).toBe("403 captcha_required");
  });
  test("the built-in captcha is not required of members", async () => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    await markLoggedIn(server.db, cart.identity_id ?? "");
    expect(codeOf(await buyer.pay(cart, cards.good))).toBe("paid");
  });
});

test("a seller without a captcha requires none and issues no challenge", async () => {
  const shop = await createTestShop(server.db);
  expect(await payWith(shop, {})).toBe("paid");
  expect((await server.get(shop.slug, "/api/captcha/challenge?purpose=pay")).status).toBe(404);
});

describe.each(["recaptcha", "hcaptcha", "turnstile"] as const)("%s", (name) => {
  const fine = { success: true, hostname: "tickets.example", ...(name === "turnstile" && { action: "pay" }) };
  const payAt = async (token: string): Promise<string> =>
    payWith(await shopWith({ provider: name, site_key: "public" }), answer(name, token));

  test("is verified with the seller's secret", async () => {
    providerAnswer = () => fine;
    expect(await payAt("of a person")).toBe("paid");
    expect(Object.fromEntries(providerRequests[0] ?? [])).toEqual({
      secret: "secret-of-the-seller",
      response: "of a person",
      remoteip: "127.0.0.1",
    });
  });
  test("is accepted once, whatever the provider says the second time", async () => {
    providerAnswer = () => fine;
    const shop = await shopWith({ provider: name, site_key: "public" });
    expect(await payWith(shop, answer(name, "twice"))).toBe("paid");
    expect(await payWith(shop, answer(name, "twice"))).toBe("403 captcha_failed");
  });

  test.each<[string, typeof providerAnswer]>([
    ["rejects the answer", () => ({ ...fine, success: false, "error-codes": ["invalid-input-response"] })],
    ["names another site", () => ({ ...fine, hostname: "evil.example" })],
    ["names no site", () => ({ ...fine, hostname: undefined })],
    ["names another action", () => ({ ...fine, action: "login" })],
    ["reports a low score", () => ({ ...fine, score: 0.3 })],
    ["is down", () => "off"],
    ["times out", () => "slow"],
    ["answers garbage", () => "garbage"],
    ["answers a string as success", () => ({ ...fine, success: "true" })],
  ])("refuses the payment if the provider %s", async (_, faultyAnswer) => {
    providerAnswer = faultyAnswer;
    expect(await payAt(crypto.randomUUID())).toBe("403 captcha_failed");
  });
  test("refuses the payment without a stored secret", async () => {
    keys = undefined;
    providerAnswer = () => fine;
    expect(await payAt("of a person")).toBe("403 captcha_failed");
    expect(providerRequests).toEqual([]);
  });
});

test("deletes expired marks of used answers", async () => {
  const shop = await shopWith({ provider: "altcha" });
  const old = { seller_id: shop.seller_id, token_hash: Buffer.from("old"), expires_at: "2020-01-01T00:00:00Z" };
  await server.db.insertInto("spent_captcha").values(old).execute();
  await payWith(shop, answer("altcha", await solved(await challengeOf(shop))));
  const left = await server.db
    .selectFrom("spent_captcha")
    .select("expires_at")
    .where("seller_id", "=", shop.seller_id)
    .execute();
  expect(left).toHaveLength(1);
  expect(left[0]?.expires_at).not.toBe("2020-01-01T00:00:00Z");
});
