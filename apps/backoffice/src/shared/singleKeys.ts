const storageKey = "foyer-single-keys";

/**
 * Whether keys without a modifier do something. Whoever speaks to the computer, or hits keys without meaning to, turns them off
 * (WCAG 2.1.4); it is kept in the browser.
 */
export const usesSingleKeys = (): boolean => localStorage.getItem(storageKey) !== "off";

export const setSingleKeys = (isOn: boolean): void => {
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, "off");
};
