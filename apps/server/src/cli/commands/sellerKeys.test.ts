import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { readStripeKeys } from "../../providers/payments/stripe/stripeKeys.sql.ts";
import type { KeyedProvider } from "../../providers/providerKeys.ts";
import { readProviderKeys } from "../../providers/providerKeys.sql.ts";
import { createSealer, type Sealer } from "../../providers/sealer.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { sellerKeysCommand } from "./sellerKeys.ts";

const secret = "sk_test_neverToBeSeenAgain";
const keys = {
  publishable_key: "pk_test_abcdefgh",
  secret_key: secret,
  webhook_secret: "whsec_alsoNeverSeen",
  payment_method_configuration: "pmc_1234",
};
const toKeyLines = (given: object): string =>
  ["# of the shop", ...Object.entries(given).map(([name, value]) => `${name}=${value}`), ""].join("\n");

let server: TestApp;
let shop: TestShop;
let folder: string;
let sealer: Sealer;
let printed: string[] = [];

beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await createTestShop(server.db);
  folder = await mkdtemp(join(tmpdir(), "foyer-keys-"));
  sealer = createSealer({ DATA_DIR: folder });
  printed = [];
});
afterEach(() => rm(folder, { recursive: true }));

const runCommand = (args: string[], given = "") =>
  sellerKeysCommand.run(["keys", shop.slug, ...args], {
    openConnections: async () => server.connections,
    now: Temporal.Now.instant(),
    print: (line) => void printed.push(line),
    readInput: async () => given,
    openProviders: () => Promise.reject(new Error("nobody is asked")),
    sealer: () => sealer,
  });
const readKeys = () => readStripeKeys(server.connections.forSeller(shop.seller_id), sealer, shop.seller_id);
const readRow = () =>
  server.db.selectFrom("payment_keys").select("sealed").where("seller_id", "=", shop.seller_id).executeTakeFirst();

test("keys are kept sealed, and no more than their ends are ever shown", async () => {
  expect(await runCommand(["--stripe"], toKeyLines(keys))).toBe(0);
  expect(await readKeys()).toEqual(keys);
  expect(printed.join("\n")).toContain("secret_key\t…gain");
  expect(printed.join("\n")).toContain("gateway: stripe");
  const { sealed } = (await readRow()) ?? {};
  for (const value of Object.values(keys)) {
    expect(printed.join("\n")).not.toContain(value);
    expect(sealed?.toString("latin1")).not.toContain(value);
  }
  const file = join(folder, "secrets.key");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
});

test("new ones take the place of the old, and both can be taken away", async () => {
  await runCommand(["--stripe"], toKeyLines(keys));
  await runCommand(["--stripe"], toKeyLines({ ...keys, secret_key: "sk_test_another1" }));
  expect((await readKeys())?.secret_key).toBe("sk_test_another1");
  await runCommand(["--stripe", "--forget"]);
  expect(await readRow()).toBeUndefined();
  expect(printed.at(-1)).toBe(`${shop.slug} has no keys for Stripe any more.`);
});

test("nothing is made in the data folder before there is a secret", async () => {
  await runCommand([]);
  expect(printed).toEqual([`${shop.slug} has no keys for Stripe.`]);
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ["a key is missing", { publishable_key: keys.publishable_key }, "secret_key: is missing"],
  ["one is of another kind", { ...keys, publishable_key: secret }, "publishable_key: must begin with"],
  ["one is live", { ...keys, publishable_key: "pk_live_abcdefgh" }, "one is live and the other for tests"],
  ["one is unknown", { ...keys, apikey: secret }, "apikey: no key"],
])("not when %s; and what was given is not repeated", async (_, given, says) => {
  const error = await runCommand(["--stripe"], toKeyLines(given)).catch((error: unknown) => String(error));
  expect(error).toContain(says);
  expect(error).not.toContain(secret);
  expect(await readRow()).toBeUndefined();
});
test("not from a line without a name", async () => {
  const error = await runCommand(["--stripe"], secret).catch((error: unknown) => String(error));
  expect(error).toContain("Line 1 is not like name=value");
  expect(error).not.toContain(secret);
});
test("not for a seller that is not there", async () => {
  shop = { ...shop, slug: "nobody" };
  await expect(runCommand(["--stripe"], toKeyLines(keys))).rejects.toThrow("no seller");
});

describe("of those who are asked about a buyer", () => {
  const catalogueSays = (configuration: object) =>
    server.db
      .updateTable("seller")
      .set({ configuration: JSON.stringify(configuration) })
      .where("id", "=", shop.seller_id)
      .execute();
  const keptFor = (provider: KeyedProvider) =>
    readProviderKeys(server.connections.forSeller(shop.seller_id), sealer, shop.seller_id, provider);
  const rows = () =>
    server.db.selectFrom("provider_keys").select("sealed").where("seller_id", "=", shop.seller_id).execute();

  test("the key for addresses is kept sealed, shown by its end and taken away", async () => {
    await runCommand(["--loqate"], "key=AA11-BB22-CC33-DD44\nfind_version=v1.20\n");
    expect(await keptFor("loqate")).toEqual({ key: "AA11-BB22-CC33-DD44", find_version: "v1.20" });
    expect(printed.join("\n")).toContain("key\t…DD44");
    expect(printed.join("\n")).not.toContain("AA11");
    expect((await rows())[0]?.sealed.toString("latin1")).not.toContain("AA11");
    await runCommand(["--loqate", "--forget"]);
    expect(await rows()).toEqual([]);
    expect(printed.at(-1)).toBe(`${shop.slug} has no keys for Loqate any more.`);
  });
  test("the secret of the captcha that the catalogue names", async () => {
    await catalogueSays({ captcha: { provider: "turnstile", site_key: "public" } });
    await runCommand(["--captcha"], "secret_key=0x4AAA-never-seen\n");
    expect(await keptFor("turnstile")).toEqual({ secret_key: "0x4AAA-never-seen" });
    expect(await keptFor("hcaptcha")).toBeUndefined();
    expect(printed.join("\n")).not.toContain("never");
  });
  test.each([
    ["no captcha", {}, "names no captcha"],
    ["the built-in one", { captcha: { provider: "altcha" } }, "needs no key"],
  ])("none for %s", async (_, configuration, says) => {
    await catalogueSays(configuration);
    await expect(runCommand(["--captcha"], "secret_key=0x4AAA-never-seen\n")).rejects.toThrow(says);
  });
  test.each([
    ["--loqate", "key=has spaces in it", "key: is no key"],
    ["--loqate", "find_version=v1.10", "key: is missing"],
    ["--loqate", "key=AA11-BB22\nkeey=AA11-BB22", "keey: nothing"],
  ])("%s %j is not right, and not repeated", async (flag, given, says) => {
    const error = await runCommand([flag], given).catch((error: unknown) => String(error));
    expect(error).toContain(says);
    expect(error).not.toContain("has spaces");
    expect(await rows()).toEqual([]);
  });
  test("one kind at a time", async () =>
    expect(runCommand(["--loqate", "--stripe"], "")).rejects.toThrow("Name one kind"));
});

describe("of those who log people in elsewhere", () => {
  const keptFor = (provider: KeyedProvider) =>
    readProviderKeys(server.connections.forSeller(shop.seller_id), sealer, shop.seller_id, provider);
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = publicKey.export({ type: "spki", format: "pem" }) as string;

  test("a client of an OpenID provider is kept sealed, and its secret shown by its end", async () => {
    const client = { issuer: "https://id.example/tenant", client_id: "shop", client_secret: "never-to-be-seen" };
    await runCommand(["--oidc"], toKeyLines(client));
    expect(await keptFor("oidc")).toEqual(client);
    expect(printed.join("\n")).toContain("issuer\thttps://id.example/tenant");
    expect(printed.join("\n")).toContain("client_secret\t…seen");
    expect(printed.join("\n")).not.toContain("never");
    expect(printed.join("\n")).toContain("authentication: auth0' or 'sso'");
    await runCommand(["--oidc", "--forget"]);
    expect(await keptFor("oidc")).toBeUndefined();
  });
  test("the key of a signer's is kept with its lines", async () => {
    await runCommand(["--jwt"], `issuer=https://members.example\nalgorithm=RS256\npublic_key=${pem}`);
    expect((await keptFor("jwt"))?.public_key?.trim()).toBe(pem.trim());
  });
  test.each([
    ["--oidc", "issuer=http://id.example\nclient_id=x", "issuer: is no https address"],
    ["--oidc", "issuer=https://id.example@evil.example\nclient_id=x", "issuer: is no https address"],
    ["--oidc", "issuer=https://id.example", "client_id: is missing"],
    ["--oidc", "issuer=https://id.example\nclient_id=x\nscope=email", "scope: begins with openid"],
    ["--jwt", "issuer=x\nalgorithm=none", "algorithm: is none of HS256"],
    ["--jwt", "issuer=x\nalgorithm=HS256\nsecret=short", "secret must be"],
    ["--jwt", `issuer=x\nalgorithm=HS256\nsecret=${pem}`, "secret must be"],
    ["--jwt", `issuer=x\nalgorithm=HS256\npublic_key=${pem}`, "public_key is nothing to HS256"],
    ["--jwt", `issuer=x\nalgorithm=ES256\npublic_key=${pem}`, "public_key cannot be read as a key for ES256"],
  ])("%s %j is not right", async (flag, given, says) => {
    await expect(runCommand([flag], given)).rejects.toThrow(says);
    expect(await keptFor(flag === "--oidc" ? "oidc" : "jwt")).toBeUndefined();
  });
});

test("a sealed secret opens with its key, in its place and unchanged only", async () => {
  await runCommand(["--stripe"], toKeyLines(keys));
  const { sealed } = (await readRow()) ?? { sealed: Buffer.alloc(0) };
  await expect(sealer.open(sealed, `payment_keys:${crypto.randomUUID()}:stripe`)).rejects.toThrow("authenticate");
  const spoiled = Buffer.from(sealed);
  spoiled[spoiled.length - 1]! ^= 1;
  await expect(sealer.open(spoiled, `payment_keys:${shop.seller_id}:stripe`)).rejects.toThrow("authenticate");
  const other = createSealer({ DATA_DIR: folder, SECRETS_KEY: "ab".repeat(32) });
  await expect(other.open(sealed, `payment_keys:${shop.seller_id}:stripe`)).rejects.toThrow("another key");
  const lost = createSealer({ DATA_DIR: join(folder, "elsewhere") });
  await expect(lost.open(sealed, `payment_keys:${shop.seller_id}:stripe`)).rejects.toThrow("key is missing");
});

test("two who keep the first secret at once agree on one key", async () => {
  const [one, two] = [createSealer({ DATA_DIR: folder }), createSealer({ DATA_DIR: folder })];
  const sealed = await Promise.all([one.seal("first", "a"), two.seal("second", "b")]);
  expect(await two.open(sealed[0], "a")).toBe("first");
  expect(await one.open(sealed[1], "b")).toBe("second");
});
