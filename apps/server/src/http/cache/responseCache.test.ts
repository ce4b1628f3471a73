import { expect, test, vi } from "vitest";
import { ResponseCache } from "./responseCache.ts";

const makeCache = (limit = 1000) => {
  let now = 0;
  const cache = new ResponseCache(limit, () => now);
  return { cache, at: (moment: number) => void (now = moment) };
};
const bodyText = async (cached: Promise<{ body: Buffer }>) => (await cached).body.toString();

test("returns an entry until it expires", async () => {
  const { cache, at } = makeCache();
  expect(await bodyText(cache.get("a", 1, async () => "old"))).toBe("old");
  at(600);
  expect(cache.getFresh("a")?.body.toString()).toBe("old");
  at(1000);
  expect(cache.getFresh("a")).toBeUndefined();
  expect(await bodyText(cache.get("a", 1, async () => "new"))).toBe("new");
});

test("concurrent requests share one computation", async () => {
  const { cache } = makeCache();
  const make = vi.fn(async () => "one");
  expect(await Promise.all(Array.from({ length: 1000 }, () => bodyText(cache.get("a", 1, make))))).toEqual(
    Array(1000).fill("one"),
  );
  expect(make).toHaveBeenCalledTimes(1);
});

test("refreshes an entry once in the background before it expires", async () => {
  const { cache, at } = makeCache();
  await cache.get("a", 1, async () => "old");
  at(700);
  expect(cache.getFresh("a")).toBeUndefined();
  const slow = Promise.withResolvers<string>();
  const make = vi.fn(() => slow.promise);
  expect(await bodyText(cache.get("a", 1, make))).toBe("old");
  expect(cache.getFresh("a")?.body.toString()).toBe("old");
  expect(await bodyText(cache.get("a", 1, make))).toBe("old");
  expect(make).toHaveBeenCalledTimes(1);
  // The old entry expires before the new one is ready: from then on requests wait.
  at(1000);
  const waiting = bodyText(cache.get("a", 1, make));
  slow.resolve("new");
  expect(await waiting).toBe("new");
  expect(make).toHaveBeenCalledTimes(1);
  // Its lifetime started when the refresh began, at 700.
  at(1699);
  expect(await bodyText(cache.get("a", 1, async () => "newer"))).toBe("new");
  at(1701);
  expect(await bodyText(cache.get("a", 1, async () => "newest"))).toBe("newer");
});

test("a failed computation is not cached, and rejects only without an old entry", async () => {
  const { cache, at } = makeCache();
  await expect(cache.get("a", 1, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await cache.get("a", 1, async () => "old");
  at(900);
  expect(await bodyText(cache.get("a", 1, () => Promise.reject(new Error("no"))))).toBe("old");
  at(1000);
  await expect(cache.get("a", 1, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
});

test("evicts the least recently used entry when it is full", async () => {
  const { cache } = makeCache(10);
  for (const key of ["a", "b"]) await cache.get(key, 1, async () => "12345");
  expect(cache.getFresh("a")).toBeDefined();
  await cache.get("c", 1, async () => "12345");
  expect([cache.getFresh("a"), cache.getFresh("b"), cache.getFresh("c")].map(Boolean)).toEqual([true, false, true]);
});

test("deletes entries by prefix", async () => {
  const { cache } = makeCache();
  for (const key of ["s1 a", "s1 b", "s2 a"]) await cache.get(key, 1, async () => "x");
  cache.deleteByPrefix("s1 ");
  expect(["s1 a", "s1 b", "s2 a"].map((key) => cache.getFresh(key) !== undefined)).toEqual([false, false, true]);
});
