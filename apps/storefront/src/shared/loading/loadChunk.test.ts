import { afterEach, expect, test, vi } from "vitest";
import { ChunkLoadError, chunkTimeout, loadChunk } from "./loadChunk.ts";

afterEach(() => void vi.useRealTimers());

test("a part that arrives is loaded once", async () => {
  const load = vi.fn(async () => "part");
  expect([await loadChunk(load), load.mock.calls.length]).toEqual(["part", 1]);
});

test("a part that fails is asked for once more", async () => {
  const load = vi.fn(async () => "part").mockRejectedValueOnce(new TypeError("offline"));
  expect([await loadChunk(load), load.mock.calls.length]).toEqual(["part", 2]);
});

test("a part that fails twice is a ChunkLoadError", async () => {
  const load = vi.fn(() => Promise.reject(new TypeError("offline")));
  await expect(loadChunk(load)).rejects.toBeInstanceOf(ChunkLoadError);
  expect(load).toHaveBeenCalledTimes(2);
});

test("a part that never answers is given up after the time of the specification", async () => {
  vi.useFakeTimers();
  const outcome = loadChunk(() => new Promise<never>(() => undefined)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(2 * chunkTimeout - 1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBeInstanceOf(ChunkLoadError);
});
