import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { captchaHeaders } from "@foyer/contract/shop/captcha.ts";

/** A challenge of the built-in captcha, as the server returns it. */
export type CaptchaTask = Parameters<typeof solveChallenge>[0]["challenge"];

/** The headers of a call with a solved challenge. */
export const solveCaptcha = async (challenge: CaptchaTask): Promise<Record<string, string>> => {
  const solution = await solveChallenge({ challenge, deriveKey });
  const token = Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
  return { [captchaHeaders.provider]: "altcha", [captchaHeaders.token]: token };
};
