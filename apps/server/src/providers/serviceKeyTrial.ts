import type { KeyedService } from "@foyer/contract/office/money/serviceKeys.ts";
import { AddressLookupFailed } from "./addresses/addressLookup.ts";
import { LoqateKeys, loqateLookup, type LoqateOptions } from "./addresses/loqateLookup.ts";
import { CaptchaKeys, isKnownSecret, type SiteverifyOptions } from "./captcha/siteverify.ts";
import type { KeyFault } from "./payments/keyTrial.ts";
import { serviceLabels, type ServiceKeyValues } from "./serviceKeys.ts";
import { discoverProvider, type OidcOptions } from "./sso/discovery.ts";
import { OidcKeys } from "./sso/oidcKeys.ts";

/**
 * Tries keys of the right format with their service before they are stored. Undefined if they work, or if the service
 * cannot be asked before the first use (wallets, signed logins).
 */
export type ServiceKeyTrial = (
  service: KeyedService,
  keys: ServiceKeyValues,
) => Promise<KeyFault | "no answer" | undefined>;

export type TrialOptions = {
  readonly loqate?: LoqateOptions;
  readonly captcha?: SiteverifyOptions;
  readonly oidc?: OidcOptions;
};

export const serviceKeyTrial =
  ({ loqate, captcha = {}, oidc = {} }: TrialOptions = {}): ServiceKeyTrial =>
  async (service, keys) => {
    switch (service) {
      case "loqate":
        return tryLoqate(LoqateKeys.parse(keys), loqate);
      case "recaptcha":
      case "hcaptcha":
      case "turnstile": {
        const isKnown = await isKnownSecret(service, CaptchaKeys.parse(keys), captcha);
        if (isKnown === undefined) return "no answer";
        return isKnown
          ? undefined
          : { field: "secret_key", reason: `${serviceLabels[service]} does not know this secret key.` };
      }
      case "oidc":
        return tryOidc(OidcKeys.parse(keys), oidc);
      case "apple_wallet":
      case "google_wallet":
      case "jwt":
        return undefined;
    }
  };

const tryLoqate = async (keys: LoqateKeys, options?: LoqateOptions): Promise<KeyFault | "no answer" | undefined> => {
  try {
    await loqateLookup(keys, options).find({ text: "High Street", country: "GBR" });
    return undefined;
  } catch (error) {
    if (!(error instanceof AddressLookupFailed)) throw error;
    // Only an error reported by Loqate concerns the key.
    return error.message.startsWith("error ")
      ? { field: "key", reason: `Loqate does not accept this key (${error.message}).` }
      : "no answer";
  }
};

/** The reason why the provider cannot be used is withheld: it would let the reader probe the installation's network. */
const tryOidc = async (keys: OidcKeys, options: OidcOptions): Promise<KeyFault | undefined> => {
  const client = await import("openid-client");
  return discoverProvider(client, keys, options).then(
    () => undefined,
    () => ({ field: "issuer", reason: "No OpenID provider of this issuer answers at this address." }),
  );
};
