/**
 * Clicks that come before the page can answer them. The server writes a few lines into the head (page/earlyClicks.ts)
 * that keep every click on a `button` of ours, and on anything with `data-replay`, in `window.foyerEarly`; links work by
 * themselves. After hydration they are done again in their order. `data-replay="no"` leaves an element out.
 */
type Early = HTMLElement[] & { hear: (event: Event) => void };

declare global {
  interface Window {
    foyerEarly?: Early;
  }
}

export const replayClicks = (): void => {
  // Hydration is work like any other: what is queued after it runs when the page can answer.
  setTimeout(() => {
    const early = window.foyerEarly;
    if (!early) return;
    delete window.foyerEarly;
    document.removeEventListener("click", early.hear, true);
    for (const element of early) if (element.isConnected) element.click();
  });
};
