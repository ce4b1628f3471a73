import type { Steps } from "@foyer/rules/values/steps.ts";
import { expect, test } from "vitest";
import { inTurns } from "./inTurns.ts";

test("lets other work run while it calculates", async () => {
  let isTold = false;
  setImmediate(() => (isTold = true));
  const waiting = function* (): Steps<string> {
    while (!isTold) yield;
    return "told";
  };
  expect(await inTurns(waiting())).toBe("told");
});

test("passes on errors", async () => {
  const failing = function* (): Steps<never> {
    yield;
    throw new Error("wrong");
  };
  await expect(inTurns(failing())).rejects.toThrow("wrong");
});
