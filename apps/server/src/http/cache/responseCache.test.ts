import { expect, test, vi } from "vitest";
import { ResponseCache } from "./responseCache.ts";

const createCache = (maxEntries = 10) => {
  let now = 0;
  const cache = new ResponseCache<{ readonly text: string }>({
    maxEntries,
    maxBytes: 100_000,
    bytesOf: ({ text }) => text.length,
    clock: () => now,
  });
  return { cache, at: (moment: number) => void (now = moment) };
};
const answer = (text: string) => async () => ({ text });
const textOf = async (cached: Promise<{ readonly text: string }>) => (await cached).text;

test("returns an entry until it expires", async () => {
  const { cache, at } = createCache();
  expect(await textOf(cache.get("a", 1, answer("old")))).toBe("old");
  at(600);
  expect(cache.getFresh("a")?.text).toBe("old");
  at(1000);
  expect(cache.getFresh("a")).toBeUndefined();
  expect(await textOf(cache.get("a", 1, answer("new")))).toBe("new");
});

test("concurrent requests share one computation", async () => {
  const { cache } = createCache();
  const make = vi.fn(answer("one"));
  expect(await Promise.all(Array.from({ length: 1000 }, () => textOf(cache.get("a", 1, make))))).toEqual(
    Array(1000).fill("one"),
  );
  expect(make).toHaveBeenCalledTimes(1);
});

test("refreshes an entry once in the background before it expires", async () => {
  const { cache, at } = createCache();
  await cache.get("a", 1, answer("old"));
  at(700);
  expect(cache.getFresh("a")).toBeUndefined();
  const slow = Promise.withResolvers<{ text: string }>();
  const make = vi.fn(() => slow.promise);
  expect(await textOf(cache.get("a", 1, make))).toBe("old");
  expect(cache.getFresh("a")?.text).toBe("old");
  expect(await textOf(cache.get("a", 1, make))).toBe("old");
  expect(make).toHaveBeenCalledTimes(1);
  // The old entry expires before the new one is ready. From then on requests wait.
  at(1000);
  const waiting = textOf(cache.get("a", 1, make));
  slow.resolve({ text: "new" });
  expect(await waiting).toBe("new");
  expect(make).toHaveBeenCalledTimes(1);
  // Its lifetime started when the refresh began, at 700.
  at(1699);
  expect(await textOf(cache.get("a", 1, answer("newer")))).toBe("new");
  at(1701);
  expect(await textOf(cache.get("a", 1, answer("newest")))).toBe("newer");
});

test("a failed computation is not cached, and rejects only without an old entry", async () => {
  const { cache, at } = createCache();
  await expect(cache.get("a", 1, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await cache.get("a", 1, answer("old"));
  at(900);
  expect(await textOf(cache.get("a", 1, () => Promise.reject(new Error("no"))))).toBe("old");
  at(1000);
  await expect(cache.get("a", 1, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
});

test("evicts the least recently used entry when it is full", async () => {
  const { cache } = createCache(2);
  for (const key of ["a", "b"]) await cache.get(key, 1, answer("12345"));
  expect(cache.getFresh("a")).toBeDefined();
  await cache.get("c", 1, answer("12345"));
  expect(["a", "b", "c"].map((key) => cache.getFresh(key) !== undefined)).toEqual([true, false, true]);
});

test("returns a value that may not be cached to those who wait for it, and forgets it", async () => {
  const { cache } = createCache();
  const make = vi.fn(answer("nothing found"));
  const get = () => textOf(cache.get("a", 1, make, ({ text }) => text !== "nothing found"));
  expect(await Promise.all([get(), get()])).toEqual(["nothing found", "nothing found"]);
  expect([await get(), make.mock.calls.length, cache.size]).toEqual(["nothing found", 2, 0]);
});
