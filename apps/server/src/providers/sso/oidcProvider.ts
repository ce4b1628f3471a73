import type * as OpenIdClient from "openid-client";
import { toExternalIdentity } from "./toExternalIdentity.ts";
import { cachedDiscovery, type OidcOptions } from "./discovery.ts";
import type { OidcKeys } from "./oidcKeys.ts";
import { SsoFailure, type OidcProvider } from "./sso.ts";

type Client = typeof OpenIdClient;

/** Translates an error into a one-word reason, the provider's own if it gave one, without anything that was sent. */
const toSsoFailure = (client: Client, error: unknown): unknown => {
  if (error instanceof SsoFailure) return error;
  if (error instanceof client.AuthorizationResponseError) return new SsoFailure(error.error);
  if (error instanceof client.ResponseBodyError)
    return new SsoFailure(error.error, { isProviderFailure: /client/.test(error.error) });
  // The provider does not recognise the client or its own token.
  if (error instanceof client.WWWAuthenticateChallengeError)
    return new SsoFailure("refused", { isProviderFailure: true });
  if (error instanceof client.ClientError) {
    const isUnavailable = ["OAUTH_TIMEOUT", "OAUTH_RESPONSE_IS_NOT_CONFORM", "OAUTH_RESPONSE_IS_NOT_JSON"].includes(
      error.code ?? "",
    );
    return new SsoFailure(isUnavailable ? "provider_unavailable" : (error.code ?? "refused").toLowerCase(), {
      isProviderFailure: isUnavailable,
    });
  }
  // fetch throws this when there is no connection.
  if (error instanceof TypeError && error.message === "fetch failed")
    return new SsoFailure("provider_unavailable", { isProviderFailure: true });
  return error;
};

/** One seller's client of an OpenID provider: authorization code flow with PKCE, state, nonce and verified signatures. */
export const oidcProvider = (
  keys: OidcKeys,
  { quirks: vendor, ...options }: OidcOptions & { readonly quirks: "auth0" | "sso" },
): OidcProvider => {
  const withConfiguration = async <R>(
    call: (client: Client, config: OpenIdClient.Configuration) => Promise<R>,
  ): Promise<R> => {
    const client = await import("openid-client");
    try {
      return await call(client, await cachedDiscovery(client, keys, options));
    } catch (error) {
      throw toSsoFailure(client, error);
    }
  };
  return {
    issuer: keys.issuer,
    authorizationUrl: ({ state, nonce, verifier }, redirectUri) =>
      withConfiguration(async (client, config) => {
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          response_type: "code",
          scope: keys.scope ?? "openid email profile",
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
        });
        return url.href;
      }),
    exchangeCode: ({ state, nonce, verifier }, redirectUri, params) =>
      withConfiguration(async (client, config) => {
        const url = new URL(redirectUri);
        for (const [name, value] of Object.entries(params)) if (value !== undefined) url.searchParams.set(name, value);
        const tokens = await client.authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims || tokens.id_token === undefined) throw new SsoFailure("no_id_token");
        const isComplete = claims.email !== undefined && claims.given_name !== undefined;
        const userInfo =
          isComplete || config.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await client.fetchUserInfo(config, tokens.access_token, claims.sub);
        return { externalIdentity: toExternalIdentity(keys.issuer, claims, userInfo), id_token: tokens.id_token };
      }),
    logoutUrl: (id_token, returnTo) =>
      withConfiguration(async (client, config) => {
        if (config.serverMetadata().end_session_endpoint !== undefined)
          return client.buildEndSessionUrl(config, { id_token_hint: id_token, post_logout_redirect_uri: returnTo })
            .href;
        if (vendor !== "auth0") return undefined;
        // Older tenants have this URL instead of an end_session_endpoint.
        const url = new URL("v2/logout", keys.issuer.endsWith("/") ? keys.issuer : `${keys.issuer}/`);
        url.search = new URLSearchParams({ client_id: keys.client_id, returnTo }).toString();
        return url.href;
      }),
  };
};
