type RateLimitBounds = { readonly max: number; readonly windowSeconds: number };

/** Beyond this many keys the oldest are dropped: a flood of addresses must not exhaust the memory. */
const maxKeys = 50_000;

/**
 * A fixed-window rate limit by key in memory; a window starts with its first use. Each server process counts separately,
 * so n servers allow n times as many. Use it for log lines, not for anything that can be guessed or costs money
 * (sharedLimits.ts).
 */
export class RateLimit {
  readonly #bounds: RateLimitBounds;
  readonly #clock: () => number;
  readonly #used = new Map<string, { count: number; readonly until: number }>();

  constructor(bounds: RateLimitBounds, clock: () => number = () => performance.now()) {
    this.#bounds = bounds;
    this.#clock = clock;
  }

  /** Takes `count` from the key's window. If not enough are left, returns the seconds until the next window. */
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
