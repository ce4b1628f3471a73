import type { CartChangeRequest } from "./cartChange.ts";
import type { CartUpdate, NewCart } from "./hold.sql.ts";

type CartToInsert = Pick<NewCart, "id" | "additional_info" | "giftee_identity_id"> & {
  readonly change: CartChangeRequest;
};

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
            additional_info: { ...earlier.additional_info, ...cart.additional_info },
            giftee_identity_id: cart.giftee_identity_id ?? earlier.giftee_identity_id,
          }
        : cart,
    );
  }
}
