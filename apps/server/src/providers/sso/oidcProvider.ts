import type * as OpenIdClient from "openid-client";
import * as z from "zod/mini";
import { toExternalIdentity } from "./toExternalIdentity.ts";
import { cachedDiscovery, type OidcOptions } from "./discovery.ts";
import { SsoFailure, type OidcProvider } from "./sso.ts";

/** https; plain http for a provider on this very machine, which no server in production takes. */
const Issuer = z
  .string()
  .check(
    z.maxLength(300),
    z.regex(
      /^(?:https:\/\/[^\s/?#@\\]+|http:\/\/(?:127\.0\.0\.1|localhost)(?::\d{1,5})?)(?:\/[^\s?#\\]*)?$/,
      "is no https address",
    ),
  );

/** Kept by `foyer seller keys SLUG --oidc`: the seller's client at their OpenID provider. */
export const OidcKeys = z.strictObject({
  issuer: Issuer,
  client_id: z.string().check(z.minLength(1), z.maxLength(300)),
  /** Without one the client is a public one, and PKCE alone speaks for it. */
  client_secret: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
  /** How the secret is shown: what the provider has for this client. */
  client_auth: z.optional(z.enum(["post", "basic"], "is post or basic")),
  scope: z.optional(z.string().check(z.maxLength(300), z.regex(/^openid(?: [\x21-\x7e]+)*$/, "begins with openid"))),
});
export type OidcKeys = z.infer<typeof OidcKeys>;

type Client = typeof OpenIdClient;

/** What went wrong, as a word: the provider's own where it is one, and nothing of what was sent. */
const toSsoFailure = (client: Client, error: unknown): unknown => {
  if (error instanceof SsoFailure) return error;
  if (error instanceof client.AuthorizationResponseError) return new SsoFailure(error.error);
  if (error instanceof client.ResponseBodyError)
    return new SsoFailure(error.error, { isTrouble: /client/.test(error.error) });
  // It does not know the client, or its own token.
  if (error instanceof client.WWWAuthenticateChallengeError) return new SsoFailure("refused", { isTrouble: true });
  if (error instanceof client.ClientError) {
    const isUnavailable = ["OAUTH_TIMEOUT", "OAUTH_RESPONSE_IS_NOT_CONFORM", "OAUTH_RESPONSE_IS_NOT_JSON"].includes(
      error.code ?? "",
    );
    return new SsoFailure(isUnavailable ? "provider_unavailable" : (error.code ?? "refused").toLowerCase(), {
      isTrouble: isUnavailable,
    });
  }
  // What fetch throws when nobody answers.
  if (error instanceof TypeError && error.message === "fetch failed")
    return new SsoFailure("provider_unavailable", { isTrouble: true });
  return error;
};

/** One seller's client of an OpenID provider: authorization code with PKCE, state and nonce; what is signed is checked. */
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
        // Older tenants tell of no end_session_endpoint, and have this.
        const url = new URL("v2/logout", keys.issuer.endsWith("/") ? keys.issuer : `${keys.issuer}/`);
        url.search = new URLSearchParams({ client_id: keys.client_id, returnTo }).toString();
        return url.href;
      }),
  };
};
