const keyOf = (slug: string): string => `foyer.${slug}.guest`;

// Where the storage is blocked the page remembers for as long as it lives.
const remembered = new Set<string>();

/** Has the visitor said in this session of the browser that they shop as a guest? */
export const isGuestByChoice = (slug: string): boolean => {
  try {
    return remembered.has(slug) || window.sessionStorage.getItem(keyOf(slug)) !== null;
  } catch {
    return remembered.has(slug);
  }
};

export const rememberGuest = (slug: string): void => {
  remembered.add(slug);
  try {
    window.sessionStorage.setItem(keyOf(slug), "true");
  } catch {
    // Remembered above.
  }
};

/** For tests. */
export const forgetGuest = (slug: string): void => {
  remembered.delete(slug);
  window.sessionStorage.removeItem(keyOf(slug));
};
