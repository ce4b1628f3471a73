/**
 * Numbers of carts and holds; document 2 §9 names those that visitors can see. A seller's `hold_minutes` goes before
 * the default here.
 */
export const cartLimits = {
  /** Minutes for which a cart holds its tickets; every ticket added begins them anew. */
  hold_minutes: 20,
  /** Whatever is added or extended, nothing is held for longer than this many times `hold_minutes`, plus all extensions. */
  hold_times_at_most: 3,
  /** What one extension adds. */
  extension_seconds: 120,
  /** Ten, as WCAG 2.2.1 asks of a time limit. */
  extensions: 10,
} as const;
