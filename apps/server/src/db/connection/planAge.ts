import type { TableGrowth } from "./tableGrowth.ts";

const firstSeconds = 1;
const longestPauseSeconds = 60;

/**
 * Decides when a session plans its statements again. A plan is made once and kept, for the size that tables have at that
 * time. A plan made for an empty table reads the whole table, or a whole unrelated index, however large it grows, until
 * PostgreSQL has analyzed it, which takes up to a minute. So plans are made again once a table has grown, in a new session
 * at the ages of 1, 2, 4, … seconds, later once a minute. While no table grows fourfold, plans stay: those of a purchase
 * cost as much as several purchases, in each session of each server.
 */
export class PlanAge {
  readonly #began: number;
  readonly #growth: Pick<TableGrowth, "count">;
  #plannedAt: number;
  #nextAge = firstSeconds;

  /** @param now in milliseconds */
  constructor(now: number, growth: Pick<TableGrowth, "count">) {
    this.#began = now;
    this.#growth = growth;
    this.#plannedAt = growth.count;
  }

  /** True once at each of these times, if a table has grown since the last one. */
  isDue(now: number): boolean {
    const age = (now - this.#began) / 1000;
    if (this.#growth.count === this.#plannedAt || age < this.#nextAge) return false;
    this.#plannedAt = this.#growth.count;
    this.#nextAge = Math.min(2 * age, age + longestPauseSeconds);
    return true;
  }
}
