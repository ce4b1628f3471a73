import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

export type CacheBounds<Value> = {
  readonly maxEntries: number;
  /** Counts keys, values (by `bytesOf`) and a fixed overhead per entry. */
  readonly maxBytes: number;
  readonly bytesOf: (value: Value) => number;
  /** The current time in milliseconds. */
  readonly clock?: () => number;
};

/** The overhead of an entry's own objects and its slot in the cache's lists, measured with empty values. */
const entryOverhead = 300;
/** A longer key is replaced by its hash. */
const maxKeyLength = 120;
const sweepMs = 5_000;

/** The key under which an entry is kept. */
export const shortKey = (key: string): string =>
  key.length <= maxKeyLength ? key : createHash("sha256").update(key).digest("base64url");

/** Copies the key: a slice of a longer text, such as a URL, would keep all of it in memory. */
const detached = (key: string): string => Buffer.from(key, "utf16le").toString("utf16le");

/**
 * A cache that never exceeds its limits. It limits entries and bytes, drops expired entries, and then evicts the least
 * recently used. An entry larger than `maxBytes` is not cached.
 */
export class BoundedCache<Value extends object | string> {
  readonly #entries: LRUCache<string, Value>;
  readonly #bytesOf: (value: Value) => number;
  readonly #clock: () => number;
  #sweep: NodeJS.Timeout | undefined;

  constructor({ maxEntries, maxBytes, bytesOf, clock = () => performance.now() }: CacheBounds<Value>) {
    this.#bytesOf = bytesOf;
    this.#clock = clock;
    this.#entries = new LRUCache({
      max: maxEntries,
      maxSize: maxBytes,
      ttlResolution: 0,
      // The library takes a start time of zero for a missing one.
      perf: { now: () => clock() + 1 },
    });
  }

  /** The number of entries, including expired ones, which are dropped within a few seconds. */
  get size(): number {
    return this.#entries.size;
  }
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(shortKey(key));
  }

  /** Caches a value until the clock reaches `expiresAt`, or until it is evicted. */
  set(key: string, value: Value, expiresAt?: number): void {
    const ttl = expiresAt === undefined ? undefined : expiresAt - this.#clock();
    if (ttl !== undefined && ttl <= 0) return;
    const name = detached(shortKey(key));
    const size = Math.ceil(this.#bytesOf(value)) + 2 * name.length + entryOverhead;
    this.#entries.set(name, value, {
      size, // The library keeps an entry one millisecond longer than its TTL.
      ...(ttl !== undefined && { ttl: Math.max(1, Math.ceil(ttl) - 1) }),
    });
    this.#scheduleSweep();
  }

  delete(key: string): void {
    this.#entries.delete(shortKey(key));
  }

  /** Drops expired entries even if nobody asks for them again. Runs only while there are entries. */
  #scheduleSweep(): void {
    if (this.#sweep) return;
    this.#sweep = setTimeout(() => {
      this.#sweep = undefined;
      this.#entries.purgeStale();
      if (this.#entries.size > 0) this.#scheduleSweep();
    }, sweepMs).unref();
  }
}
