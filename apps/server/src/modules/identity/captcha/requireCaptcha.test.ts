import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createChallenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { captchaHeaders } from "@foyer/contract/shop/captcha.ts";
import { removeGuard, restoreGuards } from "../../../db/faultPoints.ts";
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
/** What the provider answers to the form that it was sent. */
let providerAnswer: (sent: URLSearchParams) => object | "garbage" | "slow" | "off" = () => ({});
const providerRequests: URLSearchParams[] = [];
let keys: Record<string, string> | undefined;

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    const sent = new URLSearchParams(await text(request));
    providerRequests.push(sent);
    const said = providerAnswer(sent);
    if (said === "slow") return;
    if (said === "off") return void response.destroy();
    response.end(said === "garbage" ? "<html>" : JSON.stringify(said));
  });
  await new Promise<void>((resolve) => void provider.listen(0, "127.0.0.1", resolve));
  const { port } = provider.address() as AddressInfo;
  base = await openTestApp();
  const setup = { base: `http://127.0.0.1:${port}`, deadline: 300, origin: "https://tickets.example" };
  server = await openTestApp(
    {
      providers: {
        ...keylessProviders,
        findCaptcha: captchaRegistry(async () => keys, { ...setup, sign: (about) => `${about} of this house` }),
        sign: (about) => about,
        findGateway: gatewayFinder({ databaseOf: (id) => base.connections.forSeller(id), origin: "" }, { test: true }),
        mail: undefined,
        origin: "http://localhost",
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
afterEach(restoreGuards);

const shopWith = (captcha: object): Promise<TestShop> =>
  createTestShop(server.db, { seller: { configuration: JSON.stringify({ captcha }) } });
const codeOf = ({ status, body }: TestResponse): string =>
  status === 200 ? "paid" : `${status} ${body._data[0]._code}`;

/** Pays for a cart of its own, with what is said of the captcha. */
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

  test("an answer is good for one payment and no second one", async () => {
    const token = await solved(await challengeOf(shop));
    expect(await payWith(shop, answer("altcha", token))).toBe("paid");
    expect(await payWith(shop, answer("altcha", token))).toBe("403 captcha_failed");
    removeGuard("captcha_once");
    expect(await payWith(shop, answer("altcha", token)), "without the guard it would be").toBe("paid");
  });
  test("of two who send it at once one gets through", async () => {
    const token = await solved(await challengeOf(shop));
    const said = await Promise.all([payWith(shop, answer("altcha", token)), payWith(shop, answer("altcha", token))]);
    expect(said.toSorted()).toEqual(["403 captcha_failed", "paid"]);
  });

  test.each<[string, () => Promise<Record<string, string>>, string]>([
    ["none", async () => ({}), "403 captcha_required"],
    ["an empty one", async () => answer("altcha", ""), "403 captcha_required"],
    ["no words at all", async () => answer("altcha", "?"), "403 captcha_failed"],
    ["far too many", async () => answer("altcha", "x".repeat(8001)), "403 captcha_required"],
    [
      "of another provider",
      async () => answer("turnstile", await solved(await challengeOf(shop))),
      "403 captcha_failed",
    ],
    [
      "for another purpose",
      async () => answer("altcha", await solved(await challengeOf(shop, "resend"))),
      "403 captcha_failed",
    ],
    [
      "of another seller",
      async () => answer("altcha", await solved(await challengeOf(await shopWith({ provider: "altcha" })))),
      "403 captcha_failed",
    ],
    [
      "renamed to fit",
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
      "past its time",
      async () =>
        answer(
          "altcha",
          changed(await solved(await challengeOf(shop)), () => ({ expiresAt: 1 })),
        ),
      "403 captcha_failed",
    ],
    [
      "made at home",
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
      "without the work",
      async () => {
        const challenge = await challengeOf(shop);
        const solution = { counter: 1, derivedKey: challenge.parameters.keyPrefix.padEnd(64, "0"), time: 1 };
        return answer("altcha", Buffer.from(JSON.stringify({ challenge, solution })).toString("base64"));
      },
      "403 captcha_failed",
    ],
  ])("an answer that is none: %s", async (_, headers, code) => expect(await payWith(shop, await headers())).toBe(code));

  test("nothing was charged or held up by a refusal", async () => {
    await payWith(shop, {});
    const payments = await server.db
      .selectFrom("payment")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(payments).toEqual([]);
  });
  test("whoever goes on with a payment has shown it before: but has one to go on with", async () => {
    const payment_id = crypto.randomUUID();
    const offer = { gateway_id: "test", amount: "20.00", gateway_data: { payment_id } };
    expect(await payWith(shop, {}, offer)).toBe("402 payment_incomplete");
  });
  test("places for nothing want it too", async () => {
    expect(await payWith(shop, {}, { gateway_id: "free", amount: "0" })).toBe("403 captcha_required");
  });
  test("by a link as well", async () => {
    const cart = await new TestBuyer(server, shop).hold(1);
    const said = await new TestBuyer(server, shop).post(`/cart/${cart.id}/pay`, [
      { gateway_id: "test", amount: cart.outstanding_balance, gateway_data: {} },
    ]);
    expect(codeOf(said)).toBe("403 captcha_required");
  });
  test("a member is not asked", async () => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    await markLoggedIn(server.db, cart.identity_id ?? "");
    expect(codeOf(await buyer.pay(cart, cards.good))).toBe("paid");
  });
});

test("a seller without a captcha asks for none and gives no task", async () => {
  const shop = await createTestShop(server.db);
  expect(await payWith(shop, {})).toBe("paid");
  expect((await server.get(shop.slug, "/api/captcha/challenge?purpose=pay")).status).toBe(404);
});

describe.each(["recaptcha", "hcaptcha", "turnstile"] as const)("%s", (name) => {
  const fine = { success: true, hostname: "tickets.example", ...(name === "turnstile" && { action: "pay" }) };
  const payAt = async (token: string): Promise<string> =>
    payWith(await shopWith({ provider: name, site_key: "public" }), answer(name, token));

  test("is asked with the seller's secret, and believed", async () => {
    providerAnswer = () => fine;
    expect(await payAt("of a person")).toBe("paid");
    expect(Object.fromEntries(providerRequests[0] ?? [])).toEqual({
      secret: "secret-of-the-seller",
      response: "of a person",
      remoteip: "127.0.0.1",
    });
  });
  test("once, whatever it says the second time", async () => {
    providerAnswer = () => fine;
    const shop = await shopWith({ provider: name, site_key: "public" });
    expect(await payWith(shop, answer(name, "twice"))).toBe("paid");
    expect(await payWith(shop, answer(name, "twice"))).toBe("403 captcha_failed");
  });

  test.each<[string, typeof providerAnswer]>([
    ["says no", () => ({ ...fine, success: false, "error-codes": ["invalid-input-response"] })],
    ["says yes of another site", () => ({ ...fine, hostname: "evil.example" })],
    ["does not say of which site", () => ({ ...fine, hostname: undefined })],
    ["says yes for another call", () => ({ ...fine, action: "login" })],
    ["believes in a machine", () => ({ ...fine, score: 0.3 })],
    ["is down", () => "off"],
    ["does not answer in time", () => "slow"],
    ["says anything", () => "garbage"],
    ["says yes in words", () => ({ ...fine, success: "true" })],
  ])("nobody gets through when it %s", async (_, says) => {
    providerAnswer = says;
    expect(await payAt(crypto.randomUUID())).toBe("403 captcha_failed");
  });
  test("nor when its secret is not kept", async () => {
    keys = undefined;
    providerAnswer = () => fine;
    expect(await payAt("of a person")).toBe("403 captcha_failed");
    expect(providerRequests).toEqual([]);
  });
});

test("what was spent is forgotten when nobody would take it any more", async () => {
  const shop = await shopWith({ provider: "altcha" });
  const old = { seller_id: shop.seller_id, mark: Buffer.from("old"), expires_at: "2020-01-01T00:00:00Z" };
  await server.db.insertInto("captcha_spent").values(old).execute();
  await payWith(shop, answer("altcha", await solved(await challengeOf(shop))));
  const left = await server.db
    .selectFrom("captcha_spent")
    .select("expires_at")
    .where("seller_id", "=", shop.seller_id)
    .execute();
  expect(left).toHaveLength(1);
  expect(left[0]?.expires_at).not.toBe("2020-01-01T00:00:00Z");
});
