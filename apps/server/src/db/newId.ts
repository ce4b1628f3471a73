import { randomFillSync } from "node:crypto";

/** Random bytes are drawn in blocks: one call per ticket is the largest cost of a hold in a rush. */
const pool = Buffer.alloc(16 * 256);
let next = pool.length;

/** 128 random bits in the format of a UUID. Knowing an id may grant access (a cart's link), so no bit is fixed. */
export const newId = (): string => {
  if (next === pool.length) {
    randomFillSync(pool);
    next = 0;
  }
  const hex = pool.toString("hex", next, (next += 16));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
