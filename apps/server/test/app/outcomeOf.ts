import type { Refused } from "../../src/errors/refused.ts";

/** "done", or the code of the refusal. */
export const outcomeOf = (change: Promise<unknown>): Promise<string> =>
  change.then(
    () => "done",
    (error: Refused) => error.code,
  );
