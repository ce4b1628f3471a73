import { setImmediate as turn } from "node:timers/promises";
import type { Steps } from "@foyer/rules/values/steps.ts";

/** The maximum time that a request is delayed, in each turn of the event loop that it needs. */
const turnMs = 1;

/** Runs a long calculation one millisecond at a time, serving waiting requests and replies in between. */
export const inTurns = async <Result>(steps: Steps<Result>): Promise<Result> => {
  let began = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - began < turnMs) continue;
    await turn();
    began = performance.now();
  }
};
