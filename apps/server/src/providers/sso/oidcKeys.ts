import * as z from "zod/mini";

/** An https address. Plain http is only allowed for a provider on this machine, which a production server refuses. */
const Issuer = z
  .string()
  .check(
    z.maxLength(300),
    z.regex(
      /^(?:https:\/\/[^\s/?#@\\]+|http:\/\/(?:127\.0\.0\.1|localhost)(?::\d{1,5})?)(?:\/[^\s?#\\]*)?$/,
      "is no https address",
    ),
  );

/** The seller's client at their OpenID provider, stored by `foyer seller keys SLUG --oidc`. */
export const OidcKeys = z.strictObject({
  issuer: Issuer,
  client_id: z.string().check(z.minLength(1), z.maxLength(300)),
  /** Without it, the client is public and authenticated by PKCE alone. */
  client_secret: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
  /** How the client authenticates, as registered at the provider. */
  client_auth: z.optional(z.enum(["post", "basic"], "is post or basic")),
  scope: z.optional(z.string().check(z.maxLength(300), z.regex(/^openid(?: [\x21-\x7e]+)*$/, "begins with openid"))),
});
export type OidcKeys = z.infer<typeof OidcKeys>;
