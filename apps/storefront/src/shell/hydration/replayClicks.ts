/**
 * Replays clicks that happen before hydration. The server writes a small script into the head
 * (page/document/earlyClicks.ts) that records clicks on `button` elements and on `data-replay` in
 * `window.foyerEarlyClicks`; links work by themselves. After hydration they are replayed in order. `data-replay="no"`
 * excludes an element. Clicks in a static part (`data-static`) wait until it is hydrated.
 */
type EarlyClicks = HTMLElement[] & { listener: (event: Event) => void };

declare global {
  interface Window {
    foyerEarlyClicks?: EarlyClicks;
  }
}

const pendingClicks: HTMLElement[] = [];
/** How often to check whether a part is hydrated, and for how long. */
const retryDelayMs = 30;
const maxWaitMs = 30_000;

const replayPending = (until: number): void => {
  for (const element of pendingClicks.splice(0)) {
    if (!element.isConnected) continue;
    if (element.closest("[data-static]")) pendingClicks.push(element);
    else element.click();
  }
  if (pendingClicks.length > 0 && performance.now() < until) setTimeout(replayPending, retryDelayMs, until);
};

const addPending = (elements: readonly HTMLElement[]): void => {
  const isWaiting = pendingClicks.length > 0;
  pendingClicks.push(...elements);
  if (!isWaiting) replayPending(performance.now() + maxWaitMs);
};

/** After the first hydration: records clicks in parts that are still static, which React would ignore. */
const captureStaticClick = (event: Event): void => {
  const button = event.target instanceof Element && event.target.closest<HTMLElement>("button,[data-replay]");
  if (!button || button.dataset.replay === "no" || !button.closest("[data-static]")) return;
  event.preventDefault();
  event.stopPropagation();
  addPending([button]);
};

export const replayClicks = (): void => {
  // A task queued after hydration runs once the page is interactive.
  setTimeout(() => {
    document.addEventListener("click", captureStaticClick, true);
    const early = window.foyerEarlyClicks;
    if (!early) return;
    delete window.foyerEarlyClicks;
    document.removeEventListener("click", early.listener, true);
    addPending(early);
  });
};
