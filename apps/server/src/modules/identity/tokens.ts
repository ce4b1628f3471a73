import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { loginLimits } from "@foyer/contract/login.ts";
import { foldEmail } from "@foyer/rules/loginNames.ts";
import type { LoginTokenTable } from "../../db/schemaMembers.ts";
import { newId } from "../../db/newId.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import type { Letter } from "../../outside/mail/mail.ts";
import { endTokens, endTokensOf, insertToken, queueSecret, seeToken, spendToken, takeAttempt } from "./tokens.sql.ts";

type Purpose = LoginTokenTable["purpose"];

/** Seconds that each is good for. Whoever shows an address may have to look for the letter a while. */
const lives: Readonly<Record<Purpose, number>> = {
  otp: loginLimits.otp_seconds,
  reset: loginLimits.reset_seconds,
  email: 24 * 3600,
};
/** A letter is not there at once: whoever asks sooner is told to ask again, known or not. */
const readySeconds = 2;

export const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();
const newSecret = (): string => randomBytes(32).toString("base64url");

/** Letters that cannot be taken for a digit, and digits that cannot be taken for a letter. */
const signs = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const newCode = ({ seller }: Pick<Ask, "seller">): string =>
  Array.from({ length: loginLimits.otp }, () =>
    seller.configuration.login?.otp_alphanumeric === true ? signs[randomInt(signs.length)] : String(randomInt(10)),
  ).join("");

/** Of a million codes each could be tried against a plain hash: this one is made with the house's own key. */
const codeHash = ({ outside }: Pick<Ask, "outside">, id: string, code: string): Buffer =>
  Buffer.from(outside.sign(`one-time code ${id} ${code}`));

export type Secret = { readonly token: string; readonly code: string };
export type Given = {
  readonly purpose: Purpose;
  readonly email: string;
  /** Whose it is; null for an address that nobody has: it takes as long. */
  readonly identity_id: string | null;
  /** The session that asked, for what only it may use. */
  readonly browser?: Buffer;
  readonly redirect_path?: string | undefined;
  readonly kind: string;
  readonly letter: (secret: Secret) => Letter;
};

/**
 * Makes a one-time secret, ends those before it, and queues its letter, in the caller's transaction. Says the secret; only
 * the letter and the browser may ever know it.
 */
export const giveTokenWithin = async (ask: Ask, given: Given): Promise<Secret> => {
  const id = newId();
  const secret = { token: newSecret(), code: newCode(ask) };
  const email = foldEmail(given.email);
  await endTokens(ask, given.purpose, email);
  await insertToken(ask, {
    id,
    purpose: given.purpose,
    token_hash: hashOf(secret.token),
    code_hash: given.purpose === "otp" ? codeHash(ask, id, secret.code) : null,
    browser_hash: given.browser ?? null,
    email,
    identity_id: given.identity_id,
    redirect_path: given.redirect_path ?? null,
    readySeconds: given.purpose === "otp" ? readySeconds : 0,
    seconds: lives[given.purpose],
  });
  await queueSecret(
    ask,
    {
      id: newId(),
      kind: given.kind,
      ref_id: id,
      to: given.email.trim(),
      message: JSON.stringify(given.letter(secret)),
    },
    given.identity_id !== null,
  );
  return secret;
};
export const giveToken = (ask: Ask, given: Given): Promise<Secret> =>
  transact(ask, (ask) => giveTokenWithin(ask, given));

export type Tried =
  | { readonly is: "right"; readonly id: string; readonly identity_id: string; readonly email: string }
  | { readonly is: "wrong"; readonly left: number }
  | { readonly is: "over" | "early" };

/** Tries a code with the token and the session that asked for it. */
export const tryCode = async (
  ask: Ask,
  { token, code, browser }: { readonly token: string; readonly code: string; readonly browser: Buffer },
): Promise<Tried> => {
  const token_hash = hashOf(token);
  const taken = await takeAttempt(ask, token_hash, browser, loginLimits.otp_attempts);
  if (!taken) {
    const seen = await seeToken(ask, "otp", token_hash);
    const isEarly = seen?.is_good === true && !seen.is_ready && seen.browser_hash?.equals(browser) === true;
    return { is: isEarly ? "early" : "over" };
  }
  const given = codeHash(ask, taken.id, code);
  const { code_hash, identity_id, id, email, attempts } = taken;
  const isRight = code_hash !== null && code_hash.length === given.length && timingSafeEqual(code_hash, given);
  // Whoever guesses the code of a letter that was never sent has guessed nothing.
  if (!isRight || identity_id === null) return { is: "wrong", left: Math.max(0, loginLimits.otp_attempts - attempts) };
  return { is: "right", id, identity_id, email };
};

/** What a link is about, as long as it is good; 'unknown' for one that was never given. */
export const readToken = async (
  ask: Pick<Ask, "db" | "seller">,
  purpose: Purpose,
  token: string,
): Promise<"unknown" | "over" | { readonly id: string; readonly identity_id: string; readonly email: string }> => {
  const seen = await seeToken(ask, purpose, hashOf(token));
  if (!seen || seen.identity_id === null) return "unknown";
  return seen.is_good ? { id: seen.id, identity_id: seen.identity_id, email: seen.email } : "over";
};

/** Uses a secret up, in the caller's transaction. False: somebody was faster. */
export const useToken = async (ask: Pick<Ask, "db" | "seller">, id: string): Promise<boolean> =>
  (await spendToken(ask, id)) !== undefined;

/** Nothing that was sent to this user before opens anything any more. */
export const endAllTokensOf = (ask: Pick<Ask, "db" | "seller">, identity_id: string) => endTokensOf(ask, identity_id);
