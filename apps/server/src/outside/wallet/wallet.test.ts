import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appleWallet, AppleWalletKeys } from "./apple.ts";
import { googleWallet, GoogleWalletKeys } from "./google.ts";
import { forgeApple, forgeGoogle, type Forge } from "./walletKeys.testing.ts";

let forge: Forge;
let other: Forge;
beforeAll(() => {
  forge = forgeApple();
  other = forgeApple({ passTypeOfCertificate: "pass.example.other", passphrase: "open sesame" });
});
afterAll(() => {
  forge.close();
  other.close();
});
// A little later: the certificates are made after this line.
const now = Temporal.Now.instant().add({ minutes: 10 });

describe("keys for Apple's passes", () => {
  const lacks = (change: Partial<AppleWalletKeys>, at = now) =>
    appleWallet({ ...forge.keys, ...change }).lacks(at)?.reason;
  test("that are right make passes", () => expect(lacks({})).toBeUndefined());
  test.each<[string, () => string | undefined, RegExp]>([
    [
      "a certificate that is none",
      () => lacks({ signer_cert: "-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----" }),
      /signer_cert cannot be read/,
    ],
    [
      "the key of another",
      () => lacks({ signer_key: forge.openssl("genpkey", "-algorithm", "RSA") }),
      /not the key of/,
    ],
    [
      "a passphrase that is missing",
      () => appleWallet({ ...other.keys, signer_key_passphrase: "wrong" }).lacks(now)?.reason,
      /passphrase/,
    ],
    ["another pass type", () => appleWallet(other.keys).lacks(now)?.reason, /another pass type/],
    ["a certificate that has expired", () => lacks({}, now.add({ hours: 24 * 31 })), /signer_cert has expired/],
    ["one that is not valid yet", () => lacks({}, now.subtract({ hours: 24 * 2 })), /not valid yet/],
    ["issued by somebody else", () => lacks({ wwdr_cert: other.keys.wwdr_cert }), /not issued by/],
  ])("%s", (_, reason, says) => expect(reason()).toMatch(says));
  test.each([
    { pass_type_id: "com.example" },
    { team_id: "short" },
    { signer_key: "-----BEGIN CERTIFICATE-----" },
    { more: "of it" },
  ])("%j does not look like keys", (change) =>
    expect(AppleWalletKeys.safeParse({ ...forge.keys, ...change }).success).toBe(false),
  );
});

describe("keys for Google's passes", () => {
  test("that are right make links", () =>
    expect(googleWallet(forgeGoogle().keys, "https://a.example").lacks()).toBeUndefined());
  test("a key that is none", () =>
    expect(
      googleWallet(
        { ...forgeGoogle().keys, private_key: "-----BEGIN PRIVATE KEY-----\nno\n-----END PRIVATE KEY-----" },
        "",
      ).lacks()?.reason,
    ).toMatch(/RSA/));
  test.each([{ issuer_id: "abc" }, { client_email: "me@example.org" }, { private_key: "secret" }])(
    "%j does not look like keys",
    (change) => expect(GoogleWalletKeys.safeParse({ ...forgeGoogle().keys, ...change }).success).toBe(false),
  );
});
