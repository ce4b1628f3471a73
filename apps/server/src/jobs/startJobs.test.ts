import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startJobs } from "./startJobs.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const log = { error: vi.fn<(fields: object, message: string) => void>() };

test("runs a job one second after the start or sooner, then at its interval, until it is stopped", async () => {
  let [slow, quick] = [0, 0];
  const jobs = startJobs(
    [
      { name: "slow", everySeconds: 60, run: async () => void slow++ },
      { name: "quick", everySeconds: 0.5, run: async () => void quick++ },
    ],
    log,
  );
  await vi.advanceTimersByTimeAsync(999);
  expect([slow, quick]).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(2);
  expect([slow, quick]).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(slow).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(slow).toBe(2);
  await jobs.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(slow).toBe(2);
});

test("never runs a job twice at once, logs a failure and retries it, and waits for running jobs when it stops", async () => {
  let [begun, ended] = [0, 0];
  const jobs = startJobs(
    [
      {
        name: "long",
        everySeconds: 1,
        run: async () => {
          begun++;
          await new Promise((done) => setTimeout(done, 10_000));
          ended++;
        },
      },
      { name: "broken", everySeconds: 5, run: () => Promise.reject(new Error("no")) },
    ],
    log,
  );
  await vi.advanceTimersByTimeAsync(10_500);
  expect([begun, ended]).toEqual([1, 0]);
  expect(log.error.mock.calls).toEqual([
    [{ job: "broken", err: "no" }, "job failed"],
    [{ job: "broken", err: "no" }, "job failed"],
  ]);
  const stopped = jobs.stop().then(() => ended);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await stopped).toBe(1);
});

test("tells a running job that the server stops", async () => {
  const signals: AbortSignal[] = [];
  const jobs = startJobs(
    [
      {
        name: "long",
        everySeconds: 1,
        run: (stopping) =>
          new Promise((done) => {
            signals.push(stopping);
            stopping.addEventListener("abort", done);
          }),
      },
    ],
    log,
  );
  await vi.advanceTimersByTimeAsync(1_001);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  await jobs.stop();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
