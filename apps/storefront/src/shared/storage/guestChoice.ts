const keyOf = (slug: string): string => `foyer.${slug}.guest`;

// Without storage the choice is kept for this page.
const sessionChoices = new Set<string>();

/** Whether the visitor has chosen to shop as a guest in this browser session. */
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
    // Kept in memory above.
  }
};

/** For tests only. */
export const clearGuestChoice = (slug: string): void => {
  sessionChoices.delete(slug);
  window.sessionStorage.removeItem(keyOf(slug));
};
