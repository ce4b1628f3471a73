import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commandContext } from "../../test/app/commandContext.ts";
import { signingKeyCommand } from "../cli/commands/signingKey.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { createTestShop } from "../../test/shop/createTestShop.ts";
import { paymentKeysOf, readStoredKeys, saveStoredKeys, serviceKeysOf } from "./storedKeys.sql.ts";
import { resealKeys } from "./resealKeys.sql.ts";
import { createSealer } from "./sealer.ts";
import { createSigner } from "./signer.sql.ts";

const [oldKey, newKey] = ["0a".repeat(32), "0b".repeat(32)];
const DATA_DIR = "/nonexistent/foyer";
const settingsOf = {
  none: { DATA_DIR },
  old: { DATA_DIR, SECRETS_KEY: oldKey },
  both: { DATA_DIR, SECRETS_KEY: newKey, SECRETS_KEY_PREVIOUS: oldKey },
  new: { DATA_DIR, SECRETS_KEY: newKey },
} as const;

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
beforeEach(async () => {
  await server.db.deleteFrom("installation_secret").execute();
});
afterAll(() => server.close());

/** Signs like a server that was started with these settings. */
const signWith = async (keys: keyof typeof settingsOf): Promise<string> => {
  const sign = await createSigner(server.db, {
    sealer: createSealer(settingsOf[keys]),
    isSealed: keys !== "none",
  });
  return sign("order:1");
};
const readRow = () => server.db.selectFrom("installation_secret").select(["value", "sealed"]).executeTakeFirstOrThrow();

describe("the signing key", () => {
  test("a key in plain text is sealed at the next start, and signs as before", async () => {
    const signature = await signWith("none");
    const plain = await readRow();
    expect(plain).toMatchObject({ sealed: false });
    expect(plain.value).toHaveLength(32);
    expect(await signWith("old")).toBe(signature);
    const { value, sealed } = await readRow();
    expect(sealed).toBe(true);
    expect(value.includes(plain.value)).toBe(false);
    expect(value.includes(plain.value.toString("base64url"))).toBe(false);
    expect(await signWith("old")).toBe(signature);
  });

  test("the signing key of a new installation is sealed from the beginning", async () => {
    const signature = await signWith("old");
    expect(await readRow()).toMatchObject({ sealed: true });
    expect(await signWith("old")).toBe(signature);
  });

  test("the signing key is one key for servers that start at the same time", async () => {
    expect(new Set(await Promise.all([signWith("old"), signWith("old"), signWith("old")])).size).toBe(1);
    await server.db.deleteFrom("installation_secret").execute();
    const signature = await signWith("none");
    expect(await Promise.all([signWith("old"), signWith("old")])).toEqual([signature, signature]);
    expect(await signWith("old")).toBe(signature);
  });

  test("the signing key is sealed with the new key while the previous one is set", async () => {
    const signature = await signWith("old");
    await expect(signWith("new")).rejects.toThrow(/signing key cannot be read .* another key/);
    expect(await signWith("both")).toBe(signature);
    expect(await signWith("new")).toBe(signature);
  });

  test("the signing key cannot be read without the key for secrets, and can be replaced", async () => {
    const signature = await signWith("old");
    await expect(signWith("none")).rejects.toThrow(/signing key cannot be read .* set SECRETS_KEY/);
    const printed: string[] = [];
    const context = commandContext({ connections: server.connections, lines: printed });
    const run = (args: readonly string[]) => signingKeyCommand.run(args, context);
    await expect(run([])).rejects.toThrow("foyer signing-key replace");
    expect(await run(["replace"])).toBe(0);
    expect(printed).toEqual(["The signing key was deleted. The next server to start creates a new one."]);
    expect(await signWith("new")).not.toBe(signature);
  });
});

test("sellers' keys are sealed with the new key while the previous one is set", async () => {
  const { seller_id } = await createTestShop(server.db);
  const [before, during, after] = [settingsOf.old, settingsOf.both, settingsOf.new].map(createSealer);
  if (!before || !during || !after) throw new Error("Three sealers.");
  const stripe = { publishable_key: "pk_test_abcdefgh", secret_key: "sk_test_abcdefgh" };
  const [ofStripe, ofLoqate, ofCaptcha] = [
    paymentKeysOf(seller_id, "stripe"),
    serviceKeysOf(seller_id, "loqate"),
    serviceKeysOf(seller_id, "hcaptcha"),
  ] as const;
  await saveStoredKeys(server.db, before, ofStripe, stripe);
  await saveStoredKeys(server.db, before, ofLoqate, { key: "AA11" });
  await saveStoredKeys(server.db, after, ofCaptcha, { secret: "S" });
  expect(await resealKeys(server.db, during)).toBe(2);
  expect(await resealKeys(server.db, during)).toBe(0);
  expect(await readStoredKeys(server.db, after, ofStripe)).toEqual(stripe);
  expect(await readStoredKeys(server.db, after, ofLoqate)).toEqual({ key: "AA11" });
  expect(await readStoredKeys(server.db, after, ofCaptcha)).toEqual({ secret: "S" });
});
