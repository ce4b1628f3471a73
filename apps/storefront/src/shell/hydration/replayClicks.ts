/**
 * Clicks that come before the page can answer them. The server writes a few lines into the head (page/earlyClicks.ts)
 * that keep every click on a `button` of ours, and on anything with `data-replay`, in `window.foyerEarly`; links work by
 * themselves. After hydration they are done again in their order. `data-replay="no"` leaves an element out. What is
 * pressed in a part that sleeps (`data-sleeps`) waits until it is alive.
 */
type EarlyClicks = HTMLElement[] & { on: (event: Event) => void };

declare global {
  interface Window {
    foyerEarly?: EarlyClicks;
  }
}

const pendingClicks: HTMLElement[] = [];
/** How often it is looked whether a part has come alive, and for how long. */
const retryDelayMs = 30;
const maxWaitMs = 30_000;

const replayPending = (until: number): void => {
  for (const element of pendingClicks.splice(0)) {
    if (!element.isConnected) continue;
    if (element.closest("[data-sleeps]")) pendingClicks.push(element);
    else element.click();
  }
  if (pendingClicks.length > 0 && performance.now() < until) setTimeout(replayPending, retryDelayMs, until);
};

const addPending = (elements: readonly HTMLElement[]): void => {
  const isWaiting = pendingClicks.length > 0;
  pendingClicks.push(...elements);
  if (!isWaiting) replayPending(performance.now() + maxWaitMs);
};

/** From now on, of the page: a click on a button that cannot answer yet. React would let it go by. */
const captureStaticClick = (event: Event): void => {
  const button = event.target instanceof Element && event.target.closest<HTMLElement>("button,[data-replay]");
  if (!button || button.dataset.replay === "no" || !button.closest("[data-sleeps]")) return;
  event.preventDefault();
  event.stopPropagation();
  addPending([button]);
};

export const replayClicks = (): void => {
  // Hydration is work like any other: what is queued after it runs when the page can answer.
  setTimeout(() => {
    document.addEventListener("click", captureStaticClick, true);
    const early = window.foyerEarly;
    if (!early) return;
    delete window.foyerEarly;
    document.removeEventListener("click", early.on, true);
    addPending(early);
  });
};
