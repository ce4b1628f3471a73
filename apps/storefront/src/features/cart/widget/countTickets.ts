import type { Cart } from "@foyer/contract/shop/cart.ts";

/** Memberships, gift cards, donations and passes have no session: a cart with one of them holds items, not tickets. */
export const holdsVisitsOnly = (cart: Pick<Cart, "lines"> | undefined): boolean =>
  cart?.lines.every(({ event_session_id }) => event_session_id !== null) ?? true;

export const countTickets = (cart: Pick<Cart, "lines"> | undefined): number =>
  cart?.lines.reduce((all, { types }) => all + types.reduce((some, { count }) => some + count, 0), 0) ?? 0;
