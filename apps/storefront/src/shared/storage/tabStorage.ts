/** The storage of this browser tab: one value for each seller and name. A logout removes all values of a seller. */
const keyOf = (slug: string, name: string): string => `foyer.${slug}.${name}`;

/** Undefined if nothing is stored. A value written by other code is returned unchecked. */
export const readFromTab = (slug: string, name: string): unknown => {
  try {
    return JSON.parse(window.sessionStorage.getItem(keyOf(slug, name)) ?? "null") ?? undefined;
  } catch {
    // Blocked, or not JSON.
    return undefined;
  }
};

/** Stores nothing if the storage is full or blocked. */
export const keepInTab = (slug: string, name: string, value: unknown): void => {
  try {
    window.sessionStorage.setItem(keyOf(slug, name), JSON.stringify(value));
  } catch {
    // Nothing depends on the stored value, so the error is ignored.
  }
};

export const removeFromTab = (slug: string, name: string): void => {
  try {
    window.sessionStorage.removeItem(keyOf(slug, name));
  } catch {
    // A storage that cannot be written to contains nothing.
  }
};
