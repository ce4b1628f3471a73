import { expect, test } from "vitest";
import { PlanAge } from "./planAge.ts";

test("plans are made again after a second, and then each time the session's age has doubled", () => {
  const age = new PlanAge(5_000);
  const dueAt = Array.from({ length: 100 }, (_, second) => second).filter((second) => age.isDue(5_000 + second * 1000));
  expect(dueAt).toEqual([1, 2, 4, 8, 16, 32, 64]);
});

test("plans of a session that was idle are made again once", () => {
  const age = new PlanAge(0);
  expect([age.isDue(90_000), age.isDue(90_001), age.isDue(179_000), age.isDue(180_000)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
