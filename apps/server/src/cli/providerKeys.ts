import type * as z from "zod/mini";
import type { Configuration } from "@foyer/contract/seller.ts";
import type { Database } from "../db/connect.ts";
import { LoqateKeys } from "../outside/addresses/loqate.ts";
import { CaptchaKeys } from "../outside/captcha/siteverify.ts";
import { OidcKeys } from "../outside/sso/oidc.ts";
import { lacksOfSigner, LoginSignerKeys } from "../outside/sso/signed.ts";
import { appleWallet, AppleWalletKeys } from "../outside/wallet/apple.ts";
import { googleWallet, GoogleWalletKeys } from "../outside/wallet/google.ts";
import { forgetProviderKeys, keepProviderKeys, readProviderKeys, type KeyedProvider } from "../outside/providerKeys.ts";
import type { Desk } from "./command.ts";
import { keysIn, shown } from "./keyLines.ts";

type Seller = { readonly id: string; readonly slug: string; readonly configuration: Configuration };

export const keyedProviders = [
  "loqate",
  "recaptcha",
  "hcaptcha",
  "turnstile",
  "apple_wallet",
  "google_wallet",
  "oidc",
  "jwt",
] as const satisfies KeyedProvider[];
type Kept = (typeof keyedProviders)[number];
const names: Readonly<Record<Kept, string>> = {
  loqate: "Loqate",
  recaptcha: "reCAPTCHA",
  hcaptcha: "hCaptcha",
  turnstile: "Turnstile",
  apple_wallet: "Apple Wallet",
  google_wallet: "Google Wallet",
  oidc: "an OpenID provider",
  jwt: "signed logins",
};

/** Whose keys are meant by `--captcha`: those of the captcha that the seller's catalogue names. */
export const keyedCaptcha = ({ slug, configuration }: Seller): Kept => {
  const provider = configuration.captcha?.provider;
  if (provider === undefined)
    throw new Error(`The catalogue of ${slug} names no captcha: configuration.captcha.provider.`);
  if (provider === "altcha") throw new Error(`The captcha of ${slug} is the built-in one, which needs no key.`);
  return provider;
};

const formats: Readonly<Record<Kept, z.ZodMiniType>> = {
  loqate: LoqateKeys,
  recaptcha: CaptchaKeys,
  hcaptcha: CaptchaKeys,
  turnstile: CaptchaKeys,
  apple_wallet: AppleWalletKeys,
  google_wallet: GoogleWalletKeys,
  oidc: OidcKeys,
  jwt: LoginSignerKeys,
};

/** What keys that look right lack all the same: a certificate that has expired, the key of another. */
const lacking = (provider: Kept, given: unknown): string | undefined => {
  if (provider === "apple_wallet")
    return appleWallet(AppleWalletKeys.parse(given)).lacks(Temporal.Now.instant())?.reason;
  if (provider === "jwt") return lacksOfSigner(LoginSignerKeys.parse(given));
  if (provider === "google_wallet") return googleWallet(GoogleWalletKeys.parse(given), "").lacks()?.reason;
  return undefined;
};

const wrongOf = (schema: z.ZodMiniType, given: unknown): string[] =>
  (schema.safeParse(given).error?.issues ?? []).map((issue) =>
    issue.code === "unrecognized_keys"
      ? `${issue.keys.join(", ")}: nothing that is kept here`
      : `${issue.path.join(".")}: ${issue.code === "invalid_type" ? "is missing" : issue.message}`,
  );

/** Keeps what comes on the standard input, sealed, or takes it away. */
export const changeProviderKeys = async (
  desk: Desk,
  db: Database,
  seller: Seller,
  { provider, forget }: { readonly provider: Kept; readonly forget: boolean },
): Promise<void> => {
  if (forget) {
    const had = await forgetProviderKeys(db, seller.id, provider);
    desk.print(
      `${seller.slug} ${had ? "has no keys" : "had no keys"} for ${names[provider]}${had ? " any more" : ""}.`,
    );
    return;
  }
  const given = keysIn(await desk.read());
  const wrong = wrongOf(formats[provider], given);
  const lacks = wrong.length === 0 ? lacking(provider, given) : undefined;
  if (lacks !== undefined) wrong.push(lacks);
  if (wrong.length > 0) throw new Error(["The keys are not right:", ...wrong.map((line) => `  ${line}`)].join("\n"));
  await keepProviderKeys(db, desk.sealer(), seller.id, provider, given);
};

const isSecret = (name: string): boolean => /(?:key|passphrase|secret)$/.test(name) && name !== "public_key";

/** Who logs in elsewhere does so by the catalogue alone. */
const unusedBecause = (provider: Kept, { configuration }: Seller): string | undefined => {
  const methods = provider === "oidc" ? ["auth0", "sso"] : provider === "jwt" ? ["external"] : undefined;
  if (!methods || methods.includes(configuration.authentication ?? "password")) return undefined;
  return `They are not used before the seller's catalogue says 'authentication: ${methods.join("' or '")}' in its configuration.`;
};

/** Says which are kept, and no more of them than their ends. */
export const showProviderKeys = async (desk: Desk, db: Database, seller: Seller): Promise<void> => {
  for (const provider of keyedProviders) {
    const keys = await readProviderKeys(db, desk.sealer(), seller.id, provider);
    if (!keys) continue;
    desk.print(`${seller.slug} has keys for ${names[provider]}.`);
    for (const [name, value] of Object.entries(keys))
      desk.print(`  ${name}\t${isSecret(name) ? shown(value) : value.includes("\n") ? "kept" : value}`);
    const unused = unusedBecause(provider, seller);
    if (unused !== undefined) desk.print(unused);
  }
};
