import { createHash } from "node:crypto";

export type CachedResponse = {
  readonly body: Buffer;
  readonly etag: string;
  readonly refreshAt: number;
  readonly expiresAt: number;
};

/** In the last third of its lifetime a response is refreshed in the background while the old one is still served. */
const refreshFraction = 1 / 3;

/**
 * Caches responses that are the same for every visitor. Concurrent requests for one key share one computation. Holds at
 * most `limit` bytes and evicts the least recently used entries.
 */
export class ResponseCache {
  #entries = new Map<string, CachedResponse>();
  #pending = new Map<string, Promise<CachedResponse>>();
  #bytes = 0;
  readonly #limit: number;
  readonly #clock: () => number;

  constructor(limit = 64 * 1024 * 1024, clock: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** Returns the entry of a key, and makes it where there is none. Never returns an expired entry. */
  async get(key: string, seconds: number, make: () => Promise<string | Buffer>): Promise<CachedResponse> {
    const cached = this.#findValid(key);
    if (cached && (this.#clock() < cached.refreshAt || this.#pending.has(key))) return cached;
    const pending = this.#pending.get(key) ?? this.#startMaking(key, seconds, make);
    if (!cached) return pending;
    // A background refresh that fails is retried by the next request.
    pending.catch(() => undefined);
    return cached;
  }

  /** Returns an entry that needs no refresh, synchronously. */
  getFresh(key: string): CachedResponse | undefined {
    const cached = this.#findValid(key);
    return cached && (this.#clock() < cached.refreshAt || this.#pending.has(key)) ? cached : undefined;
  }

  deleteByPrefix(prefix: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) this.#delete(key);
  }

  #findValid(key: string): CachedResponse | undefined {
    const cached = this.#entries.get(key);
    if (!cached || cached.expiresAt <= this.#clock()) return undefined;
    // Reinserting moves the key to the end: a map iterates in insertion order.
    this.#entries.delete(key);
    this.#entries.set(key, cached);
    return cached;
  }

  #startMaking(key: string, seconds: number, make: () => Promise<string | Buffer>): Promise<CachedResponse> {
    const pending = this.#make(key, seconds, make).finally(() => this.#pending.delete(key));
    this.#pending.set(key, pending);
    return pending;
  }

  async #make(key: string, seconds: number, make: () => Promise<string | Buffer>): Promise<CachedResponse> {
    // The lifetime starts before the data is read: the response is as old as that.
    const startedAt = this.#clock();
    const content = await make();
    const body = typeof content === "string" ? Buffer.from(content) : content;
    const etag = `"${createHash("sha1").update(body).digest("base64url")}"`;
    const lifetimeMs = seconds * 1000;
    const entry = {
      body,
      etag,
      refreshAt: startedAt + lifetimeMs * (1 - refreshFraction),
      expiresAt: startedAt + lifetimeMs,
    };
    this.#delete(key);
    this.#entries.set(key, entry);
    this.#bytes += body.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#limit) break;
      this.#delete(oldest);
    }
    return entry;
  }

  #delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.body.length;
  }
}
