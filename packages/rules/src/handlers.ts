import type { Handler } from "@foyer/contract/catalog.ts";

/** Is a ticket of such a group for one session? Passes, codes, gift cards, donations and memberships are for none. */
export const isTimed = ({ handler }: { readonly handler: Handler }): boolean =>
  handler === "tickets" || handler === "seated";
