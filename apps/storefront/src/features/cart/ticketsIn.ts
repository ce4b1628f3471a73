import type { Cart } from "@foyer/contract/cart.ts";

export const ticketsIn = (cart: Pick<Cart, "lines"> | undefined): number =>
  cart?.lines.reduce((all, { types }) => all + types.reduce((some, { count }) => some + count, 0), 0) ?? 0;
