const keyOf = (slug: string): string => `foyer.${slug}.guest`;

// Where the storage is blocked the page remembers for as long as it lives.
const sessionChoices = new Set<string>();

/** Has the visitor said in this session of the browser that they shop as a guest? */
export const hasChosenGuest = (slug: string): boolean => {
  try {
    return sessionChoices.has(slug) || window.sessionStorage.getItem(keyOf(slug)) !== null;
  } catch {
    return sessionChoices.has(slug);
  }
};

export const saveGuestChoice = (slug: string): void => {
  sessionChoices.add(slug);
  try {
    window.sessionStorage.setItem(keyOf(slug), "true");
  } catch {
    // Remembered above.
  }
};

/** For tests. */
export const clearGuestChoice = (slug: string): void => {
  sessionChoices.delete(slug);
  window.sessionStorage.removeItem(keyOf(slug));
};
