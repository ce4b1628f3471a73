import { useSyncExternalStore } from "react";

/** What this page knows about carts in addition to the saved state; lost when the page is closed. */
export type CartPageState = {
  /** The cart that expired while the page was open. */
  readonly expiredCartId: string | null;
  /** The cart that is being paid for right now, which pauses its timer. */
  readonly payingCartId: string | null;
  /** The order that the saved cart became. */
  readonly bookedOrderId: string | null;
  /** The cart that was shown until the visitor's session ended. */
  readonly lostCart: { readonly id: string; readonly isOfMember: boolean } | null;
};

const initialState: CartPageState = { expiredCartId: null, payingCartId: null, bookedOrderId: null, lostCart: null };
let pageState = initialState;
const listeners = new Set<() => void>();

export const updateCartPageState = (change: Partial<CartPageState>): void => {
  pageState = { ...pageState, ...change };
  for (const listener of listeners) listener();
};
export const readCartPageState = (): CartPageState => pageState;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useCartPageState = (): CartPageState =>
  useSyncExternalStore(subscribe, readCartPageState, () => initialState);
