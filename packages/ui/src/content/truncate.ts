/** Texts in lists are cut here (specification, document 2 §9). */
export const truncateLimit = 128;

/** Cut at a word where one ends near the limit, with an ellipsis. Counts what a reader would call a letter. */
export function truncate(text: string, limit: number = truncateLimit): string {
  const letters = [...text];
  if (letters.length <= limit) return text;
  const cut = letters.slice(0, limit - 1).join("");
  const word = cut.lastIndexOf(" ");
  return `${(word > limit * 0.7 ? cut.slice(0, word) : cut).replace(/[\s,;:.–-]+$/u, "")}…`;
}
