/** Milliseconds without a scan, a touch or a key, after which loading the page again interrupts nobody. */
export const unusedMs = 60_000;

type Moments = {
  readonly now: number;
  /** Since when nothing has been open on the page. */
  readonly since: number;
  /** When somebody last used the page. */
  readonly usedAt: number;
};

/** Whether nobody has used the page for a minute. If the clock was put back, that is waited for anew. */
export const isTimeToLoad = ({ now, since, usedAt }: Moments): boolean => now - Math.max(since, usedAt) >= unusedMs;
