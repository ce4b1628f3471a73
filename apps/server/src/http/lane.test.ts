import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Lane } from "./lane.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that ends when the test resolves it. */
const createWork = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = vi.fn(() => promise);
  return { begun, end: resolve };
};
const settled = () => vi.advanceTimersByTimeAsync(0);
const unavailable = { name: "Refused", code: "unavailable" };

test("runs a few jobs at once and the rest in the order of arrival", async () => {
  const lane = new Lane("test", { concurrency: 2, maxWaiting: 5, maxWaitMs: 1000 });
  const works = Array.from({ length: 4 }, createWork);
  const runs = works.map(({ begun }) => lane.run(begun));
  const begun = () => works.map((work) => work.begun.mock.calls.length);
  await settled();
  expect(begun()).toEqual([1, 1, 0, 0]);
  works[1]?.end();
  await settled();
  expect(begun()).toEqual([1, 1, 1, 0]);
  for (const { end } of works) end();
  await Promise.all(runs);
  expect(begun()).toEqual([1, 1, 1, 1]);
});

test("refuses a job at once when too many wait", async () => {
  const lane = new Lane("test", { concurrency: 1, maxWaiting: 1, maxWaitMs: 1000 });
  const [first, second, third] = [createWork(), createWork(), createWork()];
  const runs = [lane.run(first.begun), lane.run(second.begun)];
  await expect(lane.run(third.begun)).rejects.toMatchObject(unavailable);
  expect(third.begun).not.toHaveBeenCalled();
  first.end();
  second.end();
  await Promise.all(runs);
});

test("refuses a job that waited too long, and skips it", async () => {
  const lane = new Lane("test", { concurrency: 1, maxWaiting: 5, maxWaitMs: 1000 });
  const [first, tired, last] = [createWork(), createWork(), createWork()];
  const run = lane.run(first.begun);
  const refused = lane.run(tired.begun).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(600);
  const later = lane.run(last.begun);
  await vi.advanceTimersByTimeAsync(500);
  expect(await refused).toMatchObject(unavailable);
  first.end();
  await run;
  await settled();
  expect([tired.begun.mock.calls.length, last.begun.mock.calls.length]).toEqual([0, 1]);
  last.end();
  await later;
});

test("work that fails frees its slot", async () => {
  const lane = new Lane("test", { concurrency: 1, maxWaiting: 5, maxWaitMs: 1000 });
  await expect(lane.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(lane.run(async () => "next")).resolves.toBe("next");
});
