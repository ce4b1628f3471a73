import { randomFillSync } from "node:crypto";

/** Random bytes are drawn in blocks: one call per ticket would be the largest cost of a hold under peak load. */
const pool = Buffer.alloc(16 * 256);
let next = pool.length;

/** The offset of 16 unused random bytes in the pool. */
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

/** 128 random bits in the format of a UUID. */
export const newId = (): string => formatId(drawBytes());

const msOfMinute = 60_000;
const bytesOfMinute = 3;

/**
 * An id that grants access to whoever knows it, such as a cart's id in its link: the minute of its creation in three
 * bytes, which repeat after 31 years, then 104 random bits in the format of a UUID. Rows inserted within a minute are
 * stored on few pages of each index, and even with the minute known, the rest is impossible to guess
 * (docs/decisions/076).
 */
export const newSecretId = (now: number = Date.now()): string => {
  const at = drawBytes();
  pool.writeUIntBE(Math.floor(now / msOfMinute) % 2 ** (8 * bytesOfMinute), at, bytesOfMinute);
  return formatId(at);
};

/** The time of the last ordered id, and its sequence number within that millisecond. */
let lastMoment = 0;
let lastTurn = 0;
const maxTurn = 0xfff;
/** If the clock is set back further than this, ids follow it. */
const toleratedMs = 1000;

/**
 * Ids of the same millisecond have ascending sequence numbers. The first is in the lower half of the range, which leaves
 * room for two thousand more.
 */
const takeTurn = (now: number, random: number): void => {
  const isSameMoment = now <= lastMoment && now > lastMoment - toleratedMs;
  if (!isSameMoment) {
    lastMoment = now;
    lastTurn = random;
  } else if (lastTurn < maxTurn) lastTurn += 1;
  else {
    lastMoment += 1;
    lastTurn = random;
  }
};

/**
 * A UUID of version 7: the milliseconds of its creation, its sequence number among this server's ids of that
 * millisecond, then 62 random bits. For rows that are inserted often and whose id alone grants no access: new rows are
 * stored next to each other in each index, instead of on pages that are not in memory and are written in full to the WAL
 * after each checkpoint. The id reveals when the row was created. The sequence number keeps rows that are written
 * together in order, such as the guests of a cart as the buyer entered them.
 */
export const newOrderedId = (now: number = Date.now()): string => {
  const at = drawBytes();
  takeTurn(now, pool.readUInt16BE(at + 6) & (maxTurn >> 1));
  pool.writeUIntBE(lastMoment, at, 6);
  pool.writeUInt16BE(0x7000 | lastTurn, at + 6);
  pool.writeUInt8(0x80 | (pool.readUInt8(at + 8) & 0x3f), at + 8);
  return formatId(at);
};

/** The lowest id that `newOrderedId` can have returned at a time. */
export const firstOrderedId = (at: number): string => {
  const hex = at.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};
