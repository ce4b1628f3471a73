import { identityLimits } from "@foyer/contract/identity.ts";
import { isEmail } from "@foyer/rules/email.ts";
import { NotLoggedIn, type Outsider } from "./sso.ts";

type Claims = Readonly<Record<string, unknown>>;

/** A name as it may stand in a greeting and in a letter: no link, no line of its own. */
const nameIn = (said: unknown): string | null => {
  if (typeof said !== "string") return null;
  const name = said
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return name === "" || name.length > identityLimits.name || /[<>@/\\]|www\./i.test(name) ? null : name;
};

/** An address counts only with the issuer's plain yes beside it, in the same words: a text or a missing yes is none. */
const provedEmail = ({ email, email_verified }: Claims): string | null =>
  typeof email === "string" && email_verified === true && isEmail(email.trim()) ? email.trim() : null;

/** Who it is by what an issuer signed; `told` is what it says besides when it is asked about the same person. */
export const outsiderOf = (issuer: string, signed: Claims, told: Claims = {}): Outsider => {
  const { sub } = signed;
  if (typeof sub !== "string" || sub === "" || sub.length > 300 || issuer.length > 300)
    throw new NotLoggedIn("no_subject");
  const said = (name: string): unknown => signed[name] ?? told[name];
  return {
    issuer,
    subject: sub,
    first_name: nameIn(said("given_name")) ?? nameIn(said("name")),
    last_name: nameIn(said("family_name")),
    email: provedEmail(signed.email === undefined ? told : signed),
  };
};
