import { identityLimits } from "@foyer/contract/shop/identity.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import { SsoFailure, type ExternalIdentity } from "./sso.ts";

type Claims = Readonly<Record<string, unknown>>;

/** A name that is safe in a greeting and an e-mail: one line, no link. */
const parseName = (value: unknown): string | null => {
  if (typeof value !== "string") return null;
  const name = value
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return name === "" || name.length > identityLimits.name || /[<>@/\\]|www\./i.test(name) ? null : name;
};

/** An e-mail address counts only with `email_verified: true` in the same claims. */
const verifiedEmail = ({ email, email_verified }: Claims): string | null =>
  typeof email === "string" && email_verified === true && isEmail(email.trim()) ? email.trim() : null;

/** Reads the signed claims; `userInfo` completes the names and the address. */
export const toExternalIdentity = (issuer: string, claims: Claims, userInfo: Claims = {}): ExternalIdentity => {
  const { sub } = claims;
  if (typeof sub !== "string" || sub === "" || sub.length > 300 || issuer.length > 300)
    throw new SsoFailure("no_subject");
  const claim = (name: string): unknown => claims[name] ?? userInfo[name];
  return {
    issuer,
    subject: sub,
    first_name: parseName(claim("given_name")) ?? parseName(claim("name")),
    last_name: parseName(claim("family_name")),
    email: verifiedEmail(claims.email === undefined ? userInfo : claims),
  };
};
