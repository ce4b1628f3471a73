import { describe, expect, test } from "vitest";
import { BatchExecutor, type BatchOutcome } from "./batchExecutor.ts";

const options = {
  name: "test",
  overloadError: () => new Error("too many"),
  isOutage: (error: unknown) => error instanceof Error && error.message === "no database",
};
const deferred = () => Promise.withResolvers<void>();

/** Doubles numbers and records the batches. A `broken` job fails its batch; odd numbers fail alone. */
const createDoubler = (
  behavior: { broken?: number; outage?: boolean; queue?: number; wait?: () => Promise<void> } = {},
) => {
  const batches: number[][] = [];
  const executor = new BatchExecutor<number, number>(
    async (jobs) => {
      batches.push([...jobs]);
      await behavior.wait?.();
      if (behavior.outage) throw new Error("no database");
      if (behavior.broken !== undefined && jobs.includes(behavior.broken)) throw new Error("broken");
      return jobs.map((job): BatchOutcome<number> =>
        job % 2 ? { refused: new Error(`odd ${job}`) } : { answer: job * 2 },
      );
    },
    { ...options, ...(behavior.queue !== undefined && { maxQueued: behavior.queue }) },
  );
  return { group: executor, batches };
};

describe("a batch executor", () => {
  test("starts the first job at once and batches those that arrive meanwhile, in order", async () => {
    const { promise, resolve } = deferred();
    const { group, batches } = createDoubler({ wait: () => promise });
    const answers = [2, 4, 6].map((job) => group.add(job));
    expect(batches).toEqual([[2]]);
    resolve();
    expect(await Promise.all(answers)).toEqual([4, 8, 12]);
    expect(batches).toEqual([[2], [4, 6]]);
  });

  test("starts the next batch before it resolves the last one, a few promises per turn and in order", async () => {
    const [{ promise, resolve }, seen] = [deferred(), [] as string[]];
    const group = new BatchExecutor<number, number>(async (jobs) => {
      seen.push(`batch of ${jobs.length}`);
      await promise;
      return jobs.map((answer) => ({ answer }));
    }, options);
    const answers = Array.from({ length: 301 }, (_, job) =>
      group.add(job).then((answer) => {
        seen.push(`answer ${answer}`);
        if (answer === 1) setImmediate(() => seen.push("something else"));
      }),
    );
    resolve();
    await Promise.all(answers);
    expect(seen.slice(0, 4)).toEqual(["batch of 1", "batch of 256", "batch of 44", "answer 0"]);
    expect(seen.indexOf("something else")).toBeLessThan(seen.indexOf("answer 10"));
    expect(seen.filter((line) => line.startsWith("answer"))).toEqual(answers.map((_, job) => `answer ${job}`));
  });

  test("runs jobs with a common key in separate batches, in order, without delaying others", async () => {
    const [{ promise, resolve }, batches] = [deferred(), [] as string[][]];
    const group = new BatchExecutor<string, string>(
      async (jobs) => {
        batches.push([...jobs]);
        await promise;
        return jobs.map((answer) => ({ answer }));
      },
      { ...options, conflictKeys: (job) => [...(job.split(" ")[0] ?? "")] },
    );
    const answers = ["a 1", "a 2", "b 3", "ab 4", "b 5", "c 6", "a 7"].map((job) => group.add(job));
    resolve();
    expect(await Promise.all(answers)).toEqual(["a 1", "a 2", "b 3", "ab 4", "b 5", "c 6", "a 7"]);
    expect(batches).toEqual([["a 1"], ["a 2", "b 3", "c 6"], ["ab 4"], ["b 5", "a 7"]]);
  });

  test("resolves or rejects each job separately", async () => {
    const { group } = createDoubler();
    expect(await Promise.allSettled([2, 3, 4].map((job) => group.add(job)))).toMatchObject([
      { value: 4 },
      { reason: { message: "odd 3" } },
      { value: 8 },
    ]);
  });

  test("retries the jobs of a failed batch one by one", async () => {
    const { group, batches } = createDoubler({ broken: 6 });
    const settled = await Promise.allSettled([2, 4, 6, 8].map((job) => group.add(job)));
    expect(settled).toMatchObject([{ value: 4 }, { value: 8 }, { reason: { message: "broken" } }, { value: 16 }]);
    expect(batches).toEqual([[2], [4, 6, 8], [4], [6], [8]]);
  });

  test("retries nothing after an outage", async () => {
    const { group, batches } = createDoubler({ outage: true });
    const settled = await Promise.allSettled([2, 4, 6].map((job) => group.add(job)));
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(batches).toEqual([[2], [4, 6]]);
  });

  test("rejects a job when the queue is full", async () => {
    const { promise, resolve } = deferred();
    const { group } = createDoubler({ queue: 1, wait: () => promise });
    const first = group.add(2);
    const second = group.add(4);
    await expect(group.add(6)).rejects.toThrow("too many");
    resolve();
    expect(await Promise.all([first, second])).toEqual([4, 8]);
  });
});
