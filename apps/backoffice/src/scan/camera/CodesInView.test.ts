import { expect, test } from "vitest";
import { CodesInView } from "./CodesInView.ts";

/** When codes are scanned, of those that the camera sees every 100 milliseconds. */
const scanned = (
  seen: readonly (readonly [code: string, from: number, until: number])[],
  paused: readonly number[],
) => {
  const codes = new CodesInView();
  const [pausedFrom = Infinity, pausedUntil = 0] = paused;
  const result: string[] = [];
  for (let now = 0; now <= 10_000; now += 100) {
    const isPaused = now >= pausedFrom && now < pausedUntil;
    for (const [code, from, until] of seen)
      if (now >= from && now <= until && codes.isNew(code, { now, isPaused })) result.push(`${code} ${now}`);
  }
  return result;
};

test("a code that stays in view is scanned once, also after its answer", () => {
  expect(scanned([["A", 0, 10_000]], [100, 2600])).toEqual(["A 0"]);
});

test("a code that comes into view while an answer is shown is scanned after it", () => {
  expect(
    scanned(
      [
        ["A", 0, 500],
        ["B", 1000, 6000],
      ],
      [100, 2600],
    ),
  ).toEqual(["A 0", "B 2600"]);
});

test("a code that comes back after three seconds is scanned again", () => {
  expect(
    scanned(
      [
        ["A", 0, 500],
        ["A", 4000, 4500],
      ],
      [],
    ),
  ).toEqual(["A 0", "A 4000"]);
});
