import type { KeyFinder } from "./providerKeys.ts";
import type { ProviderBounds } from "./sso/discovery.ts";
import { oidcProvider, OidcKeys } from "./sso/oidc.ts";
import { LoginSignerKeys, loginSigner } from "./sso/signed.ts";
import type { OidcFinder, SignerFinder } from "./sso/sso.ts";

/** Who logs a seller's visitors in elsewhere: nobody, unless the seller's own keys for it are kept. */
export const loginsElsewhere = (
  keysOf: KeyFinder,
  bounds: ProviderBounds = {},
): { readonly oidcOf: OidcFinder; readonly signerOf: SignerFinder } => ({
  oidcOf: async (sellerId, quirks) => {
    const keys = OidcKeys.safeParse(await keysOf(sellerId, "oidc"));
    return keys.success ? oidcProvider(keys.data, { ...bounds, quirks }) : undefined;
  },
  signerOf: async (sellerId) => {
    const keys = LoginSignerKeys.safeParse(await keysOf(sellerId, "jwt"));
    return keys.success ? loginSigner(keys.data) : undefined;
  },
});
