/**
 * A long calculation that can be interrupted: it yields after each small part of its work. Whoever runs it decides what else
 * happens in between; what it calculates does not depend on that.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Runs a calculation to its end without a pause. */
export const runAtOnce = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};
