import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { Lane } from "../../http/lane.ts";

/** Argon2id as OWASP asks for it: 19 MiB, twice. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const bytes = { salt: 16, hash: 32 } as const;

/** Two at a time, so that a flood of guesses leaves the machine to those who buy; the last of them do not wait. */
const lane = new Lane({ atOnce: 2, mostWaiting: 30, waitMs: 10_000 });
const argon2Of = promisify(argon2);

let made = 0;
/** How many hashes were worked out since the start: what takes time here. */
export const hashesMade = (): number => made;

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };

const hashOf = (password: string, salt: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> =>
  lane.run(() => {
    made += 1;
    return argon2Of("argon2id", {
      message: Buffer.from(password, "utf8"),
      nonce: salt,
      memory,
      passes,
      parallelism,
      tagLength: bytes.hash,
    });
  });

const text = (some: Buffer): string => some.toString("base64").replace(/=+$/, "");

/** In PHC format: the way it was made stands beside it, so that it can be made stronger later. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(bytes.salt);
  const hash = await hashOf(password, salt, cost);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(salt)}$${text(hash)}`;
};

const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** Is it the password? Where there is none, or nobody, it takes the same work to say no (T88). */
export const isPassword = async (password: string, kept: string | null): Promise<boolean> => {
  const [, m, t, p, salt = "", hash = ""] = phc.exec(kept ?? "") ?? [];
  if (m === undefined) {
    await hashOf(password, randomBytes(bytes.salt), cost);
    return false;
  }
  const given = await hashOf(password, Buffer.from(salt, "base64"), {
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
  });
  return timingSafeEqual(given, Buffer.from(hash, "base64"));
};
