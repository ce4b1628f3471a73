import type { CartChangeRequest } from "./cartChange.ts";
import type { CartUpdate, NewCart } from "./hold.sql.ts";

type CartToInsert = Pick<NewCart, "id" | "additional_info" | "giftee_identity_id"> & {
  readonly change: CartChangeRequest;
};

const without = (answers: object, groups: readonly string[]): object =>
  Object.fromEntries(Object.entries(answers).filter(([group]) => !groups.includes(group)));

/** The carts that a batch inserts and updates. */
export class CartWrites {
  readonly inserted: CartToInsert[] = [];
  readonly updated = new Map<string, CartUpdate>();

  insert(cart: CartToInsert): void {
    this.inserted.push(cart);
  }

  /** Merges several changes of one cart into one update. */
  update(cart: CartUpdate): void {
    const earlier = this.updated.get(cart.id);
    this.updated.set(
      cart.id,
      earlier
        ? {
            ...cart,
            renews: earlier.renews || cart.renews,
            restarts: earlier.restarts || cart.restarts,
            additional_info: { ...without(earlier.additional_info, cart.goneGroups), ...cart.additional_info },
            goneGroups: [...new Set([...earlier.goneGroups, ...cart.goneGroups])],
            giftee_identity_id: cart.giftee_identity_id ?? earlier.giftee_identity_id,
          }
        : cart,
    );
  }
}
