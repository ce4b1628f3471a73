import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appleWallet, AppleWalletKeys } from "./appleWallet.ts";
import { googleWallet, GoogleWalletKeys } from "./googleWallet.ts";
import { createAppleKeys, createGoogleKeys, type AppleTestKeys } from "../../../test/wallet/walletKeys.ts";

let appleKeys: AppleTestKeys;
let otherAppleKeys: AppleTestKeys;
beforeAll(() => {
  appleKeys = createAppleKeys();
  otherAppleKeys = createAppleKeys({ certificatePassType: "pass.example.other", passphrase: "open sesame" });
});
afterAll(() => {
  appleKeys.close();
  otherAppleKeys.close();
});
// A little later: the certificates are made after this line.
const now = Temporal.Now.instant().add({ minutes: 10 });

describe("keys for Apple's passes", () => {
  const lacks = (change: Partial<AppleWalletKeys>, at = now) =>
    appleWallet({ ...appleKeys.keys, ...change }).keysProblem(at)?.reason;
  test("that are right make passes", () => expect(lacks({})).toBeUndefined());
  test.each<[string, () => string | undefined, RegExp]>([
    [
      "a certificate that is none",
      () => lacks({ signer_cert: "-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----" }),
      /signer_cert cannot be read/,
    ],
    [
      "the key of another",
      () => lacks({ signer_key: appleKeys.openssl("genpkey", "-algorithm", "RSA") }),
      /not the key of/,
    ],
    [
      "a passphrase that is missing",
      () => appleWallet({ ...otherAppleKeys.keys, signer_key_passphrase: "wrong" }).keysProblem(now)?.reason,
      /passphrase/,
    ],
    ["another pass type", () => appleWallet(otherAppleKeys.keys).keysProblem(now)?.reason, /another pass type/],
    ["a certificate that has expired", () => lacks({}, now.add({ hours: 24 * 31 })), /signer_cert has expired/],
    ["one that is not valid yet", () => lacks({}, now.subtract({ hours: 24 * 2 })), /not valid yet/],
    ["issued by somebody else", () => lacks({ wwdr_cert: otherAppleKeys.keys.wwdr_cert }), /not issued by/],
  ])("%s", (_, reason, says) => expect(reason()).toMatch(says));
  test.each([
    { pass_type_id: "com.example" },
    { team_id: "short" },
    { signer_key: "-----BEGIN CERTIFICATE-----" },
    { more: "of it" },
  ])("%j does not look like keys", (change) =>
    expect(AppleWalletKeys.safeParse({ ...appleKeys.keys, ...change }).success).toBe(false),
  );
});

describe("keys for Google's passes", () => {
  test("that are right make links", () =>
    expect(googleWallet(createGoogleKeys().keys, "https://a.example").keysProblem()).toBeUndefined());
  test("a key that is none", () =>
    expect(
      googleWallet(
        { ...createGoogleKeys().keys, private_key: "-----BEGIN PRIVATE KEY-----\nno\n-----END PRIVATE KEY-----" },
        "",
      ).keysProblem()?.reason,
    ).toMatch(/RSA/));
  test.each([{ issuer_id: "abc" }, { client_email: "me@example.org" }, { private_key: "secret" }])(
    "%j does not look like keys",
    (change) => expect(GoogleWalletKeys.safeParse({ ...createGoogleKeys().keys, ...change }).success).toBe(false),
  );
});
