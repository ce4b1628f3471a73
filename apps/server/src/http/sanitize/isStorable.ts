/** Deeper than the body of any endpoint. */
const maxDepth = 10;

/** Whether PostgreSQL can store a value: no NUL and no lone surrogate in any text or key, and at most ten levels deep. */
export const isStorable = (value: unknown, levels = maxDepth): boolean => {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner, levels - 1));
};
