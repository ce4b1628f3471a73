/** A visitor who does not move on within this time reads where they are. */
const maxWaitMs = 10_000;

const findHeading = (): HTMLElement | null => document.querySelector<HTMLElement>("main h1");
const focusElement = (element: HTMLElement | null): void => {
  element?.setAttribute("tabindex", "-1");
  element?.focus({ preventScroll: true });
};
/** An open dialog keeps the focus to itself, and what stands below it cannot take it. */
const isBlocked = (): boolean => document.querySelector("dialog[open]") !== null;
/** Nobody has gone anywhere of their own accord. */
const isFocusUntouched = (): boolean => {
  const { activeElement } = document;
  return activeElement === null || activeElement.matches("main, body") || activeElement.closest("dialog") !== null;
};

/**
 * Puts the focus on the screen's heading: at once, or when it comes. It comes late where the screen asks the server
 * first, or where a dialog is still closing. Answers with how to give it up.
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
