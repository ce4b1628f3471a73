type Lock = Pick<WakeLockSentinel, "released" | "release">;

/** What of a browser decides whether its screen stays on. */
export type AwakeBrowser = {
  readonly page: EventTarget & Pick<Document, "visibilityState">;
  /** Undefined in older browsers, and on pages without https. */
  readonly wakeLock: { readonly request: (type: "screen") => Promise<Lock> } | undefined;
};

/**
 * Keeps the screen on until `stopping` is aborted. Browsers release the lock of a page that is hidden, so it is requested
 * again when the page is shown. A phone may refuse, as with a low battery: its screen then goes off as usual.
 */
export const keepAwake = ({ page, wakeLock }: AwakeBrowser, stopping: AbortSignal): void => {
  if (!wakeLock) return;
  let lock: Lock | undefined;
  let isRequesting = false;
  const release = (): void => void lock?.release().catch(() => undefined);
  const request = async (): Promise<void> => {
    const isHeld = lock !== undefined && !lock.released;
    if (isHeld || isRequesting || page.visibilityState !== "visible" || stopping.aborted) return;
    isRequesting = true;
    lock = await wakeLock.request("screen").catch(() => undefined);
    isRequesting = false;
    // Scanning may have ended meanwhile, or the page may have been hidden and shown again.
    if (stopping.aborted) release();
    else if (lock?.released === true) void request();
  };
  page.addEventListener("visibilitychange", () => void request(), { signal: stopping });
  stopping.addEventListener("abort", release);
  void request();
};
