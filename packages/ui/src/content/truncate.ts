/** The maximum length of texts in lists. */
export const truncateLimit = 128;

/** Truncated at a word boundary near the limit, with an ellipsis. Counts graphemes, not code units. */
export function truncate(text: string, limit: number = truncateLimit): string {
  const letters = [...text];
  if (letters.length <= limit) return text;
  const cut = letters.slice(0, limit - 1).join("");
  const word = cut.lastIndexOf(" ");
  return `${(word > limit * 0.7 ? cut.slice(0, word) : cut).replace(/[\s,;:.–-]+$/u, "")}…`;
}
