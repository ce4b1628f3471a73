const firstSeconds = 1;

/**
 * When a session is to plan its statements anew. A plan is made once and kept, for tables of the size that they have at
 * that moment: one that was made for an empty table reads the whole table, or the whole of an unrelated index, however
 * large it grows, until PostgreSQL has analyzed it, which takes up to a minute. Each time is twice as far from the
 * session's beginning as the one before, so that a day's plans are made some 17 times.
 */
export class PlanAge {
  readonly #began: number;
  #nextAge = firstSeconds;

  /** @param now in milliseconds */
  constructor(now: number) {
    this.#began = now;
  }

  /** True once at each of these times. */
  isDue(now: number): boolean {
    const age = (now - this.#began) / 1000;
    if (age < this.#nextAge) return false;
    this.#nextAge = 2 * age;
    return true;
  }
}
