/** Number of digits in a supervisor's code. */
export const codeDigits = { min: 6, max: 12 } as const;
/** Wrong attempts, at one device or with one code, after which a wait is required. */
export const codeTries = 5;
export const codeWaitMinutes = 15;
/** Wrong attempts since the last correct one after which a code is locked and a new one has to be set. */
export const codeEndsAfter = 20;
/** The bits of a code's hash that devices store, and the iterations of the hash. */
export const codeHintBits = 10;
export const codeIterations = 600_000;

const hasOneStep = (digits: readonly number[]): boolean => {
  const [first = 0, second = 0] = digits;
  const step = (second - first + 10) % 10;
  return digits.every((digit, index) => index === 0 || (digit - (digits[index - 1] ?? 0) + 10) % 10 === step);
};

/** A shorter part that is repeated, such as 121212 or 123123. */
const repeatsPart = (code: string): boolean => /^(\d{1,6}?)\1+$/.test(code);

/** The same forwards and backwards, such as 123321. */
const isMirrored = (code: string): boolean => [...code].toReversed().join("") === code;

/** At most two different digits. */
const hasFewDigits = (code: string): boolean => new Set(code).size <= 2;

/** Keys in a straight line across the keypad. */
const isOnKeypad = (code: string): boolean =>
  ["147258369", "963852741", "159753", "753159", "789456123"].some((keys) => keys.includes(code));

/** Whether a code is among those that people guess first. */
export const isGuessableCode = (code: string): boolean =>
  hasOneStep([...code].map(Number)) || repeatsPart(code) || isMirrored(code) || hasFewDigits(code) || isOnKeypad(code);

export type CodeTries = { readonly wrong: number; readonly last_wrong_at: number | null };

/** Whether a code can be tried now; times in milliseconds since 1970. */
export const stateOfCode = ({ wrong, last_wrong_at }: CodeTries, now: number): "open" | "waits" | "ended" => {
  if (wrong >= codeEndsAfter) return "ended";
  const isFull = wrong > 0 && wrong % codeTries === 0;
  return isFull && last_wrong_at !== null && now < last_wrong_at + codeWaitMinutes * 60_000 ? "waits" : "open";
};

/** The times of the wrong attempts at a device that still count. */
export const countedTries = (tries: readonly number[], now: number): readonly number[] =>
  tries.filter((at) => at <= now && at > now - codeWaitMinutes * 60_000).slice(-codeTries);

/** Whether a device accepts no attempts at the moment. */
export const mustWait = (tries: readonly number[], now: number): boolean =>
  countedTries(tries, now).length >= codeTries;
