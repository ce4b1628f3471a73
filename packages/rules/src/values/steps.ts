/**
 * A long calculation that can be interrupted: it yields after each small part of its work. The caller decides what runs in
 * between; the result does not depend on it.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Runs a calculation to its end without interruption. */
export const runAtOnce = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};
