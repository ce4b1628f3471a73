/**
 * How often each crash point kills a server: once, and twenty times in `npm run soak`, so that what happens to be under
 * way when the process dies is not the same each time.
 */
export const crashRepeats = Number(process.env.KILLS ?? "1");
if (!Number.isInteger(crashRepeats) || crashRepeats < 1)
  throw new Error(`KILLS is a whole number above zero, not '${process.env.KILLS}'.`);
/** For `test.each`: the same once more, so many times. */
export const crashRepeatOptions = { repeats: crashRepeats - 1 };
