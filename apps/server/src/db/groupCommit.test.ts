import { describe, expect, test } from "vitest";
import { GroupCommit, type Outcome } from "./groupCommit.ts";

const options = {
  overloaded: () => new Error("too many"),
  isOutage: (error: unknown) => error instanceof Error && error.message === "no database",
};
const gate = () => Promise.withResolvers<void>();

/** Doubles numbers; says which came together; `broken` ones spoil their batch, odd ones are refused on their own. */
const doubling = (over: { broken?: number; outage?: boolean; queue?: number; wait?: () => Promise<void> } = {}) => {
  const batches: number[][] = [];
  const group = new GroupCommit<number, number>(
    async (jobs) => {
      batches.push([...jobs]);
      await over.wait?.();
      if (over.outage) throw new Error("no database");
      if (over.broken !== undefined && jobs.includes(over.broken)) throw new Error("spoilt");
      return jobs.map((job): Outcome<number> => (job % 2 ? { refused: new Error(`odd ${job}`) } : { answer: job * 2 }));
    },
    { ...options, ...(over.queue !== undefined && { queue: over.queue }) },
  );
  return { group, batches };
};

describe("group commit", () => {
  test("the first goes at once, those that come meanwhile go together, in their order", async () => {
    const { promise, resolve } = gate();
    const { group, batches } = doubling({ wait: () => promise });
    const answers = [2, 4, 6].map((job) => group.add(job));
    expect(batches).toEqual([[2]]);
    resolve();
    expect(await Promise.all(answers)).toEqual([4, 8, 12]);
    expect(batches).toEqual([[2], [4, 6]]);
  });

  test("each is answered for itself", async () => {
    const { group } = doubling();
    expect(await Promise.allSettled([2, 3, 4].map((job) => group.add(job)))).toMatchObject([
      { value: 4 },
      { reason: { message: "odd 3" } },
      { value: 8 },
    ]);
  });

  test("one that spoils its batch spoils only itself", async () => {
    const { group, batches } = doubling({ broken: 6 });
    const settled = await Promise.allSettled([2, 4, 6, 8].map((job) => group.add(job)));
    expect(settled).toMatchObject([{ value: 4 }, { value: 8 }, { reason: { message: "spoilt" } }, { value: 16 }]);
    expect(batches).toEqual([[2], [4, 6, 8], [4], [6], [8]]);
  });

  test("nothing is tried again when the database is gone", async () => {
    const { group, batches } = doubling({ outage: true });
    const settled = await Promise.allSettled([2, 4, 6].map((job) => group.add(job)));
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(batches).toEqual([[2], [4, 6]]);
  });

  test("a queue that is full turns the next away", async () => {
    const { promise, resolve } = gate();
    const { group } = doubling({ queue: 1, wait: () => promise });
    const first = group.add(2);
    const second = group.add(4);
    await expect(group.add(6)).rejects.toThrow("too many");
    resolve();
    expect(await Promise.all([first, second])).toEqual([4, 8]);
  });
});
