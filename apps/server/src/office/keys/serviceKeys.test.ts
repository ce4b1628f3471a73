import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { KeyedService, ServiceKeysState } from "@foyer/contract/office/money/serviceKeys.ts";
import { TestOidcProvider } from "../../../test/accounts/oidcProvider.ts";
import { loqateKey, openLoqateDouble, type LoqateDouble } from "../../../test/addresses/loqateDouble.ts";
import { openTestApp, testProviders, testSealer, type TestApp, type TestResponse } from "../../../test/app/testApp.ts";
import { auditOf, forgetProof, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { startAtPause } from "../../../test/database/startAtPause.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { createAppleKeys, type AppleTestKeys } from "../../../test/wallet/walletKeys.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import { tryStoredKeys } from "../../jobs/tryStoredKeys.ts";
import { readStoredKeys, serviceKeysOf } from "../../providers/storedKeys.sql.ts";
import { serviceKeyTrial, type ServiceKeyTrial } from "../../providers/serviceKeyTrial.ts";

let base: TestApp;
let server: TestApp;
let loqate: LoqateDouble;
let oidc: TestOidcProvider;
let captcha: Server;
let apple: AppleTestKeys;
let appleForLong: AppleTestKeys;
let captchaAnswers = true;
let captchaKnows = true;
let onCaptcha: (() => Promise<void>) | undefined;
let trial: ServiceKeyTrial;
const captchaSecret = "captcha-secret-neverSeenAAAA";
beforeAll(async () => {
  captcha = createServer(async (request, response) => {
    const sent = new URLSearchParams(await text(request));
    await onCaptcha?.();
    if (!captchaAnswers) return void response.destroy();
    const isKnown = captchaKnows && sent.get("secret") === captchaSecret;
    response.end(
      JSON.stringify({ success: false, "error-codes": [isKnown ? "invalid-input-response" : "invalid-input-secret"] }),
    );
  });
  await new Promise<void>((resolve) => void captcha.listen(0, "127.0.0.1", resolve));
  [loqate, oidc] = await Promise.all([openLoqateDouble(), TestOidcProvider.open()]);
  [apple, appleForLong] = [createAppleKeys({ days: 20 }), createAppleKeys({ days: 200 })];
  base = await openTestApp();
  const baseUrl = `http://127.0.0.1:${(captcha.address() as AddressInfo).port}`;
  trial = serviceKeyTrial({
    loqate: { baseUrl: loqate.baseUrl, timeoutMs: 500 },
    captcha: { baseUrl, timeoutMs: 2000 },
    oidc: { isDevelopment: true },
  });
  server = await openTestApp({ providers: { ...testProviders(base.connections), tryServiceKeys: trial } }, base);
}, 120_000);
afterAll(async () => {
  await server.close();
  await base.close();
  await Promise.all([loqate.close(), oidc.close()]);
  captcha.closeAllConnections();
  captcha.close();
  apple.close();
  appleForLong.close();
});

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signedIn>>;
beforeEach(async () => {
  shop = await createTestShop(server.db);
  owner = await signedIn(server, shop, ["owner"]);
  captchaAnswers = captchaKnows = true;
  loqate.mode = "well";
});

const read = async (service: KeyedService): Promise<ServiceKeysState> =>
  (await owner.get("/service_keys")).body.services.find((one: ServiceKeysState) => one.service === service);
const save = async (service: KeyedService, keys: object, version?: string): Promise<TestResponse> =>
  owner.post(`/service_keys/${service}`, { version: version ?? (await read(service)).version, keys });
const stored = (service: KeyedService) =>
  readStoredKeys(server.connections.forSeller(shop.seller_id), testSealer, serviceKeysOf(shop.seller_id, service));
const refusal = ({ status, body }: TestResponse) => {
  const { _code, _description, _extra } = body._data[0];
  return { status, code: _code, fields: _extra?.fields, reason: _description };
};

describe("keys of a service are checked and stored encrypted", () => {
  test.each<[KeyedService, () => Readonly<Record<string, string | undefined>>]>([
    ["loqate", () => ({ key: loqateKey })],
    ["turnstile", () => ({ secret_key: captchaSecret })],
    ["hcaptcha", () => ({ secret_key: captchaSecret, hostname: "tickets.example" })],
    ["oidc", () => ({ issuer: oidc.issuer, client_id: "foyer", client_secret: "oidc-secret-neverSeenBBBB" })],
    ["apple_wallet", () => ({ ...apple.keys })],
    ["jwt", () => ({ issuer: "crm", algorithm: "HS256", secret: "0123456789abcdef0123456789abcdef-CCCC" })],
  ])("%s", async (service, keys) => {
    expect(await read(service)).toMatchObject({ stored: null, version: "none" });
    expect((await save(service, keys())).status).toBe(200);
    expect(await stored(service)).toEqual(keys());
    const state = await read(service);
    for (const { name, ending } of state.stored?.keys ?? []) {
      const value = keys()[name];
      expect([name, ending]).toEqual([name, value === undefined ? null : value.length < 12 ? "" : value.slice(-4)]);
    }
    const entry = (await auditOf(server.db, shop.seller_id)).find(
      ({ action, entity_id }) => action === "keys.saved" && entity_id === service,
    );
    expect(entry).toMatchObject({ entity_kind: "service_keys", after: { keys: "stored" } });
    for (const [name, value] of Object.entries(keys())) {
      if (value === undefined) continue;
      const { [name]: said } = (entry?.after ?? {}) as Record<string, string>;
      const isLong = value.length >= 12 && !value.includes("\n");
      expect([name, said]).toEqual([name, isLong ? `changed, ends in ${value.slice(-4)}` : "changed"]);
    }
    expect((await owner.post(`/service_keys/${service}/forget`, { version: state.version })).status).toBe(200);
    expect(await stored(service)).toBeUndefined();
  });
});

describe("keys of a service that do not work are refused with the reason, and the stored ones stay", () => {
  test.each<[string, KeyedService, () => object, string, string]>([
    ["an unknown Loqate key", "loqate", () => ({ key: "ZZ99-ZZ99" }), "key", "does not accept this key (error 2)"],
    ["a malformed Loqate key", "loqate", () => ({ key: "a key" }), "key", "is not a key"],
    [
      "an unknown captcha secret",
      "recaptcha",
      () => ({ secret_key: "another-secret-neverSeen" }),
      "secret_key",
      "does not know this secret key",
    ],
    ["a missing captcha secret", "recaptcha", () => ({ hostname: "a.example" }), "secret_key", "is missing"],
    [
      "an address without an OpenID provider",
      "oidc",
      () => ({ issuer: loqate.baseUrl, client_id: "foyer" }),
      "issuer",
      "No OpenID provider",
    ],
    [
      "a certificate that has another key",
      "apple_wallet",
      () => ({ ...apple.keys, signer_key: appleForLong.keys.signer_key }),
      "signer_key",
      "is not the key of signer_cert",
    ],
    ["an unknown field", "jwt", () => ({ issuer: "crm", algorithm: "HS256", api_key: "x" }), "issuer", "api_key"],
  ])("%s", async (_, service, keys, field, reason) => {
    const refused = refusal(await save(service, keys()));
    expect(refused).toMatchObject({ status: 422, code: "validation_failed", fields: [field] });
    expect(refused.reason).toContain(reason);
    expect(refused.reason).not.toContain("neverSeen");
    expect(await stored(service)).toBeUndefined();
  });

  test("nothing is assumed if a service does not respond", async () => {
    captchaAnswers = false;
    loqate.mode = "off";
    expect(refusal(await save("turnstile", { secret_key: captchaSecret }))).toMatchObject({
      status: 503,
      code: "unavailable",
    });
    expect(refusal(await save("loqate", { key: loqateKey }))).toMatchObject({ status: 503, code: "unavailable" });
    expect([await stored("turnstile"), await stored("loqate")]).toEqual([undefined, undefined]);
  });
});

test("keys of a service that somebody has changed meanwhile are not replaced", async () => {
  await save("loqate", { key: loqateKey });
  expect(refusal(await save("loqate", { key: loqateKey }, "none"))).toMatchObject({
    status: 409,
    code: "stale_version",
  });
  const [one, other] = await Promise.all([
    save("turnstile", { secret_key: captchaSecret }, "none"),
    save("turnstile", { secret_key: captchaSecret }, "none"),
  ]);
  expect([one.status, other.status].toSorted()).toEqual([200, 409]);
});

test("keys of a service need step-up", async () => {
  const { version } = await read("loqate");
  await forgetProof(server.db, owner.person.id);
  expect(refusal(await save("loqate", { key: loqateKey }, version))).toMatchObject({
    status: 403,
    code: "step_up_required",
  });
});

test("no reply, audit entry or stored answer has a service's key in it", async () => {
  const replies = [await save("turnstile", { secret_key: captchaSecret }), await owner.get("/service_keys")];
  replies.push(await save("turnstile", { secret_key: "unknown-neverSeen" }));
  const answers = await server.db
    .selectFrom("idempotency_key")
    .selectAll()
    .where("seller_id", "=", shop.seller_id)
    .execute();
  expect(answers.length).toBeGreaterThan(0);
  const everything = [replies.map(({ body }) => body), await auditOf(server.db, shop.seller_id), answers];
  expect(JSON.stringify(everything)).not.toMatch(/neverSeen/);
});

test("a certificate that expires within 30 days is an exception on the board of staff who can replace it", async () => {
  const exceptions = async (browser: OfficeBrowser = owner) =>
    (await browser.get("/board")).body.exceptions.map(({ kind }: { kind: string }) => kind);
  await save("apple_wallet", { ...apple.keys });
  expect((await read("apple_wallet")).stored).toMatchObject({ ends_soon: true });
  expect(await exceptions()).toContain("keys_ending");
  expect(await exceptions(await signedIn(server, shop, ["manager"]))).not.toContain("keys_ending");
  await save("apple_wallet", { ...appleForLong.keys });
  expect((await read("apple_wallet")).stored).toMatchObject({ ends_soon: false });
  expect(await exceptions()).not.toContain("keys_ending");
});

describe("stored keys are checked every day", () => {
  const logged: object[] = [];
  const turn = (): Promise<number> =>
    tryStoredKeys({
      connections: server.connections,
      providers: { ...testProviders(base.connections), tryServiceKeys: trial },
      findSeller: sellerFinder(server.db, 0),
      sealer: testSealer,
      log: { info: () => undefined, warn: () => undefined, error: (fields) => void logged.push(fields) },
    });
  const aDayPasses = () =>
    server.runAsOwner(`set app.seller = '*'; update provider_keys set tried_at = now() - interval '25 hours'
      where seller_id = '${shop.seller_id}'`);
  const failing = async (browser: OfficeBrowser = owner): Promise<number | undefined> =>
    (await browser.get("/board")).body.exceptions.find(({ kind }: { kind: string }) => kind === "keys_failing")?.count;
  beforeEach(async () => {
    await save("turnstile", { secret_key: captchaSecret });
  });

  test("keys that the service refuses are an exception on the board, with the reason, until they are replaced", async () => {
    expect(await turn()).toBe(0);
    await aDayPasses();
    captchaKnows = false;
    expect(await turn()).toBe(1);
    expect((await read("turnstile")).stored?.fault).toBe("Turnstile does not know this secret key.");
    expect([await failing(), await failing(await signedIn(server, shop, ["manager"]))]).toEqual([1, undefined]);
    captchaKnows = true;
    await save("turnstile", { secret_key: captchaSecret });
    expect([(await read("turnstile")).stored?.fault, await failing()]).toEqual([null, undefined]);
  });

  test("keys that work again are no exception", async () => {
    await aDayPasses();
    captchaKnows = false;
    await turn();
    captchaKnows = true;
    expect(await turn()).toBe(0);
    await aDayPasses();
    expect(await turn()).toBe(1);
    expect(await failing()).toBe(undefined);
  });

  test("a service that does not respond changes nothing", async () => {
    await aDayPasses();
    captchaKnows = false;
    await turn();
    await aDayPasses();
    captchaAnswers = false;
    expect([await turn(), await failing()]).toEqual([1, 1]);
  });

  test("two servers that have both listed them try them once", async () => {
    await aDayPasses();
    let asked = 0;
    onCaptcha = async () => void (asked += 1);
    const other = startAtPause(server.db, "stored_keys_listed", turn);
    expect([await turn(), await other()]).toEqual([0, 1]);
    onCaptcha = undefined;
    expect(asked).toBe(1);
  });

  test("what a trial said of keys that were replaced meanwhile is not kept", async () => {
    await aDayPasses();
    captchaKnows = false;
    const asked = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    onCaptcha = async () => {
      asked.resolve();
      await goOn.promise;
    };
    const trying = turn();
    await asked.promise;
    onCaptcha = undefined;
    captchaKnows = true;
    await save("turnstile", { secret_key: captchaSecret, hostname: "tickets.example" });
    captchaKnows = false;
    goOn.resolve();
    expect(await trying).toBe(1);
    expect((await read("turnstile")).stored?.fault).toBe(null);
  });
});
