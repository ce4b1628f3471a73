import { useSyncExternalStore } from "react";

/** A request to show the login dialog. */
export type LoginDialogRequest = {
  /** The dialog cannot be closed without logging in or leaving the page. */
  readonly required: boolean;
  readonly message?: string;
  readonly at?: "checkout";
  /** The passcode of an e-mailed link. */
  readonly otp?: string;
};

let current: LoginDialogRequest | null = null;
const listeners = new Set<() => void>();
const setRequest = (next: LoginDialogRequest | null) => {
  current = next;
  for (const listener of listeners) listener();
};

export const openLoginDialog = (next: LoginDialogRequest): void => setRequest(next);
export const closeLoginDialog = (): void => setRequest(null);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const useLoginDialogRequest = (): LoginDialogRequest | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
