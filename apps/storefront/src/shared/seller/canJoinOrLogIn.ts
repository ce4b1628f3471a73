import type { Seller } from "@foyer/contract/shop/seller.ts";

/** Whether the seller has a login. What a seller does not have is not offered. */
export const canLogIn = ({ configuration }: Pick<Seller, "configuration">): boolean =>
  configuration.authentication !== "none";

/** Whether memberships are sold, here or at an address of the seller's. */
export const canJoin = ({ web }: Pick<Seller, "web">): boolean =>
  web.membership_event_id !== undefined || web.external_membership_url !== undefined;
