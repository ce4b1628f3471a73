// The contract names the same words; a test holds the two lists together.
const trueWords: ReadonlySet<string> = new Set(["1", "on", "enabled", "true", "t", "yes", "y"]);
const falseWords: ReadonlySet<string> = new Set(["0", "off", "disabled", "false", "f", "no", "n"]);

/** A flag of the address: '1', 'on', 'yes' … A name without a value counts as yes; a word that is neither is undefined. */
export const queryFlag = (word: string | null | undefined): boolean | undefined => {
  if (word === null || word === undefined) return undefined;
  const lower = word.toLowerCase();
  if (lower === "" || trueWords.has(lower)) return true;
  return falseWords.has(lower) ? false : undefined;
};
