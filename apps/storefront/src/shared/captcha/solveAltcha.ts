import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { captchaChallenge } from "@foyer/contract/shop/captcha.ts";
import type { Reply } from "@foyer/contract/endpoint.ts";

type Challenge = Parameters<typeof solveChallenge>[0]["challenge"];

/** Solves the proof of work of the built-in captcha with Web Crypto, without blocking the page. */
export const solveAltcha = async (reply: Reply<typeof captchaChallenge>): Promise<string> => {
  const challenge = reply as unknown as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error("a captcha's task was not solved in time");
  return btoa(JSON.stringify({ challenge, solution }));
};
