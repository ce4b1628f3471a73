import { hideFailure, showFailure } from "./failure.ts";

/** Loaders that have failed and not succeeded since, by their key. */
const failed = new Map<string, () => Promise<unknown>>();
/** The text in the banner. */
let shown = "";
/** The next press or key tries them again. */
let isAwaited = false;
const retryEvents = ["pointerdown", "keydown"] as const;

/** Does the banner show a part that could not be loaded? */
export const hasLoadFailure = (): boolean => failed.size > 0;

/** Loads again what has failed; once all have loaded, the banner goes. */
export const retryFailedLoads = async (): Promise<void> => {
  const attempts = [...failed].map(([key, load]) => load().then(() => failed.delete(key)));
  await Promise.allSettled(attempts);
  if (failed.size === 0) hideFailure(shown);
};

/** With the next press or key every failed loader is tried again. */
const retryAtNextInteraction = (): void => {
  if (isAwaited) return;
  isAwaited = true;
  const retry = (): void => {
    isAwaited = false;
    for (const type of retryEvents) window.removeEventListener(type, retry, true);
    void retryFailedLoads().then(() => failed.size > 0 && retryAtNextInteraction());
  };
  for (const type of retryEvents) window.addEventListener(type, retry, { capture: true });
};

/** Shows in the banner that a part of the page could not be loaded, until it is. `key` identifies the part. */
export const showLoadFailure = (load: () => Promise<unknown>, key: string, text: string): void => {
  failed.set(key, load);
  shown = text;
  retryAtNextInteraction();
  showFailure(text);
};
