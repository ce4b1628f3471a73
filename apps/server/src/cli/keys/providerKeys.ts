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

/** Whose keys are meant by `--captcha`: those of the captcha that the seller's catalogue names. */
export const keyedCaptcha = ({ slug, configuration }: Seller): ProviderName => {
  const provider = configuration.captcha?.provider;
  if (provider === undefined)
    throw new Error(`The catalogue of ${slug} names no captcha: configuration.captcha.provider.`);
  if (provider === "altcha") throw new Error(`The captcha of ${slug} is the built-in one, which needs no key.`);
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

/** What keys that look right lack all the same: a certificate that has expired, the key of another. */
const missingReason = (provider: ProviderName, given: unknown): string | undefined => {
  if (provider === "apple_wallet")
    return appleWallet(AppleWalletKeys.parse(given)).keysProblem(Temporal.Now.instant())?.reason;
  if (provider === "jwt") return jwtKeysProblem(JwtKeys.parse(given));
  if (provider === "google_wallet") return googleWallet(GoogleWalletKeys.parse(given), "").keysProblem()?.reason;
  return undefined;
};

const schemaErrors = (schema: z.ZodMiniType, given: unknown): string[] =>
  (schema.safeParse(given).error?.issues ?? []).map((issue) =>
    issue.code === "unrecognized_keys"
      ? `${issue.keys.join(", ")}: nothing that is kept here`
      : `${issue.path.join(".")}: ${issue.code === "invalid_type" ? "is missing" : issue.message}`,
  );

/** Keeps what comes on the standard input, sealed, or takes it away. */
export const changeProviderKeys = async (
  context: CommandContext,
  db: Database,
  seller: Seller,
  { provider, forget }: { readonly provider: ProviderName; readonly forget: boolean },
): Promise<void> => {
  if (forget) {
    const hadKeys = await deleteProviderKeys(db, seller.id, provider);
    context.print(
      `${seller.slug} ${hadKeys ? "has no keys" : "had no keys"} for ${providerLabels[provider]}${hadKeys ? " any more" : ""}.`,
    );
    return;
  }
  const given = parseKeyLines(await context.readInput());
  const problems = schemaErrors(formats[provider], given);
  const missing = problems.length === 0 ? missingReason(provider, given) : undefined;
  if (missing !== undefined) problems.push(missing);
  if (problems.length > 0)
    throw new Error(["The keys are not right:", ...problems.map((line) => `  ${line}`)].join("\n"));
  await saveProviderKeys(db, context.sealer(), seller.id, provider, given);
};

const isSecret = (name: string): boolean => /(?:key|passphrase|secret)$/.test(name) && name !== "public_key";

/** Who logs in elsewhere does so by the catalogue alone. */
const unusedReason = (provider: ProviderName, { configuration }: Seller): string | undefined => {
  const methods = provider === "oidc" ? ["auth0", "sso"] : provider === "jwt" ? ["external"] : undefined;
  if (!methods || methods.includes(configuration.authentication ?? "password")) return undefined;
  return `They are not used before the seller's catalogue says 'authentication: ${methods.join("' or '")}' in its configuration.`;
};

/** Says which are kept, and no more of them than their ends. */
export const showProviderKeys = async (context: CommandContext, db: Database, seller: Seller): Promise<void> => {
  for (const provider of keyedProviders) {
    const keys = await readProviderKeys(db, context.sealer(), seller.id, provider);
    if (!keys) continue;
    context.print(`${seller.slug} has keys for ${providerLabels[provider]}.`);
    for (const [name, value] of Object.entries(keys))
      context.print(`  ${name}\t${isSecret(name) ? maskKey(value) : value.includes("\n") ? "kept" : value}`);
    const unused = unusedReason(provider, seller);
    if (unused !== undefined) context.print(unused);
  }
};
