import { useSyncExternalStore } from "react";

/** Someone wants to log in, and what to tell them with it. */
export type LoginDialogRequest = {
  /** It cannot be closed without logging in, or leaving (requirements OPEN-17). */
  readonly required: boolean;
  readonly message?: string;
  readonly at?: "checkout";
  /** The code of a letter's link. */
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
