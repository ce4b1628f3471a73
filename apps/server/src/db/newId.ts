import { randomFillSync } from "node:crypto";

/** Randomness is asked for in large pieces: one ticket at a time would cost a rush more than all its rules. */
const pool = Buffer.alloc(16 * 256);
let next = pool.length;

/** 128 random bits in the shape of a UUID. Holding such an id may open what it names, so all of its bits are random. */
export const newId = (): string => {
  if (next === pool.length) {
    randomFillSync(pool);
    next = 0;
  }
  const hex = pool.toString("hex", next, (next += 16));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
