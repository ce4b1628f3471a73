import { afterEach, expect, test, vi } from "vitest";
import { ChunkLoadError, chunkTimeout, compiledImport, loadChunk } from "./loadChunk.ts";

afterEach(() => void vi.useRealTimers());

test("loads a chunk once", async () => {
  const load = vi.fn(async () => "part");
  expect([await loadChunk(load), load.mock.calls.length]).toEqual(["part", 1]);
});

test("retries a failed chunk once", async () => {
  const load = vi.fn(async () => "part").mockRejectedValueOnce(new TypeError("offline"));
  expect([await loadChunk(load), load.mock.calls.length]).toEqual(["part", 2]);
});

test("throws ChunkLoadError after two failures", async () => {
  const load = vi.fn(() => Promise.reject(new TypeError("offline")));
  await expect(loadChunk(load)).rejects.toBeInstanceOf(ChunkLoadError);
  expect(load).toHaveBeenCalledTimes(2);
});

test.each([
  ["a file of its own", "()=>import(`./BtkvB39f.js`)", { file: "./BtkvB39f.js", name: undefined }],
  ["a part of a shared file", "()=>import(`./BtkvB39f.js`).then(e=>e.y)", { file: "./BtkvB39f.js", name: "y" }],
  ["a part with a dollar sign", '() => import("./a-b.js").then((e) => e.$t)', { file: "./a-b.js", name: "$t" }],
  ["a source file", '() => import("./Calendar.tsx")', undefined],
])("the retry knows what a loader imports: %s", (_, text, found) => expect(compiledImport(text)).toEqual(found));

test("gives up after the time limit", async () => {
  vi.useFakeTimers();
  const outcome = loadChunk(() => new Promise<never>(() => undefined)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(2 * chunkTimeout - 1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBeInstanceOf(ChunkLoadError);
});
