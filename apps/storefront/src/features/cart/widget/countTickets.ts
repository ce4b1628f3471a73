import type { Cart } from "@foyer/contract/shop/cart.ts";

export const countTickets = (cart: Pick<Cart, "lines"> | undefined): number =>
  cart?.lines.reduce((all, { types }) => all + types.reduce((some, { count }) => some + count, 0), 0) ?? 0;
