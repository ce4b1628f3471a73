import { useSyncExternalStore } from "react";

/** What this page knows of carts beyond what is remembered; gone with the page. */
export type CartPageState = {
  /** The cart whose time ran out before the visitor's eyes. */
  readonly timed_out: string | null;
  /** The cart that is being paid for right now: its clock stands still. */
  readonly payingCartId: string | null;
  /** The order that the remembered cart turned out to have become. */
  readonly bookedOrderId: string | null;
};

const initialState: CartPageState = { timed_out: null, payingCartId: null, bookedOrderId: null };
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
