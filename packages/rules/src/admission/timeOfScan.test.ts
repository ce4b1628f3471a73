import { describe, expect, test } from "vitest";
import { randomFrom, shuffled } from "../../test/random.ts";
import { reconcile, type EntryPolicy, type TicketScan } from "./reconcile.ts";
import { timeOfScan } from "./timeOfScan.ts";

const now = Date.parse("2027-03-02T12:00:00Z");
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  ["at its time", now - hour, 0, now - day, now - hour],
  ["by the corrected clock", now - 3 * hour, 2 * hour, now - day, now - hour],
  ["in the future: when it arrived", now + 3 * hour, 0, now - day, now],
  ["before the device was paired: when it was", now - 3 * day, 0, now - day, now - day],
  ["years ago, by somebody who is signed in: thirty days ago", 0, 0, null, now - 30 * day],
  ["years ago, on a device of long ago: thirty days ago", 0, 0, now - 300 * day, now - 30 * day],
])("a scan %s", (_, at, offset_ms, paired_at, expected) =>
  expect(timeOfScan({ at, offset_ms }, { now, paired_at })).toBe(expected),
);

/** A phone without a network, of which somebody sets the clock. It does not hear of that. */
class Phone {
  readonly #random: () => number;
  readonly #name: string;
  readonly #pairedAt = now - day;
  readonly scans: TicketScan[] = [];
  #jump = 0;

  constructor(name: string, random: () => number) {
    this.#name = name;
    this.#random = random;
  }
  act(real: number): void {
    if (this.#random() < 0.3) this.#jump = Math.round((this.#random() - 0.5) * 8 * day);
    const at = timeOfScan({ at: real + this.#jump, offset_ms: 0 }, { now, paired_at: this.#pairedAt });
    const scan = { id: `${this.#name}${this.scans.length}`, at, day: new Date(at).toISOString().slice(0, 10) };
    const entries = this.scans.filter(({ direction }) => direction === "in");
    const undone = new Set(this.scans.map(({ undoes }) => undoes));
    const last = entries.findLast(({ id }) => !undone.has(id));
    const kind = this.#random();
    if (last && kind < 0.3) this.scans.push({ ...scan, direction: "undo", let_in: false, undoes: last.id });
    else if (kind < 0.5) this.scans.push({ ...scan, direction: "out", let_in: false, undoes: null });
    else this.scans.push({ ...scan, direction: "in", let_in: true, undoes: null });
  }
}

describe("two phones whose clocks jump while they have no network", () => {
  const policies: readonly EntryPolicy[] = [
    { reentry: "never", isPass: false },
    { reentry: "day", isPass: false },
    { reentry: "after_exit", isPass: false },
    { reentry: "never", isPass: true },
  ];
  const seeds = Array.from({ length: 300 }, (_, n) => n + 1);
  /** What both recorded of one ticket. */
  const recordedWith = (random: () => number): readonly TicketScan[] => {
    const phones = [new Phone("a", random), new Phone("b", random)] as const;
    for (let real = now - 5 * hour; real < now; real += 30 * minute) phones[random() < 0.5 ? 0 : 1].act(real);
    return phones.flatMap(({ scans }) => scans);
  };

  test("record every scan between the pairing and its arrival", () => {
    for (const seed of seeds)
      for (const { at } of recordedWith(randomFrom(seed))) {
        expect(at, `seed ${seed}`).toBeGreaterThanOrEqual(now - day);
        expect(at, `seed ${seed}`).toBeLessThanOrEqual(now);
      }
  });

  test("give the same counts in whatever order they arrive", () => {
    for (const seed of seeds) {
      const random = randomFrom(seed);
      const scans = recordedWith(random);
      for (const policy of policies)
        expect(reconcile(shuffled([...scans, ...scans.slice(0, 3)], random), policy), `seed ${seed}`).toEqual(
          reconcile(scans, policy),
        );
    }
  });

  test("lose no entry: each is one, a re-entry, a double or undone, and of one that is not undone somebody was in", () => {
    for (const seed of seeds) {
      const scans = recordedWith(randomFrom(seed));
      const undone = new Set(scans.map(({ undoes }) => undoes));
      for (const policy of policies) {
        const { counts, visitDays, lastEntry } = reconcile(scans, policy);
        const entries = scans.filter(({ let_in }) => let_in);
        for (const { id } of entries)
          expect(["entry", "reentry", "double", "undone"], `seed ${seed}`).toContain(counts.get(id));
        for (const { id } of entries) expect(counts.get(id) === "undone", `seed ${seed}`).toBe(undone.has(id));
        const wasIn = entries.some(({ id }) => !undone.has(id));
        expect([visitDays.length > 0, lastEntry !== null], `seed ${seed}`).toEqual([wasIn, wasIn]);
      }
    }
  });

  test("let a ticket for one entry count once", () => {
    for (const seed of seeds) {
      const scans = recordedWith(randomFrom(seed));
      const counted = [...reconcile(scans, { reentry: "never", isPass: false }).counts.values()];
      expect(counted.filter((one) => one === "entry" || one === "reentry").length, `seed ${seed}`).toBeLessThan(2);
    }
  });
});
