/**
 * How often each crash point kills a server: once, or twenty times in `npm run soak`, because what is in progress when
 * the process dies varies.
 */
export const crashRepeats = Number(process.env.KILLS ?? "1");
if (!Number.isInteger(crashRepeats) || crashRepeats < 1)
  throw new Error(`KILLS is a whole number above zero, not '${process.env.KILLS}'.`);
/** For `test.each`: repeats a table. */
export const crashRepeatOptions = { repeats: crashRepeats - 1 };
