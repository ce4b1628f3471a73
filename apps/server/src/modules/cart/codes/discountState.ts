import { remainingDiscounts, type RemainingTicket } from "@foyer/rules/pricing/remainingDiscounts.ts";
import type { CartDiscount, CartDiscountAmount, DiscountRow, DiscountWrites } from "../../codes/code.ts";

export type LoadedDiscounts = {
  /** The seller's discounts, in the order in which they apply. */
  readonly all: readonly DiscountRow[];
  readonly ofCarts: readonly CartDiscount[];
};

type DiscountAmounts = ReadonlyMap<string, number>;

/** The discounts of one transaction's carts: before it, and after each change. */
export class DiscountState {
  readonly all: readonly DiscountRow[];
  /** Discounts as given before the transaction, including ones that are now retired. */
  readonly #given: ReadonlyMap<string, readonly CartDiscount[]>;
  readonly #before: ReadonlyMap<string, DiscountAmounts>;
  readonly #byCart: Map<string, DiscountAmounts>;

  constructor({ all, ofCarts }: LoadedDiscounts) {
    this.all = all;
    this.#given = Map.groupBy(ofCarts, ({ cart_id }) => cart_id);
    this.#before = new Map(
      [...this.#given].map(([cart_id, discounts]) => [
        cart_id,
        new Map(discounts.map(({ id, amount }) => [id, amount])),
      ]),
    );
    this.#byCart = new Map(this.#before);
  }

  /** Ids of the discounts applied to a cart. */
  appliedTo(cart_id: string | undefined): ReadonlySet<string> {
    return new Set(cart_id === undefined ? [] : this.#byCart.get(cart_id)?.keys());
  }

  /** The discounts that were given to a cart, with the amounts that they take off these of its tickets. */
  remainingOf(cart_id: string, tickets: readonly RemainingTicket[]): DiscountAmounts {
    const given = this.#given.get(cart_id) ?? [];
    const shares = remainingDiscounts(tickets, given);
    return new Map(given.map(({ id }, index) => [id, shares[index] ?? 0]));
  }

  setCartDiscounts(cart_id: string, amounts: DiscountAmounts): void {
    if (amounts.size > 0 || this.#byCart.has(cart_id)) this.#byCart.set(cart_id, amounts);
  }

  ofCart(cart_id: string): readonly CartDiscount[] {
    const amounts = this.#byCart.get(cart_id);
    if (!amounts) return [];
    return this.all.flatMap((discount) => {
      const amount = amounts.get(discount.id);
      return amount === undefined ? [] : [{ ...discount, cart_id, amount }];
    });
  }

  get writes(): DiscountWrites {
    const upserts: CartDiscountAmount[] = [];
    const removals: CartDiscountAmount[] = [];
    for (const [cart_id, after] of this.#byCart) {
      const before = this.#before.get(cart_id);
      for (const [discount_id, amount] of after)
        if (before?.get(discount_id) !== amount) upserts.push({ cart_id, discount_id, amount });
      for (const [discount_id, amount] of before ?? [])
        if (!after.has(discount_id)) removals.push({ cart_id, discount_id, amount });
    }
    return { upserts, removals };
  }
}
