/** After this time a visitor who has not moved the focus keeps it. */
const maxWaitMs = 10_000;

const findHeading = (): HTMLElement | null => document.querySelector<HTMLElement>("main h1");
const focusElement = (element: HTMLElement | null): void => {
  element?.setAttribute("tabindex", "-1");
  element?.focus({ preventScroll: true });
};
/** An open dialog keeps the focus; elements below it cannot take it. */
const isBlocked = (): boolean => document.querySelector("dialog[open]") !== null;
/** The visitor has not moved the focus. */
const isFocusUntouched = (): boolean => {
  const { activeElement } = document;
  return activeElement === null || activeElement.matches("main, body") || activeElement.closest("dialog") !== null;
};

/**
 * Focuses the screen's heading, at once or when it appears: it may have to wait for the server or for a closing dialog.
 * Returns a function that cancels it.
 */
export const focusHeading = (): (() => void) => {
  if (findHeading() && !isBlocked()) {
    focusElement(findHeading());
    return () => undefined;
  }
  focusElement(document.querySelector<HTMLElement>("main"));
  const observer = new MutationObserver(() => {
    if (!isFocusUntouched()) return stop();
    if (!findHeading() || isBlocked()) return;
    focusElement(findHeading());
    stop();
  });
  const timer = setTimeout(() => stop(), maxWaitMs);
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["open"] });
  return stop;
};
