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
// A little later, since the certificates are created after this line.
const now = Temporal.Now.instant().add({ minutes: 10 });

describe("Apple keys", () => {
  const problemOf = (change: Partial<AppleWalletKeys>, at = now) =>
    appleWallet({ ...appleKeys.keys, ...change }).keysProblem(at)?.reason;
  test("Apple keys have no problem when they are valid", () => expect(problemOf({})).toBeUndefined());
  test.each<[string, () => string | undefined, RegExp]>([
    [
      "an unreadable certificate",
      () => problemOf({ signer_cert: "-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----" }),
      /signer_cert cannot be read/,
    ],
    [
      "the key of another certificate",
      () => problemOf({ signer_key: appleKeys.openssl("genpkey", "-algorithm", "RSA") }),
      /not the key of/,
    ],
    [
      "a wrong passphrase",
      () => appleWallet({ ...otherAppleKeys.keys, signer_key_passphrase: "wrong" }).keysProblem(now)?.reason,
      /passphrase/,
    ],
    ["another pass type", () => appleWallet(otherAppleKeys.keys).keysProblem(now)?.reason, /another pass type/],
    ["a certificate that has expired", () => problemOf({}, now.add({ hours: 24 * 31 })), /signer_cert has expired/],
    ["a certificate that is not valid yet", () => problemOf({}, now.subtract({ hours: 24 * 2 })), /not valid yet/],
    ["another issuer", () => problemOf({ wwdr_cert: otherAppleKeys.keys.wwdr_cert }), /not issued by/],
  ])("report %s", (_, reason, message) => expect(reason()).toMatch(message));
  test.each([
    { pass_type_id: "com.example" },
    { team_id: "short" },
    { signer_key: "-----BEGIN CERTIFICATE-----" },
    { more: "of it" },
  ])("Apple keys do not have the form %j", (change) =>
    expect(AppleWalletKeys.safeParse({ ...appleKeys.keys, ...change }).success).toBe(false),
  );
});

describe("Google keys", () => {
  test("Google keys have no problem when they are valid", () =>
    expect(googleWallet(createGoogleKeys().keys).keysProblem()).toBeUndefined());
  test("report an unreadable key", () =>
    expect(
      googleWallet({
        ...createGoogleKeys().keys,
        private_key: "-----BEGIN PRIVATE KEY-----\nno\n-----END PRIVATE KEY-----",
      }).keysProblem()?.reason,
    ).toMatch(/RSA/));
  test.each([{ issuer_id: "abc" }, { client_email: "me@example.org" }, { private_key: "secret" }])(
    "Google keys do not have the form %j",
    (change) => expect(GoogleWalletKeys.safeParse({ ...createGoogleKeys().keys, ...change }).success).toBe(false),
  );
});
