import { describe, expect, test } from "vitest";
import { randomFrom, shuffled } from "../../test/random.ts";
import { reconcile, type EntryPolicy, type TicketScan } from "./reconcile.ts";

const once: EntryPolicy = { reentry: "never", isPass: false };
const allDay: EntryPolicy = { reentry: "day", isPass: false };
const afterExit: EntryPolicy = { reentry: "after_exit", isPass: false };
const pass: EntryPolicy = { reentry: "never", isPass: true };

const scan = (id: string, minute: number, more: Partial<TicketScan> = {}): TicketScan => ({
  id,
  at: minute * 60_000,
  day: "2026-11-24",
  direction: "in",
  let_in: true,
  undoes: null,
  ...more,
});
const out = (id: string, minute: number) => scan(id, minute, { direction: "out", let_in: false });
const undo = (id: string, minute: number, undoes: string) =>
  scan(id, minute, { direction: "undo", let_in: false, undoes });
const refused = (id: string, minute: number) => scan(id, minute, { let_in: false });
const tomorrow = { day: "2026-11-25" };

describe("counts", () => {
  test.each<[string, EntryPolicy, TicketScan[], string]>([
    ["one entry", once, [scan("a", 1)], "a entry"],
    ["the first scan by its time, not the first to arrive", once, [scan("b", 2), scan("a", 1)], "a entry, b double"],
    ["the lower id at the same moment", once, [scan("b", 1), scan("a", 1)], "a entry, b double"],
    ["a refusal before the entry", once, [refused("a", 1), scan("b", 2)], "a refused, b entry"],
    [
      "an undo, and the second scan as the entry",
      once,
      [scan("a", 1), scan("b", 2), undo("u", 3, "a")],
      "a undone, b entry, u undo",
    ],
    ["an undo that arrives before its scan", once, [undo("u", 3, "a"), scan("a", 5)], "u undo, a undone"],
    [
      "an undo of an undo as nothing",
      once,
      [scan("a", 1), undo("u", 2, "a"), undo("w", 3, "u")],
      "a undone, u undo, w undo",
    ],
    ["an exit without an entry as nothing", once, [out("o", 1)], "o refused"],
    ["once, even after going out", once, [scan("a", 1), out("o", 2), scan("b", 3)], "a entry, o exit, b double"],
    ["any number on the day", allDay, [scan("a", 1), scan("b", 2), scan("c", 3)], "a entry, b reentry, c reentry"],
    [
      "again after an exit only",
      afterExit,
      [scan("a", 1), scan("b", 2), out("o", 3), scan("c", 4)],
      "a entry, b double, o exit, c reentry",
    ],
    ["a pass once a day", pass, [scan("a", 1), scan("b", 2), scan("c", 3, tomorrow)], "a entry, b double, c entry"],
    ["a session's ticket once, on whatever day", once, [scan("a", 1), scan("b", 2, tomorrow)], "a entry, b double"],
  ])("%s", (_, policy, scans, expected) => {
    const { counts } = reconcile(scans, policy);
    expect([...counts].map(([id, counted]) => `${id} ${counted}`).join(", ")).toBe(expected);
  });
});

test("the last entry and the visits ignore double scans", () => {
  const { lastEntry, visitDays, isInside } = reconcile([scan("a", 1), scan("b", 2)], once);
  expect([lastEntry?.id, visitDays, isInside]).toEqual(["a", ["2026-11-24"], true]);
});

const randomScans = (random: () => number): TicketScan[] =>
  Array.from({ length: 1 + Math.floor(random() * 8) }, (_, n) => {
    const id = `s${n}`;
    const minute = Math.floor(random() * 6);
    const kind = random();
    if (kind < 0.2) return undo(id, minute, `s${Math.floor(random() * 8)}`);
    if (kind < 0.4) return out(id, minute);
    return scan(id, minute, { let_in: random() < 0.8, day: random() < 0.5 ? "2026-11-24" : "2026-11-25" });
  });

test("the result is the same for any order and repetition of arrivals", () => {
  for (let seed = 1; seed <= 400; seed++) {
    const random = randomFrom(seed);
    const scans = randomScans(random);
    const again = shuffled([...scans, ...scans.filter(() => random() < 0.5)], random);
    for (const policy of [once, allDay, afterExit, pass])
      expect(reconcile(again, policy), `seed ${seed}`).toEqual(reconcile(scans, policy));
  }
});

test("a ticket for one entry has at most one, whatever was scanned", () => {
  for (let seed = 1; seed <= 400; seed++) {
    const counted = [...reconcile(randomScans(randomFrom(seed)), once).counts.values()];
    expect(counted.filter((one) => one === "entry" || one === "reentry").length, `seed ${seed}`).toBeLessThanOrEqual(1);
  }
});
