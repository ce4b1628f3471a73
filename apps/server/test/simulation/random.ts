/** Pseudo-random numbers, reproducible by seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let mixed = this.#state ^ (this.#state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }
  /** An integer from `from` to `to`, inclusive. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }
  chance(probability: number): boolean {
    return this.next() < probability;
  }
  pick<T>(of: readonly T[]): T | undefined {
    return of[this.integer(0, of.length - 1)];
  }
  /** Picks by weight. */
  pickWeighted<T>(of: readonly (readonly [weight: number, thing: T])[]): T {
    let left = this.next() * of.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of of) if ((left -= weight) < 0) return item;
    throw new Error("nothing to choose from");
  }
}
