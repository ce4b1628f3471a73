import { RE2JS, RE2JSException } from "re2js";

const maxPatternLength = 200;
/** Instructions of the compiled pattern. Its work is at most their number times the length of the text. */
const maxInstructions = 1000;

/**
 * Compiles a regular expression from an untrusted author with RE2, whose running time is linear in the length of the text.
 * Undefined if the pattern is malformed, too long, too large once compiled, or not supported (look-around,
 * back-references). The whole text must match, as for an input's `pattern`.
 */
export const safePattern = (
  pattern: string,
  { ignoreCase = false }: { readonly ignoreCase?: boolean } = {},
): ((text: string) => boolean) | undefined => {
  if (pattern.length > maxPatternLength) return undefined;
  const compiled = compile(pattern, ignoreCase ? RE2JS.DOTALL | RE2JS.CASE_INSENSITIVE : RE2JS.DOTALL);
  return compiled && compiled.programSize() <= maxInstructions ? (text) => compiled.testExact(text) : undefined;
};

const compile = (pattern: string, flags: number): RE2JS | undefined => {
  try {
    return RE2JS.compile(pattern, flags);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
};
