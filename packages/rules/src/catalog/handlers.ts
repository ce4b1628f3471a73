import type { Handler } from "@foyer/contract/shop/catalog.ts";

/** Is a ticket of such a group for one session? Passes, codes, gift cards, donations and memberships are for none. */
export const isForSession = ({ handler }: { readonly handler: Handler }): boolean =>
  handler === "tickets" || handler === "seated";

/** Does somebody get in with a ticket of such a group? Donations, gift cards and codes open no door. */
export const grantsAdmission = ({ handler }: { readonly handler: Handler }): boolean =>
  handler === "tickets" || handler === "seated" || handler === "passes" || handler === "membership";
