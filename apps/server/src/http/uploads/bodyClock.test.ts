import { expect, test } from "vitest";
import { isTooSlow } from "./bodyClock.ts";

const limitMs = 15_000;
const mbit = 125_000;
const seconds = 1000;

test.each<[name: string, bytes: number, sinceStartMs: number, sinceProgressMs: number, isSlow: boolean]>([
  ["nothing yet", 0, 14 * seconds, 14 * seconds, false],
  ["nothing for as long as others have", 0, 15 * seconds, 15 * seconds, true],
  ["12 MB in base64 at 1 Mbit/s, near its end", 130 * mbit, 130 * seconds, 0, false],
  ["half a Mbit/s", 200 * 0.5 * mbit, 200 * seconds, 0, false],
  ["a byte a second", 30, 30 * seconds, 0, true],
  ["much, and then nothing", 10_000_000, 40 * seconds, 15 * seconds, true],
])("%s", (_, bytes, sinceStartMs, sinceProgressMs, isSlow) =>
  expect(isTooSlow({ bytes, sinceStartMs, sinceProgressMs }, limitMs)).toBe(isSlow),
);
