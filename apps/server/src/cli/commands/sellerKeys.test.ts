import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commandContext } from "../../../test/app/commandContext.ts";
import { auditOf } from "../../../test/office/testStaff.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { paymentKeysOf, readStoredKeys, serviceKeysOf } from "../../providers/storedKeys.sql.ts";
import type { KeyedProvider } from "../../providers/providerKeys.ts";
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
  sellerKeysCommand.run(
    ["keys", shop.slug, ...args],
    commandContext({
      connections: server.connections,
      lines: printed,
      readInput: async () => given,
      sealer: () => sealer,
    }),
  );
const readKeys = () =>
  readStoredKeys(server.connections.forSeller(shop.seller_id), sealer, paymentKeysOf(shop.seller_id, "stripe"));
const readRow = () =>
  server.db.selectFrom("payment_keys").select("sealed").where("seller_id", "=", shop.seller_id).executeTakeFirst();

test("stores keys encrypted and prints only their last characters", async () => {
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

test("replaces keys and deletes them", async () => {
  await runCommand(["--stripe"], toKeyLines(keys));
  await runCommand(["--stripe"], toKeyLines({ ...keys, secret_key: "sk_test_another1" }));
  expect(await readKeys()).toMatchObject({ secret_key: "sk_test_another1" });
  await runCommand(["--stripe", "--forget"]);
  expect(await readRow()).toBeUndefined();
  expect(printed.at(-1)).toBe(`The keys of ${shop.slug} for Stripe were deleted.`);
  await runCommand(["--stripe", "--forget"]);
  const entries = await auditOf(server.db, shop.seller_id);
  const byCommand = { actor: "command_line", entity_kind: "payment_keys", entity_id: "stripe" };
  expect(entries).toMatchObject([
    { ...byCommand, action: "keys.saved", after: { secret_key: "changed, ends in gain" } },
    { ...byCommand, action: "keys.saved", after: { secret_key: "changed, ends in her1" } },
    { ...byCommand, action: "keys.deleted" },
  ]);
  for (const value of Object.values(keys)) expect(JSON.stringify(entries)).not.toContain(value);
});

test("creates no key file before there is a secret", async () => {
  await runCommand([]);
  expect(printed).toContain(`${shop.slug} has no keys for Stripe.`);
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ["a key is missing", { publishable_key: keys.publishable_key }, "secret_key: is missing"],
  ["one is of another kind", { ...keys, publishable_key: secret }, "publishable_key: must begin with"],
  ["one is live", { ...keys, publishable_key: "pk_live_abcdefgh" }, "one is live and the other for tests"],
  ["one is unknown", { ...keys, apikey: secret }, "apikey: no key"],
])("refuses input in which %s, without repeating it", async (_, given, message) => {
  const error = await runCommand(["--stripe"], toKeyLines(given)).catch((error: unknown) => String(error));
  expect(error).toContain(message);
  expect(error).not.toContain(secret);
  expect(await readRow()).toBeUndefined();
});
test("refuses a line without a name", async () => {
  const error = await runCommand(["--stripe"], secret).catch((error: unknown) => String(error));
  expect(error).toContain("Line 1 is not of the form name=value");
  expect(error).not.toContain(secret);
});
test("refuses an unknown seller", async () => {
  shop = { ...shop, slug: "nobody" };
  await expect(runCommand(["--stripe"], toKeyLines(keys))).rejects.toThrow("no seller");
});

describe("keys for address lookup and captchas", () => {
  const importConfiguration = (configuration: object) =>
    server.db
      .updateTable("seller")
      .set({ configuration: JSON.stringify(configuration) })
      .where("id", "=", shop.seller_id)
      .execute();
  const keptFor = (provider: KeyedProvider) =>
    readStoredKeys(server.connections.forSeller(shop.seller_id), sealer, serviceKeysOf(shop.seller_id, provider));
  const rows = () =>
    server.db.selectFrom("provider_keys").select("sealed").where("seller_id", "=", shop.seller_id).execute();

  test("stores the key for addresses encrypted, masks it and deletes it", async () => {
    await runCommand(["--loqate"], "key=AA11-BB22-CC33-DD44\nfind_version=v1.20\n");
    expect(await keptFor("loqate")).toEqual({ key: "AA11-BB22-CC33-DD44", find_version: "v1.20" });
    expect(printed.join("\n")).toContain("key\t…DD44");
    expect(printed.join("\n")).not.toContain("AA11");
    expect((await rows())[0]?.sealed.toString("latin1")).not.toContain("AA11");
    await runCommand(["--loqate", "--forget"]);
    expect(await rows()).toEqual([]);
    expect(printed.at(-1)).toBe(`The keys of ${shop.slug} for Loqate were deleted.`);
  });
  test("stores the secret of the captcha that the catalogue names", async () => {
    await importConfiguration({ captcha: { provider: "turnstile", site_key: "public" } });
    await runCommand(["--captcha"], "secret_key=0x4AAA-never-seen\n");
    expect(await keptFor("turnstile")).toEqual({ secret_key: "0x4AAA-never-seen" });
    expect(await keptFor("hcaptcha")).toBeUndefined();
    expect(printed.join("\n")).not.toContain("never");
  });
  test.each([
    ["no captcha", {}, "sets no captcha"],
    ["the built-in captcha", { captcha: { provider: "altcha" } }, "needs no key"],
  ])("refuses a captcha key for a seller with %s", async (_, configuration, message) => {
    await importConfiguration(configuration);
    await expect(runCommand(["--captcha"], "secret_key=0x4AAA-never-seen\n")).rejects.toThrow(message);
  });
  test.each([
    ["--loqate", "key=has spaces in it", "key: is not a key"],
    ["--loqate", "find_version=v1.10", "key: is missing"],
    ["--loqate", "key=AA11-BB22\nkeey=AA11-BB22", "keey: unknown"],
  ])("refuses %s %j without repeating it", async (flag, given, message) => {
    const error = await runCommand([flag], given).catch((error: unknown) => String(error));
    expect(error).toContain(message);
    expect(error).not.toContain("has spaces");
    expect(await rows()).toEqual([]);
  });
  test("refuses two kinds of keys at once", async () =>
    expect(runCommand(["--loqate", "--stripe"], "")).rejects.toThrow("Give one kind"));
});

describe("keys for single sign-on", () => {
  const keptFor = (provider: KeyedProvider) =>
    readStoredKeys(server.connections.forSeller(shop.seller_id), sealer, serviceKeysOf(shop.seller_id, provider));
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = publicKey.export({ type: "spki", format: "pem" }) as string;

  test("stores an OpenID client encrypted and masks its secret", async () => {
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
  test("keeps the line breaks of a PEM key", async () => {
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
    ["--jwt", `issuer=x\nalgorithm=HS256\npublic_key=${pem}`, "public_key does not apply to HS256"],
    ["--jwt", `issuer=x\nalgorithm=ES256\npublic_key=${pem}`, "public_key cannot be read as a key for ES256"],
  ])("refuses %s %j", async (flag, given, message) => {
    await expect(runCommand([flag], given)).rejects.toThrow(message);
    expect(await keptFor(flag === "--oidc" ? "oidc" : "jwt")).toBeUndefined();
  });
});

test("decrypts a secret only with its key, for its row and unchanged", async () => {
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

test("two processes that create the first key at once agree on one", async () => {
  const [one, two] = [createSealer({ DATA_DIR: folder }), createSealer({ DATA_DIR: folder })];
  const sealed = await Promise.all([one.seal("first", "a"), two.seal("second", "b")]);
  expect(await two.open(sealed[0], "a")).toBe("first");
  expect(await one.open(sealed[1], "b")).toBe("second");
});
