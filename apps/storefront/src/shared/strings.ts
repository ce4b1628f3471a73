/**
 * English, by key. A seller's strings of the same key come first. Each feature keeps its own words in
 * `features/<room>/<room>.strings.ts`; they are gathered here.
 */
export const defaultStrings = {
  "error.generic": "Sorry! Something unexpected happened. Please try again.",
  "error.later": "Sorry, something unexpected happened. Please try again later.",
  "error.wrong": "Oops! Sorry, something went wrong. Please try again.",
} as const;
