import { X509Certificate } from "node:crypto";
import type * as z from "zod/mini";
import type { KeyedService } from "@foyer/contract/office/money/serviceKeys.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { LoqateKeys } from "./addresses/loqateLookup.ts";
import { CaptchaKeys } from "./captcha/siteverify.ts";
import { jwtKeysProblem, JwtKeys } from "./sso/jwtVerifier.ts";
import { OidcKeys } from "./sso/oidcKeys.ts";
import { appleWallet, AppleWalletKeys } from "./wallet/appleWallet.ts";
import { googleWallet, GoogleWalletKeys } from "./wallet/googleWallet.ts";

export type ServiceKeyValues = Readonly<Record<string, string>>;

export const serviceLabels: Readonly<Record<KeyedService, string>> = {
  loqate: "Loqate",
  recaptcha: "reCAPTCHA",
  hcaptcha: "hCaptcha",
  turnstile: "Turnstile",
  apple_wallet: "Apple Wallet",
  google_wallet: "Google Wallet",
  oidc: "an OpenID provider",
  jwt: "signed logins",
};

export const serviceKeyFormats = {
  loqate: LoqateKeys,
  recaptcha: CaptchaKeys,
  hcaptcha: CaptchaKeys,
  turnstile: CaptchaKeys,
  apple_wallet: AppleWalletKeys,
  google_wallet: GoogleWalletKeys,
  oidc: OidcKeys,
  jwt: JwtKeys,
} as const satisfies Readonly<Record<KeyedService, z.ZodMiniType>>;

/** Keys whose name does not mark them as secret are public, such as an address. */
export const isSecretKey = (name: string): boolean => /(?:key|passphrase|secret)$/.test(name) && name !== "public_key";

/** The login methods in a catalogue that use the service's keys; undefined for a service that is not for logins. */
export const loginMethodsOf = (
  service: KeyedService,
): readonly NonNullable<Configuration["authentication"]>[] | undefined =>
  service === "oidc" ? ["auth0", "sso"] : service === "jwt" ? ["external"] : undefined;

/** A problem of keys that have the right format, such as an expired certificate or a key that does not match it. */
const keysProblem = (service: KeyedService, given: unknown): string | undefined => {
  if (service === "apple_wallet")
    return appleWallet(AppleWalletKeys.parse(given)).keysProblem(Temporal.Now.instant())?.reason;
  if (service === "jwt") return jwtKeysProblem(JwtKeys.parse(given));
  if (service === "google_wallet") return googleWallet(GoogleWalletKeys.parse(given)).keysProblem()?.reason;
  return undefined;
};

/** The problems of keys, without asking their service: sentences that start with a field's name if there is one. */
export const serviceKeysProblems = (service: KeyedService, given: unknown): string[] => {
  const { error } = serviceKeyFormats[service].safeParse(given);
  if (error)
    return error.issues.map((issue) =>
      issue.code === "unrecognized_keys"
        ? `${issue.keys.join(", ")}: unknown`
        : `${issue.path.join(".")}: ${issue.code === "invalid_type" ? "is missing" : issue.message}`,
    );
  const problem = keysProblem(service, given);
  return problem === undefined ? [] : [problem];
};

/** When the first of the certificates among the keys expires; null if there is none. */
export const serviceKeysEnd = (service: KeyedService, keys: ServiceKeyValues): Temporal.Instant | null => {
  if (service !== "apple_wallet") return null;
  const ends = ["signer_cert", "wwdr_cert"].flatMap((name) => {
    const pem = keys[name];
    return pem === undefined ? [] : [new X509Certificate(pem).validToDate.getTime()];
  });
  return ends.length === 0 ? null : Temporal.Instant.fromEpochMilliseconds(Math.min(...ends));
};

/** Whether a certificate expires within 30 days or has expired, so that it needs attention. */
export const endsSoon = (ends_at: Temporal.Instant | null, now: Temporal.Instant): boolean =>
  ends_at !== null && Temporal.Instant.compare(ends_at, now.add({ hours: 24 * 30 })) <= 0;
