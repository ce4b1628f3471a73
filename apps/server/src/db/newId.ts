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

/** 128 random bits in the format of a UUID. */
export const newId = (): string => formatId(drawBytes());

const msOfMinute = 60_000;
const bytesOfMinute = 3;

/**
 * An id that grants access to whoever knows it, as that of a cart does in its link: the minute of its time in three bytes,
 * which repeat after 31 years, then 104 random bits in the format of a UUID. What is inserted within a minute is put on few
 * pages of each index, and knowing the minute leaves more to guess than anybody can try (docs/decisions/076).
 */
export const newSecretId = (now: number = Date.now()): string => {
  const at = drawBytes();
  pool.writeUIntBE(Math.floor(now / msOfMinute) % 2 ** (8 * bytesOfMinute), at, bytesOfMinute);
  return formatId(at);
};

/** The moment of the last ordered id, and its turn within it. */
let lastMoment = 0;
let lastTurn = 0;
const maxTurn = 0xfff;
/** A clock that was set back further than this is followed. */
const toleratedMs = 1000;

/** Ids of one moment have turns that rise; it begins in the lower half, so that a moment has room for two thousand. */
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
 * A UUID of version 7: the milliseconds of its time, its turn among this server's ids of that millisecond, then 62 random
 * bits. For rows that are inserted often and whose id alone grants nothing: a new row is put beside the last one, instead of
 * on a page of each index that is not in memory and is written to the log as a whole after each checkpoint. It shows when
 * the row was created. The turn keeps what is written together in its order: the guests of a cart as the buyer named them.
 */
export const newOrderedId = (now: number = Date.now()): string => {
  const at = drawBytes();
  takeTurn(now, pool.readUInt16BE(at + 6) & (maxTurn >> 1));
  pool.writeUIntBE(lastMoment, at, 6);
  pool.writeUInt16BE(0x7000 | lastTurn, at + 6);
  pool.writeUInt8(0x80 | (pool.readUInt8(at + 8) & 0x3f), at + 8);
  return formatId(at);
};

/** The lowest id that `newOrderedId` can have given at a time. */
export const firstOrderedId = (at: number): string => {
  const hex = at.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};
