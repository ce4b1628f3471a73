/** A visitor who does not move on within this time reads where they are. */
const patience = 10_000;

const heading = (): HTMLElement | null => document.querySelector<HTMLElement>("main h1");
const focus = (element: HTMLElement | null): void => {
  element?.setAttribute("tabindex", "-1");
  element?.focus({ preventScroll: true });
};
/** An open dialog keeps the focus to itself, and what stands below it cannot take it. */
const isBlocked = (): boolean => document.querySelector("dialog[open]") !== null;
/** Nobody has gone anywhere of their own accord. */
const isWaiting = (): boolean => {
  const { activeElement } = document;
  return activeElement === null || activeElement.matches("main, body") || activeElement.closest("dialog") !== null;
};

/**
 * Puts the focus on the screen's heading: at once, or when it comes. It comes late where the screen asks the server
 * first, or where a dialog is still closing. Answers with how to give it up.
 */
export const focusHeading = (): (() => void) => {
  if (heading() && !isBlocked()) {
    focus(heading());
    return () => undefined;
  }
  focus(document.querySelector<HTMLElement>("main"));
  const look = new MutationObserver(() => {
    if (!isWaiting()) return stop();
    if (!heading() || isBlocked()) return;
    focus(heading());
    stop();
  });
  const late = setTimeout(() => stop(), patience);
  const stop = (): void => {
    look.disconnect();
    clearTimeout(late);
  };
  look.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["open"] });
  return stop;
};
