/** How often a page asks for a newer release: it may stay open for a whole shift. */
const checkMs = 10 * 60_000;
const script = "/_office/scan/worker.js";
const scope = "/_office/scan/";

type Workers = Pick<ServiceWorkerContainer, "controller" | "register" | "addEventListener">;

/**
 * Stores the page's files on the device by its service worker, so that the page opens without a network, and knows when a
 * newer release is stored completely. The page goes on with its own files until it is loaded again.
 */
export class Releases {
  readonly #listeners = new Set<() => void>();
  /** Whether a newer release than this page is stored on the device. */
  hasNewer = false;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  watch(workers: Workers, page: EventTarget): void {
    // The first worker that takes over an opened page is of its own release.
    let hasWorker = workers.controller !== null;
    workers.addEventListener("controllerchange", () => {
      if (hasWorker) this.#found();
      hasWorker = true;
    });
    // The browser may have deleted it with what it had stored: then it is registered again.
    const register = () => workers.register(script, { scope });
    const check = (): void =>
      void register()
        .then(
          (registration) => registration.update(),
          () => undefined,
        )
        .catch(() => undefined);
    void register().catch(() => undefined);
    setInterval(check, checkMs);
    page.addEventListener("online", check);
  }

  #found(): void {
    this.hasNewer = true;
    for (const listener of this.#listeners) listener();
  }
}

export const releases = new Releases();
