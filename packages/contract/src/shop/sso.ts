import * as z from "zod/mini";
import { Slug } from "../basics.ts";
import { endpoint } from "../endpoint.ts";

/** How long a browser may be away at somebody else's login, in seconds. */
export const oauthStateSeconds = 600;
/** The longest that a signed token may be good for, and how far its clock may be off. */
export const signedLogin = { seconds: 600, tolerance: 30 } as const;

const Path = z.string().check(z.maxLength(2000));
/** What goes through the browser's address between a provider and us. */
const CallbackParameter = z.optional(z.string().check(z.maxLength(4000)));

/**
 * A browser navigation, not a call: to where the seller's visitors log in. Whatever does not work out leads back to the
 * storefront's callback page with `auth_error`.
 */
export const startSsoLogin = endpoint({
  name: "startSsoLogin",
  method: "GET",
  path: "/sso/start",
  summary: "Leads to the login of somebody else, where the seller's method is auth0, sso or external.",
  query: z.strictObject({
    /** A path of the storefront to go on to; anything else is home. */
    redirect: z.optional(Path),
    /** Said by the page; what comes along is what this browser's own session holds, whatever is named here. */
    cart_id: z.optional(z.string().check(z.maxLength(64))),
  }),
  raw: true,
  reply: z.unknown(),
});

/**
 * Where an OpenID provider sends the browser back to. The seller stands in the path: providers compare addresses without
 * their queries. Leads on to the storefront's callback page with `auth_callback` and `redirect`, or with `auth_error`.
 */
export const finishSsoLogin = endpoint({
  name: "finishSsoLogin",
  method: "GET",
  path: "/sso/callback/:_seller",
  summary: "Where an OpenID provider sends the browser back to: logs in, and leads on to the storefront.",
  params: z.strictObject({ _seller: Slug }),
  // Not closed: what a provider adds to its answer is its own business, and left out.
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

/** A browser navigation, after `logOut` said so: to the provider's logout, with what it wants to see. */
export const startSsoLogout = endpoint({
  name: "startSsoLogout",
  method: "GET",
  path: "/sso/leave",
  summary: "Leads to the logout of the provider that was logged in with, once.",
  query: z.strictObject({ trip: z.string().check(z.maxLength(64)) }),
  raw: true,
  reply: z.unknown(),
});
