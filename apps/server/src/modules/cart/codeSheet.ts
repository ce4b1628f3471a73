import type { ShelfCode } from "@foyer/rules/codes.ts";
import type { CartCode, CodeRow, CodeUse, TakenVoucher } from "../codes/code.ts";

export type KnownCodes = {
  readonly codes: readonly CodeRow[];
  readonly ofCarts: readonly CartCode[];
  readonly vouchers: readonly TakenVoucher[];
};

type Bearer = { readonly voucher: string | null };

/** Codes and vouchers of one transaction: how they stood when they were locked, and what each change makes of it. */
export class CodeSheet {
  readonly #codes: Map<string, CodeRow>;
  readonly #before: ReadonlyMap<string, readonly string[]>;
  readonly #ofCarts = new Map<string, readonly string[]>();
  readonly #vouchers: Set<string>;
  readonly #shortCodes = new Set<string>();
  readonly #shortVouchers = new Set<string>();

  constructor({ codes, ofCarts, vouchers }: KnownCodes) {
    this.#codes = new Map([...ofCarts, ...codes].map((code) => [code.id, code]));
    const carts = Map.groupBy(ofCarts, ({ cart_id }) => cart_id);
    this.#before = new Map([...carts].map(([cart_id, of]) => [cart_id, of.map(({ id }) => id)]));
    for (const [cart_id, ids] of this.#before) this.#ofCarts.set(cart_id, ids);
    this.#vouchers = new Set(vouchers.map(({ voucher }) => voucher));
  }

  /** By how they are compared. */
  get codes(): ReadonlyMap<string, CodeRow> {
    return new Map([...this.#codes.values()].map((code) => [code.folded, code]));
  }

  /** Vouchers that let somebody in. */
  get vouchers(): ReadonlySet<string> {
    return this.#vouchers;
  }

  ofCart(cart_id: string | undefined): readonly CodeRow[] {
    const ids = cart_id === undefined ? [] : (this.#ofCarts.get(cart_id) ?? []);
    return ids.flatMap((id) => this.#codes.get(id) ?? []);
  }

  /** Codes come to work on a cart; those that are good for nothing there any more leave it. */
  settle(cart_id: string, come: readonly Pick<ShelfCode, "id">[], isGood: (code: ShelfCode) => boolean): void {
    const before = this.ofCart(cart_id);
    const known = come.flatMap(({ id }) => this.#codes.get(id) ?? []);
    const after = [...before, ...known].filter(isGood).map(({ id }) => id);
    for (const { id } of before) if (!after.includes(id)) this.#use(id, -1);
    for (const { id } of known) if (after.includes(id)) this.#use(id, 1);
    if (before.length + after.length > 0) this.#ofCarts.set(cart_id, after);
  }

  #use(id: string, n: 1 | -1): void {
    const code = this.#codes.get(id);
    if (code) this.#codes.set(id, { ...code, used: code.used + n });
  }

  /** Tickets come with their vouchers, or give them back. */
  move(tickets: readonly Bearer[], sign: 1 | -1): void {
    for (const { voucher } of tickets) {
      if (voucher === null) continue;
      if (sign > 0) this.#vouchers.add(voucher);
      else this.#vouchers.delete(voucher);
    }
  }

  /** Somebody found this code or voucher used up. */
  wasShort(folded: string): void {
    const code = this.codes.get(folded);
    if (code) this.#shortCodes.add(code.id);
    else this.#shortVouchers.add(folded);
  }
  get short(): { readonly codes: readonly string[]; readonly vouchers: readonly string[] } {
    return { codes: [...this.#shortCodes], vouchers: [...this.#shortVouchers] };
  }

  /** What has to be written: uses that began and ended, and by how much the counters move. */
  get moves(): {
    readonly begun: readonly CodeUse[];
    readonly ended: readonly CodeUse[];
    readonly draw: ReadonlyMap<string, number>;
  } {
    const missing = (from: ReadonlyMap<string, readonly string[]>, of: ReadonlyMap<string, readonly string[]>) =>
      [...of].flatMap(([cart_id, ids]) =>
        ids.filter((code_id) => !from.get(cart_id)?.includes(code_id)).map((code_id) => ({ cart_id, code_id })),
      );
    const begun = missing(this.#before, this.#ofCarts);
    const ended = missing(this.#ofCarts, this.#before);
    const draw = new Map<string, number>();
    for (const [uses, n] of [
      [begun, 1],
      [ended, -1],
    ] as const)
      for (const { code_id } of uses) draw.set(code_id, (draw.get(code_id) ?? 0) + n);
    return { begun, ended, draw };
  }
}
