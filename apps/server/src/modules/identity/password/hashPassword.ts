import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { Lane } from "../../../http/lane.ts";

/** Argon2id with OWASP's parameters: 19 MiB, two passes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const byteLengths = { salt: 16, hash: 32 } as const;

/**
 * Two at a time, so that a flood of guesses leaves the processor to buyers. With thirty waiting, further calls are
 * refused.
 */
const lane = new Lane("passwords", { concurrency: 2, maxWaiting: 30, maxWaitMs: 10_000 });
const argon2Async = promisify(argon2);

let hashCount = 0;
/** The number of hashes computed since the start, for tests: known and unknown accounts have to cost the same. */
export const passwordHashCount = (): number => hashCount;

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };

const argon2Hash = (password: string, salt: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> =>
  lane.run(() => {
    hashCount += 1;
    return argon2Async("argon2id", {
      message: Buffer.from(password, "utf8"),
      nonce: salt,
      memory,
      passes,
      parallelism,
      tagLength: byteLengths.hash,
    });
  });

const toBase64 = (buffer: Buffer): string => buffer.toString("base64").replace(/=+$/, "");

/** In PHC format, which includes the parameters, so that they can be raised later. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(byteLengths.salt);
  const hash = await argon2Hash(password, salt, cost);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${toBase64(salt)}$${toBase64(hash)}`;
};

const phcFormat = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** Without a stored hash it does the same work, so that timing does not reveal whether an account exists. */
export const verifyPassword = async (password: string, storedHash: string | null): Promise<boolean> => {
  const [, m, t, p, salt = "", hash = ""] = phcFormat.exec(storedHash ?? "") ?? [];
  if (m === undefined) {
    await argon2Hash(password, randomBytes(byteLengths.salt), cost);
    return false;
  }
  const computedHash = await argon2Hash(password, Buffer.from(salt, "base64"), {
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
  });
  return timingSafeEqual(computedHash, Buffer.from(hash, "base64"));
};
