import { hideFailure, showFailure } from "./failure.ts";

export type FailedLoad = {
  readonly load: () => Promise<unknown>;
  /** Identifies the part. */
  readonly key: string;
  /** Tried again by the banner's button only, because it leaves the page. */
  readonly byButtonOnly?: boolean;
};

/** What has failed to load and not succeeded since, by its key. */
const failed = new Map<string, FailedLoad>();
/** The text in the banner. */
let shown = "";
/** The next press or key tries them again. */
let isAwaited = false;
const retryEvents = ["pointerdown", "keydown"] as const;

/** Does the banner show a part that could not be loaded? */
export const hasLoadFailure = (): boolean => failed.size > 0;

const retry = async (parts: readonly FailedLoad[]): Promise<void> => {
  await Promise.allSettled(parts.map(({ load, key }) => load().then(() => failed.delete(key))));
  if (failed.size === 0) hideFailure(shown);
};

/** Loads again what has failed; once all have loaded, the banner goes. */
export const retryFailedLoads = (): Promise<void> => retry([...failed.values()]);

const retriedByAnyPress = (): readonly FailedLoad[] => [...failed.values()].filter((part) => !part.byButtonOnly);

/** With the next press or key every failed loader is tried again. */
const retryAtNextInteraction = (): void => {
  if (isAwaited || retriedByAnyPress().length === 0) return;
  isAwaited = true;
  const onInteraction = (): void => {
    isAwaited = false;
    for (const type of retryEvents) window.removeEventListener(type, onInteraction, true);
    void retry(retriedByAnyPress()).then(retryAtNextInteraction);
  };
  for (const type of retryEvents) window.addEventListener(type, onInteraction, { capture: true });
};

/** Shows in the banner that a part of the page could not be loaded, until it is. */
export const showLoadFailure = (part: FailedLoad, text: string): void => {
  failed.set(part.key, part);
  shown = text;
  retryAtNextInteraction();
  showFailure(text);
};
