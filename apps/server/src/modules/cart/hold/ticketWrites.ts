import type { NewTicketRow, TicketPriceUpdate } from "./hold.sql.ts";

/** The tickets that a batch inserts, reprices and releases. */
export class TicketWrites {
  readonly #inserted: NewTicketRow[] = [];
  readonly #prices = new Map<string, TicketPriceUpdate>();
  readonly #releasedIds: string[] = [];

  insert(tickets: readonly NewTicketRow[]): void {
    this.#inserted.push(...tickets);
  }

  release(ids: readonly string[]): void {
    this.#releasedIds.push(...ids);
  }

  setPrice(price: TicketPriceUpdate): void {
    this.#prices.set(price.id, price);
  }

  get releasedIds(): readonly string[] {
    return this.#releasedIds;
  }

  /** New tickets at their final prices, without those that a later change of the batch released. */
  get inserted(): readonly NewTicketRow[] {
    const released = new Set(this.#releasedIds);
    return this.#inserted
      .filter(({ id }) => !released.has(id))
      .map((ticket) => ({ ...ticket, ...this.#prices.get(ticket.id) }));
  }

  /** New prices of tickets that the carts already held. */
  get repriced(): readonly TicketPriceUpdate[] {
    if (this.#prices.size === 0) return [];
    const skipped = new Set([...this.#inserted.map(({ id }) => id), ...this.#releasedIds]);
    return [...this.#prices.values()].filter(({ id }) => !skipped.has(id));
  }
}
