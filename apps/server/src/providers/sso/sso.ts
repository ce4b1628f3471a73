/** A person as identified by an external login. */
export type ExternalIdentity = {
  readonly issuer: string;
  /** The issuer's permanent id of the person; nothing else identifies them. */
  readonly subject: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** Null unless the issuer says that it is verified. */
  readonly email: string | null;
};

/**
 * Thrown if an external login failed. The message is a one-word reason for the log and the page, never anything that was
 * sent.
 */
export class SsoFailure extends Error {
  /** Whether the provider could not be reached or is not set up, so that nobody was refused. */
  readonly isProviderFailure: boolean;

  constructor(reason: string, { isProviderFailure = false }: { readonly isProviderFailure?: boolean } = {}) {
    super(/^[a-z_]{1,60}$/.test(reason) ? reason : "refused");
    this.name = "SsoFailure";
    this.isProviderFailure = isProviderFailure;
  }
}

/** What the browser takes to the provider and has to bring back. */
export type OAuthState = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** An OpenID provider as one seller's client. */
export type OidcProvider = {
  readonly issuer: string;
  /** The URL at which the browser logs in. Throws `SsoFailure` if the provider cannot be reached. */
  readonly authorizationUrl: (oauthState: OAuthState, redirectUri: string) => Promise<string>;
  /** Exchanges the code that the browser brought back and verifies the tokens. Throws `SsoFailure`. */
  readonly exchangeCode: (
    oauthState: OAuthState,
    redirectUri: string,
    params: Readonly<Record<string, string | undefined>>,
  ) => Promise<{ readonly externalIdentity: ExternalIdentity; readonly id_token: string }>;
  /** The URL at which the browser logs out; undefined if the provider has no logout. Throws `SsoFailure`. */
  readonly logoutUrl: (id_token: string, returnTo: string) => Promise<string | undefined>;
};

export type VerifiedLogin = {
  readonly externalIdentity: ExternalIdentity;
  /** The nonce that its login was started with. */
  readonly nonce: string;
  readonly jti: string;
};

/** Verifies tokens that the seller's own system signs. */
export type JwtVerifier = {
  readonly issuer: string;
  /** Throws `SsoFailure` for everything but a valid token for `audience`. */
  readonly verify: (token: string, audience: string, now: Temporal.Instant) => Promise<VerifiedLogin>;
};

/** The seller's OpenID provider; undefined without keys. `quirks`: the kind of provider. */
export type OidcFinder = (sellerId: string, quirks: "auth0" | "sso") => Promise<OidcProvider | undefined>;
export type JwtVerifierFinder = (sellerId: string) => Promise<JwtVerifier | undefined>;
