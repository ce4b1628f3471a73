type RateLimitBounds = { readonly max: number; readonly windowSeconds: number };

/** Beyond this many keys the oldest are dropped: a flood of addresses must not fill the memory. */
const maxKeys = 50_000;

/**
 * A fixed-window rate limit by key in memory; a window begins with its first use. Each server process counts for itself,
 * so n servers allow n times as many: for log lines, and nothing that can be guessed or costs money (sharedLimits.ts).
 */
export class RateLimit {
  readonly #bounds: RateLimitBounds;
  readonly #clock: () => number;
  readonly #used = new Map<string, { count: number; readonly until: number }>();

  constructor(bounds: RateLimitBounds, clock: () => number = () => performance.now()) {
    this.#bounds = bounds;
    this.#clock = clock;
  }

  /** Takes `count` from the key's window. Returns the seconds until the next window where there are not enough left. */
  take(key: string, count = 1): number | undefined {
    const now = this.#clock();
    const counter = this.#used.get(key);
    if (counter && counter.until > now) {
      if (counter.count + count > this.#bounds.max) return Math.ceil((counter.until - now) / 1000);
      counter.count += count;
      return undefined;
    }
    this.#used.delete(key);
    if (count > this.#bounds.max) return this.#bounds.windowSeconds;
    this.#used.set(key, { count, until: now + this.#bounds.windowSeconds * 1000 });
    for (const oldest of this.#used.keys()) {
      if (this.#used.size <= maxKeys) break;
      this.#used.delete(oldest);
    }
    return undefined;
  }
}
