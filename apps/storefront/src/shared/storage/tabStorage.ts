/** What is kept in this tab of the browser, one value of a seller by its name. A logout removes all of a seller's. */
const keyOf = (slug: string, name: string): string => `foyer.${slug}.${name}`;

/** Undefined where nothing is kept. What something else has written is returned as it is. */
export const readFromTab = (slug: string, name: string): unknown => {
  try {
    return JSON.parse(window.sessionStorage.getItem(keyOf(slug, name)) ?? "null") ?? undefined;
  } catch {
    // Blocked, or not JSON.
    return undefined;
  }
};

/** A storage that is full or blocked keeps nothing. */
export const keepInTab = (slug: string, name: string, value: unknown): void => {
  try {
    window.sessionStorage.setItem(keyOf(slug, name), JSON.stringify(value));
  } catch {
    // Nothing depends on it: the page goes on without.
  }
};

export const removeFromTab = (slug: string, name: string): void => {
  try {
    window.sessionStorage.removeItem(keyOf(slug, name));
  } catch {
    // A storage that cannot be written holds nothing.
  }
};
