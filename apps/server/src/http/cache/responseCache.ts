import { BoundedCache, type CacheBounds } from "../../cache/boundedCache.ts";

type Entry<Value> = { readonly value: Value; readonly refreshAt: number; readonly expiresAt: number };

type Options<Value> = CacheBounds<Value> & {
  /** The last part of its lifetime in which a response is refreshed in the background; 0 means never. */
  readonly refreshFraction?: number;
};

/**
 * Caches what is the same for every visitor. Concurrent requests for one key share one computation, and frequently
 * requested entries are refreshed before they expire, while the old one is still served.
 */
export class ResponseCache<Value extends object> {
  readonly #entries: BoundedCache<Entry<Value>>;
  /** One for each running computation, so there are never more than requests. */
  readonly #pending = new Map<string, Promise<Value>>();
  readonly #refreshFraction: number;
  readonly #clock: () => number;

  constructor({ bytesOf, refreshFraction = 1 / 3, clock = () => performance.now(), ...bounds }: Options<Value>) {
    this.#entries = new BoundedCache({ ...bounds, clock, bytesOf: ({ value }) => bytesOf(value) });
    this.#refreshFraction = refreshFraction;
    this.#clock = clock;
  }

  get size(): number {
    return this.#entries.size;
  }
  get bytes(): number {
    return this.#entries.bytes;
  }

  /**
   * Returns the entry of a key, and computes it if there is none. Never returns an expired entry. A value that `keeps`
   * rejects is returned to those who wait for it, but not cached.
   */
  async get(
    key: string,
    seconds: number,
    make: () => Promise<Value>,
    keeps: (value: Value) => boolean = () => true,
  ): Promise<Value> {
    const cached = this.#entries.get(key);
    if (cached && this.#isFresh(key, cached)) return cached.value;
    const pending = this.#pending.get(key) ?? this.#startMaking(key, seconds, make, keeps);
    if (!cached) return pending;
    // A background refresh that fails is retried by the next request.
    pending.catch(() => undefined);
    return cached.value;
  }

  /** Returns an entry that needs no refresh, synchronously. */
  getFresh(key: string): Value | undefined {
    const cached = this.#entries.get(key);
    return cached && this.#isFresh(key, cached) ? cached.value : undefined;
  }

  #isFresh(key: string, { refreshAt }: Entry<Value>): boolean {
    return this.#clock() < refreshAt || this.#pending.has(key);
  }

  #startMaking(
    key: string,
    seconds: number,
    make: () => Promise<Value>,
    keeps: (value: Value) => boolean,
  ): Promise<Value> {
    const pending = this.#make(key, seconds, make, keeps).finally(() => this.#pending.delete(key));
    this.#pending.set(key, pending);
    return pending;
  }

  async #make(
    key: string,
    seconds: number,
    make: () => Promise<Value>,
    keeps: (value: Value) => boolean,
  ): Promise<Value> {
    // The lifetime starts before the data is read, since the response is as old as that.
    const startedAt = this.#clock();
    const value = await make();
    const lifetimeMs = seconds * 1000;
    const expiresAt = startedAt + lifetimeMs;
    const refreshAt = startedAt + lifetimeMs * (1 - this.#refreshFraction);
    if (keeps(value)) this.#entries.set(key, { value, refreshAt, expiresAt }, expiresAt);
    else this.#entries.delete(key);
    return value;
  }
}
