import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FairSlots, type FairSlotsLimits } from "./fairSlots.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const open = (limits: Partial<FairSlotsLimits> = {}) => {
  const slots = new FairSlots(
    { slots: 1, slotsOfOne: 1, waiting: 100, waitingOfOne: 100, waitMs: 5000, ...limits },
    () => new Error("busy"),
  );
  const served: string[] = [];
  /** Takes a slot, records its key, and returns the slot when `release` is called. */
  const ask = async (key: string): Promise<void> => {
    const release = await slots.take(key);
    served.push(key);
    releases.push(release);
  };
  const releases: (() => void)[] = [];
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  /** Returns slots one by one until none are awaited. */
  const drain = async () => {
    for (;;) {
      await settle();
      const release = releases.shift();
      if (!release) return;
      release();
    }
  };
  /** Whether a request is refused at once, instead of waiting. */
  const isRefused = async (key: string): Promise<boolean> => {
    const refused = vi.fn<(error: Error) => void>();
    void slots.take(key).catch(refused);
    await settle();
    return refused.mock.calls.some(([error]) => error.message === "busy");
  };
  return { slots, served, ask, releases, settle, drain, isRefused };
};

describe("turns", () => {
  test("one request of another seller waits for one turn, not for a whole rush", async () => {
    const { ask, served, drain } = open();
    const all = [...Array.from({ length: 50 }, () => "rush"), "calm"].map(ask);
    await drain();
    await Promise.all(all);
    expect(served.indexOf("calm")).toBe(2);
    expect(served).toHaveLength(51);
  });

  test("sellers take turns, each in the order of arrival", async () => {
    const { slots, drain, releases } = open();
    const served: string[] = [];
    const ask = async (name: string) => {
      releases.push(await slots.take(name[0]!));
      served.push(name);
    };
    const all = ["a1", "a2", "a3", "b1", "b2", "c1"].map(ask);
    await drain();
    await Promise.all(all);
    expect(served).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
  });

  test("one seller leaves slots to others, who get them at once", async () => {
    const { ask, served, settle, slots } = open({ slots: 4, slotsOfOne: 3 });
    void ["rush", "rush", "rush", "rush", "rush", "calm"].map(ask);
    await settle();
    expect(served).toEqual(["rush", "rush", "rush", "calm"]);
    expect(slots.waiting).toBe(2);
  });

  test("a slot is not given to a seller that has reached its limit", async () => {
    const { ask, served, settle, releases } = open({ slots: 3, slotsOfOne: 2 });
    void ["rush", "rush", "calm", "rush", "late"].map(ask);
    await settle();
    expect(served).toEqual(["rush", "rush", "calm"]);
    releases[2]!();
    await settle();
    expect(served).toEqual(["rush", "rush", "calm", "late"]);
    releases[0]!();
    await settle();
    expect(served.at(-1)).toBe("rush");
  });

  test("a slot that is returned twice is freed once", async () => {
    const { ask, served, settle, releases, slots } = open();
    void ["a", "b", "c"].map(ask);
    await settle();
    releases[0]!();
    releases[0]!();
    await settle();
    expect(served).toEqual(["a", "b"]);
    expect(slots.waiting).toBe(1);
  });
});

describe("bounds", () => {
  test("the next one that would wait is refused at once", async () => {
    const { ask, isRefused, drain, served } = open({ waiting: 3 });
    const waits = ["a", "b", "c", "d"].map(ask);
    expect(await isRefused("e")).toBe(true);
    await drain();
    await Promise.all(waits);
    expect(served).toEqual(["a", "b", "c", "d"]);
  });

  test("a seller with too many waiting is refused; another may wait", async () => {
    const { ask, isRefused, drain, served } = open({ waitingOfOne: 2 });
    const waits = ["rush", "rush", "rush"].map(ask);
    expect(await isRefused("rush")).toBe(true);
    waits.push(ask("calm"));
    await drain();
    await Promise.all(waits);
    expect(served).toEqual(["rush", "rush", "calm", "rush"]);
  });

  test("a request that has waited too long is refused, and takes no slot later", async () => {
    const { ask, slots, releases, settle, served } = open();
    await ask("a");
    const late = Promise.allSettled([slots.take("b")]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await late).toMatchObject([{ status: "rejected", reason: { message: "busy" } }]);
    expect(slots.waiting).toBe(0);
    const next = ask("c");
    releases[0]!();
    await next;
    await settle();
    expect(served).toEqual(["a", "c"]);
  });

  test("closing refuses all waiting requests", async () => {
    const { ask, slots } = open();
    await ask("a");
    const waits = ["a", "b", "b"].map((key) => slots.take(key));
    slots.close();
    for (const one of await Promise.allSettled(waits)) expect(one.status).toBe("rejected");
    expect(slots.waiting).toBe(0);
  });
});
