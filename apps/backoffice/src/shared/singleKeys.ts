const storageKey = "foyer-single-keys";

/**
 * Whether single-key shortcuts are enabled. Users of speech input, or who hit keys by accident, can turn them off (WCAG
 * 2.1.4); the setting is stored in the browser.
 */
export const usesSingleKeys = (): boolean => localStorage.getItem(storageKey) !== "off";

export const setSingleKeys = (isOn: boolean): void => {
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, "off");
};
