import type { Seller } from "@foyer/contract/shop/seller.ts";
import { opensAccount } from "@foyer/rules/account/opensAccount.ts";

/** Whether the seller has a login. Features that a seller does not have are not offered. */
export const canLogIn = ({ configuration }: Pick<Seller, "configuration">): boolean =>
  configuration.authentication !== "none";

/** Whether memberships are sold, here or at the seller's own URL. */
export const canJoin = ({ web }: Pick<Seller, "web">): boolean =>
  web.membership_event_id !== undefined || web.external_membership_url !== undefined;

/** Whether visitors can log in to an account. */
export const canOpenAccount = ({ configuration }: Pick<Seller, "configuration">): boolean =>
  opensAccount(configuration);

/** Whether memberships can be renewed online: at the seller's own URL, or here with an account. */
export const canRenew = ({ web, configuration }: Pick<Seller, "web" | "configuration">): boolean =>
  web.external_membership_url !== undefined || (web.membership_event_id !== undefined && opensAccount(configuration));
