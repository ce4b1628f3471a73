import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { settleAll } from "./settleAll.ts";

test("settleAll returns the values in order", async () => {
  expect(await settleAll([sleep(5, "late"), "none", Promise.resolve(3)])).toEqual(["late", "none", 3]);
});

test("settleAll throws the first error once everything else has ended", async () => {
  let hasEnded = false;
  const slow = sleep(20).then(() => (hasEnded = true));
  await expect(
    settleAll([slow, Promise.reject(new Error("first")), Promise.reject(new Error("second"))]),
  ).rejects.toThrow("first");
  expect(hasEnded).toBe(true);
});
