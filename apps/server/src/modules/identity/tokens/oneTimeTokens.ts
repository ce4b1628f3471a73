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

/** In seconds. Confirming an e-mail address is not urgent; the other tokens open an account. */
const lifetimes: Readonly<Record<Purpose, number>> = {
  otp: loginLimits.otp_seconds,
  reset: loginLimits.reset_seconds,
  email: 24 * 3600,
};
/** A code cannot be tried before its e-mail can have arrived, whether the address is known or not. */
const readySeconds = 2;

export const hashSecret = (secret: string): Buffer => createHash("sha256").update(secret).digest();
const newSecret = (): string => randomBytes(32).toString("base64url");

/** Without letters and digits that look alike. */
const codeCharacters = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const generateCode = ({ seller }: Pick<RequestContext, "seller">): string =>
  Array.from({ length: loginLimits.otp }, () =>
    seller.configuration.login?.otp_alphanumeric === true
      ? codeCharacters[randomInt(codeCharacters.length)]
      : String(randomInt(10)),
  ).join("");

/** Signed with the application's key: a plain hash of one of a million codes could be reversed. */
const hashCode = ({ providers }: Pick<RequestContext, "providers">, id: string, code: string): Buffer =>
  Buffer.from(providers.sign(`one-time code ${id} ${code}`));

export type OneTimeSecret = { readonly token: string; readonly code: string };
export type TokenRequest = {
  readonly purpose: Purpose;
  readonly email: string;
  /** Null for an address without a user: the same work is done, and no e-mail is sent. */
  readonly identity_id: string | null;
  /** Hash of the requesting session: only that session may use a code, and only its own requests end earlier secrets. */
  readonly browser?: Buffer;
  readonly redirect_path?: string | undefined;
  readonly kind: string;
  readonly composeEmail: (secret: OneTimeSecret) => EmailMessage;
};

/**
 * Ends earlier secrets of the same requester. Others' secrets stay usable: a stranger's request for an address must not
 * end what its owner has requested.
 */
const revokeEarlier = async (
  ctx: RequestContext,
  { purpose, browser, identity_id }: TokenRequest,
  email: string,
): Promise<void> => {
  if (browser) await revokeTokens(ctx, purpose, email, { browser_hash: browser });
  // Only a logged-in user requests the verification of an address.
  else if (purpose === "email" && identity_id !== null) await revokeTokens(ctx, purpose, email, { identity_id });
};

/**
 * Creates a one-time secret, revokes earlier ones of the same requester and queues its e-mail, in the caller's
 * transaction. Only the e-mail and the browser may learn the secret.
 */
export const issueTokenInTransaction = async (ctx: RequestContext, request: TokenRequest): Promise<OneTimeSecret> => {
  const id = newId();
  const secret = { token: newSecret(), code: generateCode(ctx) };
  const email = normalizeEmail(request.email);
  await revokeEarlier(ctx, request, email);
  await insertToken(ctx, {
    id,
    purpose: request.purpose,
    browser_hash: request.browser ?? null,
    email,
    identity_id: request.identity_id,
    token_hash: hashSecret(secret.token),
    code_hash: request.purpose === "otp" ? hashCode(ctx, id, secret.code) : null,
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
  | { readonly result: "correct"; readonly id: string; readonly identity_id: string; readonly email: string }
  | { readonly result: "incorrect"; readonly attemptsLeft: number }
  | { readonly result: "expired" | "tooEarly" };

/** Checks a code together with the token and the session that requested it. */
export const verifyCode = async (
  ctx: RequestContext,
  { token, code, browser }: { readonly token: string; readonly code: string; readonly browser: Buffer },
): Promise<CodeCheck> => {
  const token_hash = hashSecret(token);
  const attempt = await countCodeAttempt(ctx, token_hash, browser, loginLimits.otp_attempts);
  if (!attempt) {
    const state = await readTokenState(ctx, "otp", token_hash);
    const isTooEarly = state?.is_usable === true && !state.is_ready && state.browser_hash?.equals(browser) === true;
    return { result: isTooEarly ? "tooEarly" : "expired" };
  }
  const submittedHash = hashCode(ctx, attempt.id, code);
  const { code_hash, identity_id, id, email, attempts } = attempt;
  const isCorrect =
    code_hash !== null && code_hash.length === submittedHash.length && timingSafeEqual(code_hash, submittedHash);
  // Without an identity the code was never sent, so even the correct one logs nobody in.
  if (!isCorrect || identity_id === null)
    return { result: "incorrect", attemptsLeft: Math.max(0, loginLimits.otp_attempts - attempts) };
  return { result: "correct", id, identity_id, email };
};

/** The token of a link; 'unknown' if it was never issued, 'expired' if it is no longer usable. */
export const readToken = async (
  ctx: Pick<RequestContext, "db" | "seller">,
  purpose: Purpose,
  token: string,
): Promise<"unknown" | "expired" | { readonly id: string; readonly identity_id: string; readonly email: string }> => {
  const state = await readTokenState(ctx, purpose, hashSecret(token));
  if (!state || state.identity_id === null) return "unknown";
  return state.is_usable ? { id: state.id, identity_id: state.identity_id, email: state.email } : "expired";
};

/** Uses up a secret in the caller's transaction; false if it was used before. */
export const consumeToken = async (ctx: Pick<RequestContext, "db" | "seller">, id: string): Promise<boolean> =>
  (await markTokenUsed(ctx, id)) !== undefined;

export const revokeUserTokens = (ctx: Pick<RequestContext, "db" | "seller">, identity_id: string) =>
  revokeTokensOfUser(ctx, identity_id);
