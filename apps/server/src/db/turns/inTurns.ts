import { setImmediate as turn } from "node:timers/promises";
import type { Steps } from "@foyer/rules/values/steps.ts";

/** A request is held up by so many milliseconds at most, in each turn of the event loop that it needs. */
const turnMs = 1;

/** Runs a long calculation a millisecond at a time, with the requests and answers that wait in between. */
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
