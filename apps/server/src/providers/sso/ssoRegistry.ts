import type { KeyFinder } from "../providerKeys.ts";
import type { OidcOptions } from "./discovery.ts";
import { OidcKeys } from "./oidcKeys.ts";
import { oidcProvider } from "./oidcProvider.ts";
import { JwtKeys, jwtVerifier } from "./jwtVerifier.ts";
import type { OidcFinder, JwtVerifierFinder } from "./sso.ts";

/** External logins of a seller. There are none unless the seller's keys for them are stored. */
export const ssoRegistry = (
  keysOf: KeyFinder,
  options: OidcOptions = {},
): { readonly findOidcProvider: OidcFinder; readonly findJwtVerifier: JwtVerifierFinder } => ({
  findOidcProvider: async (sellerId, vendor) => {
    const keys = OidcKeys.safeParse(await keysOf(sellerId, "oidc"));
    return keys.success ? oidcProvider(keys.data, { ...options, quirks: vendor }) : undefined;
  },
  findJwtVerifier: async (sellerId) => {
    const keys = JwtKeys.safeParse(await keysOf(sellerId, "jwt"));
    return keys.success ? jwtVerifier(keys.data) : undefined;
  },
});
