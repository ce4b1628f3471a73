import { hideFailure, showFailure } from "./failure.ts";

/** Loaders that have failed and not succeeded since, by their key. */
const failed = new Map<string, () => Promise<unknown>>();
const retryEvents = ["pointerdown", "keydown"] as const;

/** With the next press or key every failed loader is tried again; once all have loaded, the banner goes. */
const retryAtNextInteraction = (text: string): void => {
  const retry = (): void => {
    for (const type of retryEvents) window.removeEventListener(type, retry, true);
    const attempts = [...failed].map(([key, load]) => load().then(() => failed.delete(key)));
    void Promise.allSettled(attempts).then(() =>
      failed.size === 0 ? hideFailure(text) : retryAtNextInteraction(text),
    );
  };
  for (const type of retryEvents) window.addEventListener(type, retry, { capture: true });
};

/** Shows in the banner that a part of the page could not be loaded, until it is. `key` identifies the part. */
export const showLoadFailure = (load: () => Promise<unknown>, key: string, text: string): void => {
  showFailure(text);
  if (failed.size === 0) retryAtNextInteraction(text);
  failed.set(key, load);
};
