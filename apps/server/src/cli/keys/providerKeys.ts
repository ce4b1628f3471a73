import type * as z from "zod/mini";
import type { Configuration } from "@foyer/contract/shop/seller.ts";
import type { Database } from "../../db/connections.ts";
import { LoqateKeys } from "../../providers/addresses/loqateLookup.ts";
import { CaptchaKeys } from "../../providers/captcha/siteverify.ts";
import { OidcKeys } from "../../providers/sso/oidcKeys.ts";
import { jwtKeysProblem, JwtKeys } from "../../providers/sso/jwtVerifier.ts";
import { appleWallet, AppleWalletKeys } from "../../providers/wallet/appleWallet.ts";
import { googleWallet, GoogleWalletKeys } from "../../providers/wallet/googleWallet.ts";
import type { KeyedProvider } from "../../providers/providerKeys.ts";
import { deleteProviderKeys, readProviderKeys, saveProviderKeys } from "../../providers/providerKeys.sql.ts";
import type { CommandContext } from "../command.ts";
import { parseKeyLines, maskKey } from "./keyLines.ts";

export type KeySeller = { readonly id: string; readonly slug: string; readonly configuration: Configuration };

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
type ProviderName = (typeof keyedProviders)[number];
const providerLabels: Readonly<Record<ProviderName, string>> = {
  loqate: "Loqate",
  recaptcha: "reCAPTCHA",
  hcaptcha: "hCaptcha",
  turnstile: "Turnstile",
  apple_wallet: "Apple Wallet",
  google_wallet: "Google Wallet",
  oidc: "an OpenID provider",
  jwt: "signed logins",
};

/** The provider that `--captcha` stands for: the captcha that the seller's catalogue names. */
export const keyedCaptcha = ({ slug, configuration }: KeySeller): ProviderName => {
  const provider = configuration.captcha?.provider;
  if (provider === undefined)
    throw new Error(`The catalogue of ${slug} sets no captcha (configuration.captcha.provider).`);
  if (provider === "altcha") throw new Error(`${slug} uses the built-in captcha, which needs no key.`);
  return provider;
};

const formats: Readonly<Record<ProviderName, z.ZodMiniType>> = {
  loqate: LoqateKeys,
  recaptcha: CaptchaKeys,
  hcaptcha: CaptchaKeys,
  turnstile: CaptchaKeys,
  apple_wallet: AppleWalletKeys,
  google_wallet: GoogleWalletKeys,
  oidc: OidcKeys,
  jwt: JwtKeys,
};

/** A problem of keys with the right format, such as an expired certificate or a key that does not match it. */
const keysProblem = (provider: ProviderName, given: unknown): string | undefined => {
  if (provider === "apple_wallet")
    return appleWallet(AppleWalletKeys.parse(given)).keysProblem(Temporal.Now.instant())?.reason;
  if (provider === "jwt") return jwtKeysProblem(JwtKeys.parse(given));
  if (provider === "google_wallet") return googleWallet(GoogleWalletKeys.parse(given)).keysProblem()?.reason;
  return undefined;
};

const schemaErrors = (schema: z.ZodMiniType, given: unknown): string[] =>
  (schema.safeParse(given).error?.issues ?? []).map((issue) =>
    issue.code === "unrecognized_keys"
      ? `${issue.keys.join(", ")}: unknown`
      : `${issue.path.join(".")}: ${issue.code === "invalid_type" ? "is missing" : issue.message}`,
  );

/** Saves encrypted keys from the standard input, or deletes them. */
export const changeProviderKeys = async (
  context: CommandContext,
  db: Database,
  seller: KeySeller,
  { provider, forget }: { readonly provider: ProviderName; readonly forget: boolean },
): Promise<void> => {
  if (forget) {
    const hadKeys = await deleteProviderKeys(db, seller.id, provider);
    context.print(
      hadKeys
        ? `The keys of ${seller.slug} for ${providerLabels[provider]} were deleted.`
        : `${seller.slug} has no keys for ${providerLabels[provider]}.`,
    );
    return;
  }
  const given = parseKeyLines(await context.readInput());
  const problems = schemaErrors(formats[provider], given);
  const problem = problems.length === 0 ? keysProblem(provider, given) : undefined;
  if (problem !== undefined) problems.push(problem);
  if (problems.length > 0)
    throw new Error(["The keys are not valid:", ...problems.map((line) => `  ${line}`)].join("\n"));
  await saveProviderKeys(db, context.sealer(), seller.id, provider, given);
};

const isSecret = (name: string): boolean => /(?:key|passphrase|secret)$/.test(name) && name !== "public_key";

/** Keys for login take effect only where the catalogue chooses that login. */
const unusedReason = (provider: ProviderName, { configuration }: KeySeller): string | undefined => {
  const methods = provider === "oidc" ? ["auth0", "sso"] : provider === "jwt" ? ["external"] : undefined;
  if (!methods || methods.includes(configuration.authentication ?? "password")) return undefined;
  return `They are not used until the seller's catalogue says 'authentication: ${methods.join("' or '")}' in its configuration.`;
};

/** Prints which keys are saved, with secrets masked. */
export const showProviderKeys = async (context: CommandContext, db: Database, seller: KeySeller): Promise<void> => {
  for (const provider of keyedProviders) {
    const keys = await readProviderKeys(db, context.sealer(), seller.id, provider);
    if (!keys) continue;
    context.print(`${seller.slug} has keys for ${providerLabels[provider]}.`);
    for (const [name, value] of Object.entries(keys))
      context.print(`  ${name}\t${isSecret(name) ? maskKey(value) : value.includes("\n") ? "saved" : value}`);
    const unused = unusedReason(provider, seller);
    if (unused !== undefined) context.print(unused);
  }
};
