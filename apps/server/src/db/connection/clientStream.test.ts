import { PassThrough } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import type pg from "pg";
import { expect, test } from "vitest";
import { readInPieces } from "./clientStream.ts";

/** A connection whose replies arrive in pieces of a given number of bytes, with the number of pieces that were read. */
const openReader = () => {
  const stream = new PassThrough({ highWaterMark: 1024 * 1024 });
  const lengths: number[] = [];
  stream.on("data", ({ length }: Buffer) => lengths.push(length));
  readInPieces({ connection: { stream } } as unknown as pg.PoolClient);
  return { stream, lengths };
};

test("a long reply is read completely, one piece per turn of the event loop", async () => {
  const { stream, lengths } = openReader();
  for (let piece = 0; piece < 5; piece++) stream.write(Buffer.alloc(64 * 1024));
  let before = lengths.length;
  let most = before;
  for (let turns = 0; turns < 50; turns++) {
    await turn();
    most = Math.max(most, lengths.length - before);
    before = lengths.length;
  }
  expect(lengths).toHaveLength(5);
  expect(most).toBe(1);
});

test("short replies are read as they arrive", async () => {
  const { stream, lengths } = openReader();
  for (let piece = 0; piece < 5; piece++) stream.write(Buffer.alloc(100));
  await turn();
  expect(lengths).toHaveLength(5);
});
