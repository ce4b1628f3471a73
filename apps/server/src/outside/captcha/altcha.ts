import { createHash } from "node:crypto";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as z from "zod/mini";
import type { Captcha } from "./captcha.ts";

/** Half a second of a telephone's work, and nothing that anybody sees. */
const work = { algorithm: "PBKDF2/SHA-256", cost: 2000, fewest: 100, most: 300 } as const;
const seconds = 600;

const Parameters = z.looseObject({
  algorithm: z.literal(work.algorithm),
  nonce: z.string(),
  salt: z.string(),
  cost: z.literal(work.cost),
  keyLength: z.literal(32),
  keyPrefix: z.string(),
  expiresAt: z.number(),
  data: z.strictObject({ seller: z.string(), purpose: z.string() }),
});
const Payload = z.strictObject({
  challenge: z.strictObject({ parameters: Parameters, signature: z.string() }),
  solution: z.strictObject({ counter: z.number(), derivedKey: z.string(), time: z.optional(z.number()) }),
});

const payloadOf = (token: string): unknown => {
  try {
    return JSON.parse(Buffer.from(token, "base64").toString("utf8"));
  } catch {
    return undefined;
  }
};

/**
 * The built-in captcha: a task that a browser works off by itself, signed so that only ours count, for one seller and
 * one kind of call. No third party hears of the visitor.
 */
export const altcha = (sign: (text: string) => string): Captcha => {
  const secrets = {
    hmacSignatureSecret: sign("captcha of a task"),
    hmacKeySignatureSecret: sign("captcha of its solution"),
  };
  return {
    challenge: async ({ sellerId, purpose }) => ({
      ...(await createChallenge({
        algorithm: work.algorithm,
        cost: work.cost,
        counter: randomInt(work.most, work.fewest),
        deriveKey,
        data: { seller: sellerId, purpose },
        expiresAt: Math.floor(Date.now() / 1000) + seconds,
        ...secrets,
      })),
    }),
    judge: async (token, { sellerId, purpose }) => {
      const payload = Payload.safeParse(payloadOf(token));
      if (!payload.success) return { isPerson: false, reason: "unreadable" };
      const { challenge, solution } = payload.data;
      const verdict = await verifySolution({
        challenge: challenge as Parameters<typeof verifySolution>[0]["challenge"],
        solution: solution as Parameters<typeof verifySolution>[0]["solution"],
        deriveKey,
        ...secrets,
      });
      if (!verdict.verified)
        return {
          isPerson: false,
          reason: verdict.expired ? "expired" : verdict.invalidSignature ? "not our task" : "not solved",
        };
      const { data } = challenge.parameters;
      if (data.seller !== sellerId || data.purpose !== purpose) return { isPerson: false, reason: "of another place" };
      // The signature has one spelling only: verifySolution compares it letter by letter.
      return { isPerson: true, mark: createHash("sha256").update(challenge.signature).digest(), seconds };
    },
  };
};
