import { expect, test } from "vitest";
import { PlanAge } from "./planAge.ts";

const seconds = (count: number): number[] => Array.from({ length: count }, (_, second) => second);

test("while tables grow, plans are made again at doubled ages of the session and then each minute", () => {
  const growth = { count: 0 };
  const age = new PlanAge(5_000, growth);
  const dueAt = seconds(250).filter((second) => {
    growth.count += 1;
    return age.isDue(5_000 + second * 1000);
  });
  expect(dueAt).toEqual([1, 2, 4, 8, 16, 32, 64, 124, 184, 244]);
});

test("plans stay while no table grows", () => {
  const age = new PlanAge(0, { count: 7 });
  expect(seconds(10_000).filter((second) => age.isDue(second * 1000))).toEqual([]);
});

test("a table that grew before a session's next time is planned for at that time, once", () => {
  const growth = { count: 0 };
  const age = new PlanAge(0, growth);
  growth.count += 1;
  expect([age.isDue(500), age.isDue(1_000), age.isDue(1_001), age.isDue(90_000)]).toEqual([false, true, false, false]);
  growth.count += 2;
  expect([age.isDue(90_001), age.isDue(90_002)]).toEqual([true, false]);
});
