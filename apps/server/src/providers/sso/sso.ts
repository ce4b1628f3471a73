/** Whom somebody else says that a visitor is. */
export type ExternalIdentity = {
  readonly issuer: string;
  /** Whoever this is to their issuer, for ever; nothing else tells who they are. */
  readonly subject: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** Only where the issuer says that it was proved to be theirs. */
  readonly email: string | null;
};

/** Why a login elsewhere came to nothing: a word for the log and for the page, never what was sent. */
export class SsoFailure extends Error {
  /** `isTrouble`: nobody was refused, the provider was not there or is not set up. */
  readonly isProviderFailure: boolean;

  constructor(reason: string, { isTrouble: isProviderFailure = false }: { isTrouble?: boolean } = {}) {
    super(/^[a-z_]{1,60}$/.test(reason) ? reason : "refused");
    this.name = "NotLoggedIn";
    this.isProviderFailure = isProviderFailure;
  }
}

/** What a browser takes along to a provider, and what it must bring back. */
export type OAuthState = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** An OpenID provider as one seller's client. */
export type OidcProvider = {
  readonly issuer: string;
  /** Where the browser goes to log in. Throws `NotLoggedIn` where the provider cannot be asked. */
  readonly authorizationUrl: (oauthState: OAuthState, redirectUri: string) => Promise<string>;
  /** Exchanges what the browser brought back; everything that the provider signs is checked. Throws `NotLoggedIn`. */
  readonly exchangeCode: (
    oauthState: OAuthState,
    redirectUri: string,
    params: Readonly<Record<string, string | undefined>>,
  ) => Promise<{ readonly externalIdentity: ExternalIdentity; readonly id_token: string }>;
  /** Where the browser logs out of the provider; undefined where it has no such place. Throws `NotLoggedIn`. */
  readonly logoutUrl: (id_token: string, returnTo: string) => Promise<string | undefined>;
};

export type VerifiedLogin = {
  readonly externalIdentity: ExternalIdentity;
  /** The state that its login was started with. */
  readonly nonce: string;
  readonly jti: string;
};
/** A system of the seller's own that signs who somebody is. */
export type JwtVerifier = {
  readonly issuer: string;
  /** Throws `NotLoggedIn` for everything but a good token for `audience`. */
  readonly verify: (token: string, audience: string, now: Temporal.Instant) => Promise<VerifiedLogin>;
};

/** Who logs a seller's visitors in elsewhere; undefined where no keys are kept for it. `quirks`: which kind of provider. */
export type OidcFinder = (sellerId: string, quirks: "auth0" | "sso") => Promise<OidcProvider | undefined>;
export type JwtVerifierFinder = (sellerId: string) => Promise<JwtVerifier | undefined>;
