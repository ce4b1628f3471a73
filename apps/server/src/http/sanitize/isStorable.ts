/** No body that a call knows is deeper. */
const maxDepth = 10;

/**
 * Can the database keep this? It has no room for the character NUL nor for halves of a character, wherever in a text or
 * a key they stand; and nothing that is sent is deeper than ten levels.
 */
export const isStorable = (value: unknown, levels = maxDepth): boolean => {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner, levels - 1));
};
