import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BoundedCache } from "./boundedCache.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const createCache = (bounds: { maxEntries?: number; maxBytes?: number } = {}) => {
  let now = 0;
  const cache = new BoundedCache<string>({
    maxEntries: 1000,
    maxBytes: 100_000,
    bytesOf: (text) => text.length,
    clock: () => now,
    ...bounds,
  });
  return { cache, at: (moment: number) => void (now = moment) };
};

test.each([
  ["short keys and small values", (index: number) => [`k${index}`, "v"], { entries: 200, bytes: 100_000 }],
  ["long keys", (index: number) => [`${index}`.repeat(5000), "v"], { entries: 200, bytes: 100_000 }],
  ["large values", (index: number) => [`k${index}`, "v".repeat(20_000)], { entries: 4, bytes: 100_000 }],
] as const)("stays within its bounds with %s", (_, entryOf, most) => {
  const { cache } = createCache({ maxEntries: 200 });
  for (let index = 0; index < 2000; index++) cache.set(...(entryOf(index) as [string, string]));
  expect(cache.size).toBeGreaterThan(0);
  expect(cache.size).toBeLessThanOrEqual(most.entries);
  expect(cache.bytes).toBeLessThanOrEqual(most.bytes);
});

test("counts an entry's key and its own objects", () => {
  const { cache } = createCache();
  cache.set("k".repeat(100), "");
  expect(cache.bytes).toBeGreaterThan(400);
});

test("finds an entry under a long key, and no other", () => {
  const { cache } = createCache();
  const key = "k".repeat(5000);
  cache.set(key, "value");
  expect([cache.get(key), cache.get(`${key}k`), cache.bytes < 1000]).toEqual(["value", undefined, true]);
});

test("does not confuse keys of any characters", () => {
  const { cache } = createCache();
  cache.set("\ud800", "one");
  cache.set("\ud801", "other");
  expect([cache.get("\ud800"), cache.get("\ud801"), cache.get("\ufffd")]).toEqual(["one", "other", undefined]);
});

test("keeps nothing larger than its bound, and no older value in its place", () => {
  const { cache } = createCache();
  cache.set("a", "small");
  cache.set("a", "v".repeat(200_000));
  expect([cache.get("a"), cache.size]).toEqual([undefined, 0]);
});

test("drops what has expired, though nobody asks for it", async () => {
  const { cache, at } = createCache();
  cache.set("short", "v", 1000);
  cache.set("long", "v", 100_000);
  cache.set("over already", "v", 0);
  expect(cache.size).toBe(2);
  at(1000);
  expect(cache.get("short")).toBeUndefined();
  cache.set("short", "v", 2000);
  at(3000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([cache.size, cache.get("long")]).toEqual([1, "v"]);
  at(100_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([cache.size, cache.bytes]).toEqual([0, 0]);
});
