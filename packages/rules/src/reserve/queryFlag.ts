// The contract contains the same list of words; a test compares the two.
const trueWords: ReadonlySet<string> = new Set(["1", "on", "enabled", "true", "t", "yes", "y"]);
const falseWords: ReadonlySet<string> = new Set(["0", "off", "disabled", "false", "f", "no", "n"]);

/** Parses a query flag: '1', 'on', 'yes' … An empty value counts as true; an unknown word is undefined. */
export const queryFlag = (word: string | null | undefined): boolean | undefined => {
  if (word === null || word === undefined) return undefined;
  const lower = word.toLowerCase();
  if (lower === "" || trueWords.has(lower)) return true;
  return falseWords.has(lower) ? false : undefined;
};
