const firstSeconds = 1;

/**
 * Decides when a session plans its statements again. A plan is made once and kept, for the size that tables have at that
 * time. A plan made for an empty table reads the whole table, or a whole unrelated index, however large it grows, until
 * PostgreSQL has analyzed it, which takes up to a minute. The session's age doubles between two such times, so a day's
 * plans are made some 17 times.
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
