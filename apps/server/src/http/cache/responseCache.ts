import { createHash } from "node:crypto";

export type CachedResponse = {
  readonly body: Buffer;
  readonly etag: string;
  readonly refreshAt: number;
  readonly expiresAt: number;
};

/** The last part of an answer's time, in which it is made anew while it is still given out: nobody waits for it then. */
const refreshFraction = 1 / 3;

/**
 * Answers that are the same for everybody, kept for a moment. Many who ask at once for one thing share one making of
 * it. Holds at most `limit` bytes; those that nobody asked for the longest go first.
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

  /** What is kept under a key, made if need be. An answer is never given out when its time is over. */
  async get(key: string, seconds: number, make: () => Promise<string | Buffer>): Promise<CachedResponse> {
    const cached = this.#findValid(key);
    if (cached && (this.#clock() < cached.refreshAt || this.#pending.has(key))) return cached;
    const pending = this.#pending.get(key) ?? this.#startMaking(key, seconds, make);
    if (!cached) return pending;
    // Made anew behind the back of whoever asks. If that fails, the next who asks in vain is told.
    pending.catch(() => undefined);
    return cached;
  }

  /** What can be given out at once, nothing being left to do for it. */
  getFresh(key: string): CachedResponse | undefined {
    const cached = this.#findValid(key);
    return cached && (this.#clock() < cached.refreshAt || this.#pending.has(key)) ? cached : undefined;
  }

  /** Forgets everything whose key begins like this. */
  deleteByPrefix(prefix: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) this.#delete(key);
  }

  #findValid(key: string): CachedResponse | undefined {
    const cached = this.#entries.get(key);
    if (!cached || cached.expiresAt <= this.#clock()) return undefined;
    // To the end of the row: a map keeps the order in which its keys came.
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
    // An answer is as old as what it was read from: its time runs from before the reading.
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
