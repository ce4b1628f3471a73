import { useSyncExternalStore } from "react";

/** Someone wants to log in, and what to tell them with it. */
export type LoginWish = {
  /** It cannot be closed without logging in, or leaving (requirements OPEN-17). */
  readonly required: boolean;
  readonly message?: string;
  readonly at?: "checkout";
  /** The code of a letter's link. */
  readonly otp?: string;
};

let wish: LoginWish | null = null;
const told = new Set<() => void>();
const put = (next: LoginWish | null) => {
  wish = next;
  for (const tell of told) tell();
};

export const wishLogin = (next: LoginWish): void => put(next);
export const answerLogin = (): void => put(null);

const subscribe = (tell: () => void) => {
  told.add(tell);
  return () => void told.delete(tell);
};
export const useLoginWish = (): LoginWish | null =>
  useSyncExternalStore(
    subscribe,
    () => wish,
    () => null,
  );
