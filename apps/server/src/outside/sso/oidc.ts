import type * as OpenIdClient from "openid-client";
import * as z from "zod/mini";
import { outsiderOf } from "./claims.ts";
import { discovered, type ProviderBounds } from "./discovery.ts";
import { NotLoggedIn, type OidcProvider } from "./sso.ts";

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
const asNotLoggedIn = (client: Client, error: unknown): unknown => {
  if (error instanceof NotLoggedIn) return error;
  if (error instanceof client.AuthorizationResponseError) return new NotLoggedIn(error.error);
  if (error instanceof client.ResponseBodyError)
    return new NotLoggedIn(error.error, { isTrouble: /client/.test(error.error) });
  // It does not know the client, or its own token.
  if (error instanceof client.WWWAuthenticateChallengeError) return new NotLoggedIn("refused", { isTrouble: true });
  if (error instanceof client.ClientError) {
    const isAway = ["OAUTH_TIMEOUT", "OAUTH_RESPONSE_IS_NOT_CONFORM", "OAUTH_RESPONSE_IS_NOT_JSON"].includes(
      error.code ?? "",
    );
    return new NotLoggedIn(isAway ? "provider_unavailable" : (error.code ?? "refused").toLowerCase(), {
      isTrouble: isAway,
    });
  }
  // What fetch throws when nobody answers.
  if (error instanceof TypeError && error.message === "fetch failed")
    return new NotLoggedIn("provider_unavailable", { isTrouble: true });
  return error;
};

/** One seller's client of an OpenID provider: authorization code with PKCE, state and nonce; what is signed is checked. */
export const oidcProvider = (
  keys: OidcKeys,
  { quirks, ...bounds }: ProviderBounds & { readonly quirks: "auth0" | "sso" },
): OidcProvider => {
  const asked = async <R>(ask: (client: Client, config: OpenIdClient.Configuration) => Promise<R>): Promise<R> => {
    const client = await import("openid-client");
    try {
      return await ask(client, await discovered(client, keys, bounds));
    } catch (error) {
      throw asNotLoggedIn(client, error);
    }
  };
  return {
    issuer: keys.issuer,
    start: ({ state, nonce, verifier }, comeBackTo) =>
      asked(async (client, config) => {
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: comeBackTo,
          response_type: "code",
          scope: keys.scope ?? "openid email profile",
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
        });
        return url.href;
      }),
    finish: ({ state, nonce, verifier }, comeBackTo, answer) =>
      asked(async (client, config) => {
        const url = new URL(comeBackTo);
        for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value);
        const tokens = await client.authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims || tokens.id_token === undefined) throw new NotLoggedIn("no_id_token");
        const isWhole = claims.email !== undefined && claims.given_name !== undefined;
        const told =
          isWhole || config.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await client.fetchUserInfo(config, tokens.access_token, claims.sub);
        return { outsider: outsiderOf(keys.issuer, claims, told), id_token: tokens.id_token };
      }),
    leave: (id_token, goOnTo) =>
      asked(async (client, config) => {
        if (config.serverMetadata().end_session_endpoint !== undefined)
          return client.buildEndSessionUrl(config, { id_token_hint: id_token, post_logout_redirect_uri: goOnTo }).href;
        if (quirks !== "auth0") return undefined;
        // Older tenants tell of no end_session_endpoint, and have this.
        const url = new URL("v2/logout", keys.issuer.endsWith("/") ? keys.issuer : `${keys.issuer}/`);
        url.search = new URLSearchParams({ client_id: keys.client_id, returnTo: goOnTo }).toString();
        return url.href;
      }),
  };
};
