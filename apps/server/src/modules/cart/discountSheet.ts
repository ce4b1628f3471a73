import type { CartDiscount, DiscountRow, DiscountShare } from "../codes/code.ts";

export type KnownDiscounts = {
  /** What the seller takes off, in the order in which it is taken. */
  readonly all: readonly DiscountRow[];
  readonly ofCarts: readonly CartDiscount[];
};

type Taken = ReadonlyMap<string, number>;

/** What discounts take off the carts of one transaction: before, and after each change. */
export class DiscountSheet {
  readonly all: readonly DiscountRow[];
  readonly #before: ReadonlyMap<string, Taken>;
  readonly #ofCarts: Map<string, Taken>;

  constructor({ all, ofCarts }: KnownDiscounts) {
    this.all = all;
    const carts = Map.groupBy(ofCarts, ({ cart_id }) => cart_id);
    this.#before = new Map(
      [...carts].map(([cart_id, of]) => [cart_id, new Map(of.map(({ id, amount }) => [id, amount]))]),
    );
    this.#ofCarts = new Map(this.#before);
  }

  /** Discounts at work on a cart. */
  atWorkOn(cart_id: string | undefined): ReadonlySet<string> {
    return new Set(cart_id === undefined ? [] : this.#ofCarts.get(cart_id)?.keys());
  }

  settle(cart_id: string, taken: Taken): void {
    if (taken.size > 0 || this.#ofCarts.has(cart_id)) this.#ofCarts.set(cart_id, taken);
  }

  ofCart(cart_id: string): readonly CartDiscount[] {
    const taken = this.#ofCarts.get(cart_id);
    if (!taken) return [];
    return this.all.flatMap((discount) => {
      const amount = taken.get(discount.id);
      return amount === undefined ? [] : [{ ...discount, cart_id, amount }];
    });
  }

  /** What has to be written. */
  get moves(): { readonly kept: readonly DiscountShare[]; readonly gone: readonly DiscountShare[] } {
    const [kept, gone]: [DiscountShare[], DiscountShare[]] = [[], []];
    for (const [cart_id, after] of this.#ofCarts) {
      const before = this.#before.get(cart_id);
      for (const [discount_id, amount] of after)
        if (before?.get(discount_id) !== amount) kept.push({ cart_id, discount_id, amount });
      for (const [discount_id, amount] of before ?? [])
        if (!after.has(discount_id)) gone.push({ cart_id, discount_id, amount });
    }
    return { kept, gone };
  }
}
