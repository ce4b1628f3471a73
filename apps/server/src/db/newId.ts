import { randomFillSync } from "node:crypto";

/** Random bytes are drawn in blocks: one call per ticket is the largest cost of a hold in a rush. */
const pool = Buffer.alloc(16 * 256);
let next = pool.length;

/** The place of 16 random bytes in the pool, used once. */
const drawBytes = (): number => {
  if (next === pool.length) {
    randomFillSync(pool);
    next = 0;
  }
  const at = next;
  next += 16;
  return at;
};

const formatId = (at: number): string => {
  const hex = pool.toString("hex", at, at + 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** 128 random bits in the format of a UUID. Knowing an id may grant access (a cart's link), so no bit is fixed. */
export const newId = (): string => formatId(drawBytes());

/**
 * A UUID of version 7: the milliseconds of its time, then 74 random bits. For rows that are inserted often and whose id
 * alone grants nothing: a new row is put beside the last one, instead of on a page of each index that is not in memory and
 * is written to the log as a whole after each checkpoint. It shows when the row was created.
 */
export const newOrderedId = (now: number = Date.now()): string => {
  const at = drawBytes();
  pool.writeUIntBE(now, at, 6);
  pool.writeUInt8(0x70 | (pool.readUInt8(at + 6) & 0x0f), at + 6);
  pool.writeUInt8(0x80 | (pool.readUInt8(at + 8) & 0x3f), at + 8);
  return formatId(at);
};
