import * as z from "zod/mini";
import { Slug } from "../basics.ts";
import { endpoint } from "../endpoint.ts";

/** Seconds that a visitor may spend at an external login. */
export const oauthStateSeconds = 600;
/** The maximum lifetime of a signed login token and the clock tolerance, in seconds. */
export const signedLogin = { seconds: 600, tolerance: 30 } as const;

const Path = z.string().check(z.maxLength(2000));
/** A parameter that a provider passes through the browser's address. */
const CallbackParameter = z.optional(z.string().check(z.maxLength(4000)));

/** A browser navigation. A failure leads back to the storefront's callback page with `auth_error`. */
export const startSsoLogin = endpoint({
  name: "startSsoLogin",
  method: "GET",
  path: "/sso/start",
  summary: "Redirects to the external login of sellers whose method is auth0, sso or external.",
  query: z.strictObject({
    /** A path of the storefront to continue to; anything else leads to the home page. */
    redirect: z.optional(Path),
    /** Ignored: the carts of the browser's own session are kept. */
    cart_id: z.optional(z.string().check(z.maxLength(64))),
  }),
  raw: true,
  reply: z.unknown(),
});

/**
 * The redirect URI for OpenID providers. The seller is part of the path because providers compare addresses without
 * their query. Redirects to the storefront's callback page with `auth_callback` and `redirect`, or with `auth_error`.
 */
export const finishSsoLogin = endpoint({
  name: "finishSsoLogin",
  method: "GET",
  path: "/sso/callback/:_seller",
  summary: "The redirect URI for OpenID providers: logs in and redirects to the storefront.",
  params: z.strictObject({ _seller: Slug }),
  // Not closed: a provider may add parameters, which are ignored.
  query: z.object({
    code: CallbackParameter,
    state: CallbackParameter,
    iss: CallbackParameter,
    response: CallbackParameter,
    error: CallbackParameter,
    error_description: CallbackParameter,
  }),
  raw: true,
  reply: z.unknown(),
});

/** A browser navigation after `logOut` returned its URL: redirects to the provider's logout. */
export const startSsoLogout = endpoint({
  name: "startSsoLogout",
  method: "GET",
  path: "/sso/leave",
  summary: "Redirects to the logout of the login provider, once.",
  query: z.strictObject({
    /** From the `logout_url` of the logout. */
    trip: z.string().check(z.maxLength(64)),
  }),
  raw: true,
  reply: z.unknown(),
});
