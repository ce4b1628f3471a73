import { useSyncExternalStore } from "react";

/** What this page knows of carts beyond what is remembered; gone with the page. */
export type Standing = {
  /** The cart whose time ran out before the visitor's eyes. */
  readonly timed_out: string | null;
  /** The cart that is being paid for right now: its clock stands still. */
  readonly paying: string | null;
  /** The order that the remembered cart turned out to have become. */
  readonly booked: string | null;
};

const nothing: Standing = { timed_out: null, paying: null, booked: null };
let standing = nothing;
const told = new Set<() => void>();

export const changeStanding = (part: Partial<Standing>): void => {
  standing = { ...standing, ...part };
  for (const tell of told) tell();
};
export const readStanding = (): Standing => standing;

const subscribe = (tell: () => void) => {
  told.add(tell);
  return () => void told.delete(tell);
};

export const useStanding = (): Standing => useSyncExternalStore(subscribe, readStanding, () => nothing);
