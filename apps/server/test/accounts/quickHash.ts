import { argon2Sync, randomBytes } from "node:crypto";

/** The least that argon2id allows. A stored hash names its cost, so that signing in with it costs as little. */
const cost = { memory: 8, passes: 1, parallelism: 1 } as const;

const toBase64 = (buffer: Buffer): string => buffer.toString("base64").replace(/=+$/, "");

/**
 * The hash of a test person's password, in the form of `hashPassword`. Tests sign in thousands of times, and with the
 * product's cost each time takes 30 ms of a processor.
 */
export const quickHash = (password: string): string => {
  const salt = randomBytes(16);
  const hash = argon2Sync("argon2id", { message: password, nonce: salt, tagLength: 32, ...cost });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${toBase64(salt)}$${toBase64(hash)}`;
};
