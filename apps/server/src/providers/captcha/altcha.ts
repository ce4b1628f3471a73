import { createHash } from "node:crypto";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as z from "zod/mini";
import type { Captcha } from "./captcha.ts";

/** About half a second of work on a phone, unnoticed by the visitor. */
const difficulty = { algorithm: "PBKDF2/SHA-256", cost: 2000, minCounter: 100, maxCounter: 300 } as const;
const validSeconds = 600;

const Parameters = z.looseObject({
  algorithm: z.literal(difficulty.algorithm),
  nonce: z.string(),
  salt: z.string(),
  cost: z.literal(difficulty.cost),
  keyLength: z.literal(32),
  keyPrefix: z.string(),
  expiresAt: z.number(),
  data: z.strictObject({ seller: z.string(), purpose: z.string() }),
});
const Payload = z.strictObject({
  challenge: z.strictObject({ parameters: Parameters, signature: z.string() }),
  solution: z.strictObject({ counter: z.number(), derivedKey: z.string(), time: z.optional(z.number()) }),
});

const decodePayload = (token: string): unknown => {
  try {
    return JSON.parse(Buffer.from(token, "base64").toString("utf8"));
  } catch {
    return undefined;
  }
};

/**
 * The built-in captcha: a proof of work that the browser solves by itself, signed by us for one seller and one kind of
 * call. No third party learns about the visitor.
 */
export const altcha = (sign: (text: string) => string): Captcha => {
  const secrets = {
    hmacSignatureSecret: sign("captcha of a task"),
    hmacKeySignatureSecret: sign("captcha of its solution"),
  };
  return {
    challenge: async ({ sellerId, purpose }) => ({
      ...(await createChallenge({
        algorithm: difficulty.algorithm,
        cost: difficulty.cost,
        counter: randomInt(difficulty.maxCounter, difficulty.minCounter),
        deriveKey,
        data: { seller: sellerId, purpose },
        expiresAt: Math.floor(Date.now() / 1000) + validSeconds,
        ...secrets,
      })),
    }),
    verify: async (token, { sellerId, purpose }) => {
      const payload = Payload.safeParse(decodePayload(token));
      if (!payload.success) return { isHuman: false, reason: "unreadable" };
      const { challenge, solution } = payload.data;
      const result = await verifySolution({
        challenge: challenge as Parameters<typeof verifySolution>[0]["challenge"],
        solution: solution as Parameters<typeof verifySolution>[0]["solution"],
        deriveKey,
        ...secrets,
      });
      if (!result.verified)
        return {
          isHuman: false,
          reason: result.expired ? "expired" : result.invalidSignature ? "not our task" : "not solved",
        };
      const { data } = challenge.parameters;
      if (data.seller !== sellerId || data.purpose !== purpose) return { isHuman: false, reason: "of another place" };
      // verifySolution compares the signature exactly, so it identifies the challenge.
      return { isHuman: true, tokenHash: createHash("sha256").update(challenge.signature).digest(), validSeconds };
    },
  };
};
