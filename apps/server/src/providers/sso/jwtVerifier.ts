import { createPublicKey, createSecretKey, type KeyObject } from "node:crypto";
import * as z from "zod/mini";
import { signedLogin } from "@foyer/contract/shop/sso.ts";
import { toExternalIdentity } from "./toExternalIdentity.ts";
import { SsoFailure, type JwtVerifier } from "./sso.ts";

const algorithms = ["HS256", "RS256", "PS256", "ES256", "EdDSA"] as const;

/** The issuer of the seller's login tokens and the key that verifies them, stored by `foyer seller keys SLUG --jwt`. */
export const JwtKeys = z.strictObject({
  issuer: z.string().check(z.minLength(1), z.maxLength(300)),
  algorithm: z.enum(algorithms, `is none of ${algorithms.join(", ")}`),
  /** For HS256: the secret shared with the signer. */
  secret: z.optional(z.string().check(z.maxLength(1000))),
  /** For the other algorithms. */
  public_key: z.optional(
    z.string().check(z.maxLength(20_000), z.regex(/^-----BEGIN PUBLIC KEY-----/, "is not a PUBLIC KEY in PEM")),
  ),
});
export type JwtKeys = z.infer<typeof JwtKeys>;

const parsePublicKey = (pem: string): KeyObject | undefined => {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
};

const isLongRsa = (key: KeyObject): boolean =>
  key.asymmetricKeyType === "rsa" && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
const keyChecks: Readonly<Record<string, (key: KeyObject) => boolean>> = {
  RS256: isLongRsa,
  PS256: isLongRsa,
  ES256: (key) => key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === "prime256v1",
  EdDSA: (key) => key.asymmetricKeyType === "ed25519",
};

/** The key that verifies the configured algorithm, or what is wrong with it. */
const verificationKey = ({ algorithm, secret, public_key }: JwtKeys): KeyObject | { readonly wrong: string } => {
  if (algorithm === "HS256") {
    if (public_key !== undefined) return { wrong: "public_key does not apply to HS256, which uses a secret" };
    // A public key used as a secret would be known to everyone.
    if (secret === undefined || Buffer.byteLength(secret) < 32 || secret.includes("-----BEGIN"))
      return { wrong: "secret must be a secret of 32 characters or more" };
    return createSecretKey(Buffer.from(secret));
  }
  if (secret !== undefined) return { wrong: `secret does not apply to ${algorithm}, which uses a public_key` };
  const key = public_key === undefined ? undefined : parsePublicKey(public_key);
  return key && keyChecks[algorithm]?.(key) ? key : { wrong: `public_key cannot be read as a key for ${algorithm}` };
};

/** The problem of keys that have the right format, or undefined if there is none. */
export const jwtKeysProblem = (keys: JwtKeys): string | undefined => {
  const key = verificationKey(keys);
  return "wrong" in key ? key.wrong : undefined;
};

const isNonEmptyString = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= 300;

/**
 * Verifies a token that the seller's own system signed for one login. Algorithm and key are always the configured ones;
 * what the token's header says about them is ignored.
 */
export const jwtVerifier = (keys: JwtKeys): JwtVerifier => ({
  issuer: keys.issuer,
  verify: async (token, audience, now) => {
    const key = verificationKey(keys);
    if ("wrong" in key) throw new SsoFailure("not_configured", { isProviderFailure: true });
    const { errors, jwtVerify } = await import("jose");
    try {
      const { payload, protectedHeader } = await jwtVerify(token, key, {
        algorithms: [keys.algorithm],
        issuer: keys.issuer,
        audience,
        clockTolerance: signedLogin.tolerance,
        maxTokenAge: signedLogin.seconds,
        // `iat` and `exp` are checked again below and by maxTokenAge; the others must be strings.
        requiredClaims: ["sub", "jti", "nonce", "iat", "exp"],
        currentDate: new Date(now.epochMilliseconds),
      });
      const { jti, nonce, iat = 0, exp = Infinity, aud } = payload;
      if (protectedHeader.typ !== undefined && !/^(?:application\/)?jwt$/i.test(protectedHeader.typ))
        throw new SsoFailure("other_type");
      // A token for several audiences could be sent here by one of the others.
      if (Array.isArray(aud) && aud.length !== 1) throw new SsoFailure("other_audience");
      if (exp - iat > signedLogin.seconds) throw new SsoFailure("lives_too_long");
      if (!isNonEmptyString(jti) || !isNonEmptyString(nonce)) throw new SsoFailure("no_nonce");
      return { externalIdentity: toExternalIdentity(keys.issuer, payload), nonce, jti };
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new SsoFailure(error.code.toLowerCase());
      // The key does not fit the token's algorithm.
      if (error instanceof TypeError) throw new SsoFailure("other_key");
      throw error;
    }
  },
});
