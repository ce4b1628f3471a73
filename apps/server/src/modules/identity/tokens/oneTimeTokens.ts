import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { loginLimits } from "@foyer/contract/shop/login.ts";
import { normalizeEmail } from "@foyer/rules/values/normalizeNames.ts";
import type { LoginTokenTable } from "../../../db/schema/memberships.ts";
import { newId } from "../../../db/newId.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import {
  revokeTokens,
  revokeTokensOfUser,
  insertToken,
  queueTokenEmail,
  readTokenState,
  markTokenUsed,
  countCodeAttempt,
} from "./oneTimeTokens.sql.ts";

type Purpose = LoginTokenTable["purpose"];

/** Seconds that each is good for. Whoever shows an address may have to look for the letter a while. */
const lifetimes: Readonly<Record<Purpose, number>> = {
  otp: loginLimits.otp_seconds,
  reset: loginLimits.reset_seconds,
  email: 24 * 3600,
};
/** A letter is not there at once: whoever asks sooner is told to ask again, known or not. */
const readySeconds = 2;

export const hashSecret = (secret: string): Buffer => createHash("sha256").update(secret).digest();
const newSecret = (): string => randomBytes(32).toString("base64url");

/** Letters that cannot be taken for a digit, and digits that cannot be taken for a letter. */
const codeCharacters = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const generateCode = ({ seller }: Pick<RequestContext, "seller">): string =>
  Array.from({ length: loginLimits.otp }, () =>
    seller.configuration.login?.otp_alphanumeric === true
      ? codeCharacters[randomInt(codeCharacters.length)]
      : String(randomInt(10)),
  ).join("");

/** Of a million codes each could be tried against a plain hash: this one is made with the house's own key. */
const hashCode = ({ providers }: Pick<RequestContext, "providers">, id: string, code: string): Buffer =>
  Buffer.from(providers.sign(`one-time code ${id} ${code}`));

export type OneTimeSecret = { readonly token: string; readonly code: string };
export type TokenRequest = {
  readonly purpose: Purpose;
  readonly email: string;
  /** Whose it is; null for an address that nobody has: it takes as long. */
  readonly identity_id: string | null;
  /** The session that asked, for what only it may use. */
  readonly browser?: Buffer;
  readonly redirect_path?: string | undefined;
  readonly kind: string;
  readonly composeEmail: (secret: OneTimeSecret) => EmailMessage;
};

/**
 * Makes a one-time secret, ends those before it, and queues its letter, in the caller's transaction. Says the secret; only
 * the letter and the browser may ever know it.
 */
export const issueTokenInTransaction = async (ctx: RequestContext, request: TokenRequest): Promise<OneTimeSecret> => {
  const id = newId();
  const secret = { token: newSecret(), code: generateCode(ctx) };
  const email = normalizeEmail(request.email);
  await revokeTokens(ctx, request.purpose, email);
  await insertToken(ctx, {
    id,
    purpose: request.purpose,
    token_hash: hashSecret(secret.token),
    code_hash: request.purpose === "otp" ? hashCode(ctx, id, secret.code) : null,
    browser_hash: request.browser ?? null,
    email,
    identity_id: request.identity_id,
    redirect_path: request.redirect_path ?? null,
    readySeconds: request.purpose === "otp" ? readySeconds : 0,
    seconds: lifetimes[request.purpose],
  });
  await queueTokenEmail(
    ctx,
    {
      id: newId(),
      kind: request.kind,
      ref_id: id,
      to: request.email.trim(),
      message: JSON.stringify(request.composeEmail(secret)),
    },
    request.identity_id !== null,
  );
  return secret;
};
export const issueToken = (ctx: RequestContext, request: TokenRequest): Promise<OneTimeSecret> =>
  transact(ctx, (ctx) => issueTokenInTransaction(ctx, request));

export type CodeCheck =
  | { readonly result: "right"; readonly id: string; readonly identity_id: string; readonly email: string }
  | { readonly result: "wrong"; readonly left: number }
  | { readonly result: "over" | "early" };

/** Tries a code with the token and the session that asked for it. */
export const verifyCode = async (
  ctx: RequestContext,
  { token, code, browser }: { readonly token: string; readonly code: string; readonly browser: Buffer },
): Promise<CodeCheck> => {
  const token_hash = hashSecret(token);
  const attempt = await countCodeAttempt(ctx, token_hash, browser, loginLimits.otp_attempts);
  if (!attempt) {
    const state = await readTokenState(ctx, "otp", token_hash);
    const isEarly = state?.is_good === true && !state.is_ready && state.browser_hash?.equals(browser) === true;
    return { result: isEarly ? "early" : "over" };
  }
  const submittedHash = hashCode(ctx, attempt.id, code);
  const { code_hash, identity_id, id, email, attempts } = attempt;
  const isRight =
    code_hash !== null && code_hash.length === submittedHash.length && timingSafeEqual(code_hash, submittedHash);
  // Whoever guesses the code of a letter that was never sent has guessed nothing.
  if (!isRight || identity_id === null)
    return { result: "wrong", left: Math.max(0, loginLimits.otp_attempts - attempts) };
  return { result: "right", id, identity_id, email };
};

/** What a link is about, as long as it is good; 'unknown' for one that was never given. */
export const readToken = async (
  ctx: Pick<RequestContext, "db" | "seller">,
  purpose: Purpose,
  token: string,
): Promise<"unknown" | "over" | { readonly id: string; readonly identity_id: string; readonly email: string }> => {
  const state = await readTokenState(ctx, purpose, hashSecret(token));
  if (!state || state.identity_id === null) return "unknown";
  return state.is_good ? { id: state.id, identity_id: state.identity_id, email: state.email } : "over";
};

/** Uses a secret up, in the caller's transaction. False: somebody was faster. */
export const consumeToken = async (ctx: Pick<RequestContext, "db" | "seller">, id: string): Promise<boolean> =>
  (await markTokenUsed(ctx, id)) !== undefined;

/** Nothing that was sent to this user before opens anything any more. */
export const revokeUserTokens = (ctx: Pick<RequestContext, "db" | "seller">, identity_id: string) =>
  revokeTokensOfUser(ctx, identity_id);
