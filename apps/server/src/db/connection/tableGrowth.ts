import type pg from "pg";
import { rowsOfTables } from "./tableGrowth.sql.ts";

const readEveryMs = 1_000;
/** A table below this size is read as fast with any plan. */
const smallTableRows = 100;

/** Rises by one with each fourfold growth. */
const levelOf = (rows: number): number =>
  rows < smallTableRows ? 0 : 1 + Math.floor(Math.log2(rows / smallTableRows) / 2);

/**
 * Counts how often a table has grown fourfold, so that sessions make their plans again (`PlanAge`). Reads the numbers of
 * rows from PostgreSQL's statistics at most once a second, with a connection that is about to be used.
 */
export class TableGrowth {
  #count = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  readonly #levels = new Map<string, number>();

  get count(): number {
    return this.#count;
  }

  /** @param now in milliseconds */
  readWith(client: pg.ClientBase, now: number): void {
    if (now - this.#readAt < readEveryMs) return;
    this.#readAt = now;
    rowsOfTables(client).then(
      (tables) => this.#compare(tables),
      // The connection is broken, which its next statement reports.
      () => undefined,
    );
  }

  #compare(tables: readonly { readonly name: string; readonly rows: number }[]): void {
    let hasGrown = false;
    for (const { name, rows } of tables) {
      const level = levelOf(rows);
      hasGrown ||= level > (this.#levels.get(name) ?? level);
      this.#levels.set(name, level);
    }
    if (hasGrown) this.#count += 1;
  }
}
