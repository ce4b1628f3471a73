/**
 * Clicks that come before the page can answer them. The server writes a few lines into the head (page/earlyClicks.ts)
 * that keep every click on a `button` of ours, and on anything with `data-replay`, in `window.foyerEarly`; links work by
 * themselves. After hydration they are done again in their order. `data-replay="no"` leaves an element out. What is
 * pressed in a part that sleeps (`data-sleeps`) waits until it is alive.
 */
type Early = HTMLElement[] & { hear: (event: Event) => void };

declare global {
  interface Window {
    foyerEarly?: Early;
  }
}

const kept: HTMLElement[] = [];
/** How often it is looked whether a part has come alive, and for how long. */
const pause = 30;
const patience = 30_000;

const doAgain = (until: number): void => {
  for (const element of kept.splice(0)) {
    if (!element.isConnected) continue;
    if (element.closest("[data-sleeps]")) kept.push(element);
    else element.click();
  }
  if (kept.length > 0 && performance.now() < until) setTimeout(doAgain, pause, until);
};

const keep = (elements: readonly HTMLElement[]): void => {
  const isWaiting = kept.length > 0;
  kept.push(...elements);
  if (!isWaiting) doAgain(performance.now() + patience);
};

/** From now on, of the page: a click on a button that cannot answer yet. React would let it go by. */
const keepInSleep = (event: Event): void => {
  const button = event.target instanceof Element && event.target.closest<HTMLElement>("button,[data-replay]");
  if (!button || button.dataset.replay === "no" || !button.closest("[data-sleeps]")) return;
  event.preventDefault();
  event.stopPropagation();
  keep([button]);
};

export const replayClicks = (): void => {
  // Hydration is work like any other: what is queued after it runs when the page can answer.
  setTimeout(() => {
    document.addEventListener("click", keepInSleep, true);
    const early = window.foyerEarly;
    if (!early) return;
    delete window.foyerEarly;
    document.removeEventListener("click", early.hear, true);
    keep(early);
  });
};
