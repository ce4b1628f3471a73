import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

const fromBase32 = (text: string): Buffer => {
  let bits = "";
  for (const letter of text) bits += alphabet.indexOf(letter).toString(2).padStart(5, "0");
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
};

/**
 * A code by RFC 6238, implemented separately here so that a mistake of the product's library shows. `step` is in units
 * of 30 seconds; 0 is now.
 */
export const totpCode = (secret: string, step = 0, at = Date.now()): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000) + step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
};

const stepMs = 30_000;
/** Long enough for a journey to type a code and send it. */
const typingMs = 10_000;

/**
 * The same on the clock of the server, early enough in a step: a code of the step before is two steps old, and refused, as
 * soon as the next one begins.
 */
export const freshTotpCode = async (secret: string, step = 0): Promise<string> => {
  const left = stepMs - (Date.now() % stepMs);
  if (left < typingMs) await sleep(left);
  return totpCode(secret, step);
};
